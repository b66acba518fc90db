import ArcaCore
import ArcaTestSupport
import ArcaVault
import Foundation
import Testing

/// Swift's own names in messages, which say nothing to a user: reflected values, and names of error codes.
enum SwiftNames {
    /// The names of all error codes that are not words, as `invalidCharacter`, from the sources.
    static let codes: Set<String> = {
        var codes: Set<String> = []
        let root = URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "Tests" }.joined(separator: "/")
        let files = FileManager.default.enumerator(atPath: root + "/Sources")?.compactMap { $0 as? String } ?? []
        for file in files where file.hasSuffix("Error.swift") {
            guard let text = try? String(contentsOfFile: "\(root)/Sources/\(file)", encoding: .utf8),
                let start = text.firstRange(of: ": String, ErrorCode {")
            else { continue }
            for line in text[start.upperBound...].split(separator: "\n") where line.hasPrefix("    case ") {
                let name = line.dropFirst(9).trimmingCharacters(in: .whitespaces)
                if name.allSatisfy(\.isLetter), name.contains(where: \.isUppercase) { codes.insert(name) }
            }
        }
        return codes
    }()

    static func found(in messages: String) -> [String] {
        // With --json, errors have the codes, which programs compare.
        messages.split(separator: "\n").filter { !$0.hasPrefix("{") }.flatMap { line in
            line.matches(of: /\b[A-Z]\w*\([a-z]\w*: |\bOptional\(/).map { String($0.output) }
                + line.split { !$0.isLetter }.map(String.init).filter(codes.contains)
        }
    }
}

@Suite struct SwiftNamesTests {
    @Test("the scan of all messages that tests see finds reflected values and error codes")
    func scan() {
        #expect(SwiftNames.codes.isSuperset(of: ["wrongCredential", "invalidCharacter", "isDirectory"]))
        let bad = "arca: copied 'FieldName(name: \"password\", isCustom: false)'\narca: error: at 3: invalidCharacter\n"
        #expect(SwiftNames.found(in: bad) == ["FieldName(name: ", "invalidCharacter"])
        #expect(SwiftNames.found(in: "arca: Optional(3)") == ["Optional("])
        #expect(SwiftNames.found(in: "arca: SHA256(32 bytes)\n{\"code\":\"invalidCharacter\"}\n").isEmpty)
    }

    @Test("an error code in a message reads as words")
    func words() {
        #expect(CodecErrorCode.invalidCharacter.rawValue.spelledOut == "invalid character")
        #expect(
            VaultErrorCode.wrongCredential.rawValue.spelledOut == "wrong credential"
                && VaultErrorCode.busy.rawValue.spelledOut == "busy")
    }

    @Test("the code of a broken hexadecimal key is not shown as it is in Swift")
    func hexadecimalKey() throws {
        try Peer.inFolder { folder in
            try Data("00zz".utf8).write(to: folder.appendingPathComponent("key"))
            let answer = try Arca.run(
                ["mac", "hmac-sha256", "--key-from", "hexfile:key"], input: [], environment: [:], in: folder)
            #expect(
                answer.status == 2 && answer.errors.contains("digits: invalid character at offset 2"),
                "\(answer.errors)")
        }
    }
}
