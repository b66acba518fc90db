import ArcaCore
import ArcaDetect
import Foundation
import Testing

/// A line of a file in `Vectors/interop`; see its SOURCE.md.
struct CipherFinderCase: Sendable, CustomTestStringConvertible {
    static let files = ["python", "php", "node", "java", "go", "openssl", "mariadb"]

    let name: String
    let key: String
    let data: String
    let plaintext: [UInt8]
    let iv: String?
    let salt: String?

    var testDescription: String { name }

    static func all(_ file: String) throws -> [CipherFinderCase] {
        let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
        let lines = try String(contentsOfFile: "\(root)/Vectors/interop/\(file).jsonl", encoding: .utf8)
        return try lines.split(separator: "\n").enumerated().map { index, line in
            let object = JSONField(try JSONReader.read(String(line)))
            return try CipherFinderCase(
                name: "\(file):\(index + 1) \(object["name"].string)", key: object["key"].string,
                data: object["data"].string, plaintext: Array(object["plaintext"].string.utf8),
                iv: object["iv"].ifPresent?.string, salt: object["salt"].ifPresent?.string)
        }
    }

    var inputs: CipherScheme.Inputs {
        CipherScheme.Inputs(
            keyText: SecretBytes(copying: key.utf8), ivText: iv.map { Array($0.utf8) },
            saltText: salt.map { Array($0.utf8) })
    }

    func report(key other: String? = nil, knowsPlaintext: Bool = false) throws -> CipherFinder.Report {
        var knowledge = CipherFinder.Knowledge()
        knowledge.ivText = inputs.ivText
        knowledge.saltText = inputs.saltText
        if knowsPlaintext { knowledge.plaintext = plaintext }
        return try CipherFinder().find(
            data.utf8, keyText: SecretBytes(copying: (other ?? key).utf8), knowing: knowledge)
    }

    /// Whether a plaintext is that of the case; padding of zeros and spaces is ambiguous.
    func matches(_ other: [UInt8]) -> Bool {
        func withoutPadding(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
            bytes[..<(bytes.lastIndex { $0 != 0 && $0 != 0x20 }.map { $0 + 1 } ?? 0)]
        }
        return withoutPadding(other) == withoutPadding(plaintext)
    }
}
