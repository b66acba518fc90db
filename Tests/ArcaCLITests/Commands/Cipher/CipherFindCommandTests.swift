import ArcaCore
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite struct CipherFindCommandTests {
    private static let root = #filePath.split(separator: "/").dropLast(5).map { "/" + $0 }.joined()

    @Test(
        "the printed command gives the plaintext", .enabled(if: Peer.has("tr")),
        arguments: ["python", "php", "node", "java", "go", "openssl", "mariadb"])
    func command(file: String) throws {
        let text = try String(contentsOfFile: "\(Self.root)/Vectors/interop/\(file).jsonl", encoding: .utf8)
        try Peer.inFolder { folder in
            for (index, line) in text.split(separator: "\n").enumerated() where index % 12 == 0 {
                let entry = JSONField(try JSONReader.read(String(line)))
                try Self.check(entry, index, folder)
            }
        }
    }

    private static func check(_ entry: JSONField, _ index: Int, _ folder: URL) throws {
        let name = try entry["name"].string
        let key = try entry["key"].string
        let plaintext = try entry["plaintext"].string
        try Data(entry["data"].string.utf8).write(to: folder.appendingPathComponent("it's data"))
        try Data(plaintext.utf8).write(to: folder.appendingPathComponent("plain"))
        var words = ["cipher", "find", "--json", "--key-from", "env:CIPHER_KEY", "--plaintext", "plain"]
        if let iv = try entry["iv"].ifPresent?.string { words += ["--iv", iv] }
        if let salt = try entry["salt"].ifPresent?.string { words += ["--salt", salt] }
        words += index.isMultiple(of: 24) ? ["it's data"] : ["--text", try entry["data"].string]
        let answer = try Arca.run(words, environment: ["CIPHER_KEY": key], in: folder)
        #expect(answer.status == 0, "\(name): \(answer.errors)")
        guard answer.status == 0 else { return }
        let report = JSONField(try JSONReader.read(answer.output))
        #expect(try report["found"].bool && report["proven"].bool, "\(name)")
        let command = try report["command"].string
        #expect(!command.contains(key) || key.count < 8, "\(name)")
        // The programs of the script, with the command under its name.
        try? FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("arca"), withDestinationURL: URL(fileURLWithPath: Peer.arca))
        let path = "\(folder.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let replayed = try Peer.run(["sh", "-c", command], environment: ["CIPHER_KEY": key, "PATH": path], in: folder)
        #expect(replayed.status == 0, "\(name): \(command): \(replayed.errors)")
        #expect(try replayed.text == report["plaintext"].string, "\(name): \(command)")
    }

    @Test("--contains and --plaintext narrow the search, and must not be empty")
    func knownText() throws {
        try Peer.inFolder { folder in
            let key = ["CIPHER_KEY": "wrong key"]
            let sealed = try Arca.run(
                [
                    "cipher", "encrypt", "aes-128-cbc;key=utf8|md5;data=base64>iv,ciphertext", "--key-from",
                    "env:CIPHER_KEY",
                ],
                input: Array("the meeting is at noon on Friday".utf8), environment: key, in: folder)
            for (name, text) in [("right", "the meeting is"), ("wrong", "the party is at"), ("empty", "")] {
                try Data(text.utf8).write(to: folder.appendingPathComponent(name))
            }
            for (words, status) in [
                (["--contains", "noon on Friday"], 0), (["--contains", "noon on Monday"], 7), (["--contains", ""], 2),
                (["--plaintext", "right"], 0), (["--plaintext", "wrong"], 7), (["--plaintext", "empty"], 2),
            ] as [([String], Int32)] {
                let answer = try Arca.run(
                    ["cipher", "find", "--key-from", "env:CIPHER_KEY", "--text", sealed.text] + words, environment: key,
                    in: folder)
                #expect(answer.status == status, "\(words): \(answer.errors)")
                #expect(answer.text.contains("AES-128-CBC") == (status == 0), "\(words)")
                #expect(answer.errors.contains(" empty") == (status == 2), "\(words): \(answer.errors)")
            }
        }
    }

    @Test("uncertain results need --force, and wrong names are explained")
    func options() throws {
        let environment = ["CIPHER_KEY": "wrong key"]
        let words = ["cipher", "find", "--key-from", "env:CIPHER_KEY", "--text", "ZglJO6WWY3kEBifZmUm6VA=="]
        let nothing = try Arca.run(words, environment: environment)
        #expect(nothing.status == 7)
        #expect(nothing.output.isEmpty)
        #expect(nothing.errors.contains("no combination decrypts the data"))
        #expect(nothing.errors.contains("tried "))
        let uncertain = [
            "cipher", "find", "--key-from", "env:CIPHER_KEY", "--text", String(repeating: ":", count: 1024),
        ]
        let refused = try Arca.run(uncertain, environment: environment)
        #expect(refused.status == 7 && refused.output.isEmpty && refused.errors.contains("--force prints"))
        let forced = try Arca.run(uncertain + ["--force"], environment: environment)
        #expect(forced.status == 0 && forced.text.hasPrefix("Scheme (50 %):\n"), "\(forced.text.prefix(60))")
        let unknown = try Arca.run(words + ["--cipher", "rot13"], environment: environment)
        #expect(unknown.status == 2 && unknown.errors.contains("unknown cipher 'rot13'"))
        let scheme = "aes-128-ecb; key=utf8|md5; data=base64>ciphertext"
        let sealed = try Arca.run(
            ["cipher", "encrypt", scheme, "--key-from", "env:CIPHER_KEY"], input: Array("hello, world".utf8),
            environment: environment)
        #expect(sealed.status == 0, "\(sealed.errors)")
        let opened = try Arca.run(
            ["cipher", "decrypt", scheme, "--key-from", "env:CIPHER_KEY"], input: sealed.output,
            environment: environment)
        #expect(opened.text == "hello, world")
        let conflict = try Arca.run(
            ["cipher", "decrypt", scheme, "--key-from", "env:CIPHER_KEY", "--iv", "00"], environment: environment)
        #expect(conflict.errors.contains("a scheme cannot be combined with --iv"))
    }
}
