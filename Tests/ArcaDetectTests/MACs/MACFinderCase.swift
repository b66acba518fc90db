import ArcaCore
import ArcaDetect
import ArcaKeys
import Foundation
import Testing

/// A line of a file in `Vectors/request-signatures`; see its SOURCE.md.
struct MACFinderCase: Sendable, CustomTestStringConvertible {
    let name: String
    let message: String
    let signature: String?
    let secret: String?
    let publicKey: String?
    let fields: [MACFinder.Field]
    let text: String
    let function: String

    var testDescription: String { name }

    static func all(_ file: String) throws -> [MACFinderCase] {
        let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
        let lines = try String(contentsOfFile: "\(root)/Vectors/request-signatures/\(file)", encoding: .utf8)
        return try lines.split(separator: "\n").map { line in
            let object = JSONField(try JSONReader.read(String(line)))
            return try MACFinderCase(
                name: object["name"].string, message: object["message"].string,
                signature: object["signature"].ifPresent?.string, secret: object["secret"].ifPresent?.string,
                publicKey: object["publicKey"].ifPresent?.string,
                fields: object["fields"].ifPresent?.members.map { MACFinder.Field($0.name, try $0.field.string.utf8) }
                    ?? [],
                text: object["text"].string, function: object["function"].string)
        }
    }

    /// Searches with another secret, signature or message if given.
    func report(secret other: String? = nil, signature otherSignature: String? = nil) throws -> MACFinder.Report {
        let signature = otherSignature ?? signature
        if let publicKey {
            let key = try AnyKey(publicKey.utf8).publicKey().rsa()
            return try MACFinder().find(message.utf8, signature: signature, publicKey: key, fields: fields)
        }
        let secret = SecretBytes(copying: (other ?? secret ?? "").utf8)
        return try MACFinder().find(message.utf8, signature: signature, secret: secret, fields: fields)
    }

    /// The signature with one changed character, near its start.
    var changedSignature: String? {
        guard let signature else { return nil }
        let place = signature.lastIndex { "=,".contains($0) && $0 != signature.last } ?? signature.startIndex
        let next = signature.index(place, offsetBy: 2)
        let digit: Character = signature[next] == "7" ? "6" : "7"
        return signature[..<next] + String(digit) + signature[signature.index(after: next)...]
    }
}
