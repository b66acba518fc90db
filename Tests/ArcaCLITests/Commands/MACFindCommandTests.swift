import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite struct MACFindCommandTests {
    private static let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()

    /// The cases in `Vectors/request-signatures`.
    static func cases(_ file: String) throws -> [JSONValue] {
        let text = try String(contentsOfFile: "\(root)/Vectors/request-signatures/\(file)", encoding: .utf8)
        return try text.split(separator: "\n").map { try JSONReader.read(String($0)) }
    }

    @Test(
        "the printed command gives the signature", .enabled(if: Peer.has("sed")),
        arguments: ["cases.jsonl", "published.jsonl"])
    func command(file: String) throws {
        let cases = try Self.cases(file)
        #expect(cases.count > 10)
        try Peer.inFolder { folder in
            for (index, entry) in cases.enumerated() { try Self.check(entry, index, folder) }
        }
    }

    private static func check(_ entry: JSONValue, _ index: Int, _ folder: URL) throws {
        let field = JSONField(entry)
        let name = try field["name"].string
        let message = try field["message"].string
        try Data(message.utf8).write(to: folder.appendingPathComponent("message.txt"))
        try Data("secret from a file".utf8).write(to: folder.appendingPathComponent("other"))
        var words = ["mac", "find", "--json"]
        let signature = try field["signature"].ifPresent?.string
        if let signature { words += ["--signature", signature] }
        for member in try field["fields"].ifPresent?.members ?? [] {
            words += ["--with", "\(member.name)=\(try member.field.string)"]
        }
        var environment: [String: String] = [:]
        if let key = try field["publicKey"].ifPresent?.string {
            try Data(key.utf8).write(to: folder.appendingPathComponent("it's a key.pub"))
            words += ["--key", "it's a key.pub"]
        } else if index.isMultiple(of: 2) {
            environment["MAC_SECRET"] = try field["secret"].string
            words += ["--secret-from", "env:MAC_SECRET"]
        } else {
            try Data((field["secret"].string + "\n").utf8).write(to: folder.appendingPathComponent("secret.txt"))
            words += ["--secret-from", "file:secret.txt"]
        }
        // The message from a file, an argument or standard input.
        let places = [["message.txt"], ["--message", message], []]
        let answer = try Arca.run(
            words + places[index % 3], input: Array(message.utf8), environment: environment, in: folder)
        #expect(answer.status == 0, "\(name): \(answer.errors)")
        let report = JSONField(try JSONReader.read(answer.output))
        #expect(try report["text"].string == field["text"].string, "\(name)")
        let script = try report["command"].string
        // The programs of the script, with the command under its name.
        try? FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("arca"), withDestinationURL: URL(fileURLWithPath: Peer.arca))
        let path = "\(folder.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let repeated = try Peer.run(
            ["sh", "-c", script], environment: environment.merging(["PATH": path]) { $1 }, in: folder)
        #expect(repeated.status == 0, "\(name): \(script)\n\(repeated.errors)")
        guard field["publicKey"].ifPresent == nil else {
            #expect(repeated.text.hasSuffix(": OK\n"), "\(name)")
            return
        }
        let code = repeated.text.filter { !$0.isWhitespace && $0 != "=" }
        let whole = signature ?? message
        let shown = whole.replacing("%2F", with: "/").replacing("%3D", with: "").replacing("=\"", with: "\"")
        #expect(code.count >= 16 && shown.filter { $0 != "=" }.contains(code), "\(name): \(script)\n\(code)")
    }

    @Test("quotes percent signs in the messages that derive a key", .enabled(if: Peer.has("sed")))
    func percentSigns() throws {
        let example = try JSONField(#require(Self.cases("published.jsonl").first))
        let (message, signature) = (try example["message"].string, try example["signature"].ifPresent?.string)
        let text = try example["text"].string.replacing("us-east-1", with: "us%seast")
        let secret = try example["secret"].string
        var key = SymmetricKey(data: Array("AWS4\(secret)".utf8))
        let mac = try MACFunction.hmac(.sha256)
        for part in ["20150830", "us%seast", "service", "aws4_request"] {
            key = SymmetricKey(data: try mac.code(for: part.utf8, using: key))
        }
        let code = Base16.standard.encode(try mac.code(for: text.utf8, using: key))
        var changed = message.replacing("us-east-1", with: "us%seast")
        if let signature { changed = changed.replacing(signature, with: code) }
        try Peer.inFolder { folder in
            let answer = try Arca.run(
                ["mac", "find", "--json", "--secret-from", "env:KEY", "--signature", code, "--message", changed],
                environment: ["KEY": secret])
            #expect(answer.status == 0, "\(answer.errors)")
            let script = try JSONField(try JSONReader.read(answer.output))["command"].string
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("arca"), withDestinationURL: URL(fileURLWithPath: Peer.arca))
            let path = "\(folder.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
            let repeated = try Peer.run(["sh", "-c", script], environment: ["KEY": secret, "PATH": path], in: folder)
            #expect(repeated.text == code + "\n", "\(script)\n\(repeated.errors)")
        }
    }

    @Test("prints rule, text and command, without the secret")
    func text() throws {
        let message = "mch_id=10000100&appid=wxd930ea5d5a258f4f&device_info=1000&body=test&nonce_str=ibuaiVcKdpRxkhJA"
        let secret = "192006250b4c09247ec02edce69f6a2d"
        let answer = try Arca.run(
            [
                "mac", "find", "--secret-from", "env:KEY", "--signature", "9A0A8659F005D6984697E2CA0A9CF3B7",
                "--message", message,
            ], environment: ["KEY": secret])
        #expect(answer.status == 0 && answer.errors.isEmpty)
        let text = "appid=wxd930ea5d5a258f4f&body=test&device_info=1000&mch_id=10000100&nonce_str=ibuaiVcKdpRxkhJA&key="
        #expect(
            answer.text == """
                Rule:
                  parameters
                  sorted by name
                  joined as a=1&b=2
                  followed by &key=‹secret›
                  MD5
                  in upper-case hexadecimal digits

                Text:
                  \(text)‹secret›

                Command:
                  printf '\(text)%s' "$KEY" | arca hash -a md5 | cut -d ' ' -f 1 | tr a-f A-F

                """)
        #expect(!answer.text.contains(secret))
    }

    @Test("ends with 7 and says what was tried if nothing matches")
    func nothing() throws {
        let words = ["mac", "find", "--secret-from", "env:KEY", "--signature", "00112233445566778899aabbccddeeff"]
        let answer = try Arca.run(words, input: Array("a=1&b=2\n".utf8), environment: ["KEY": "wrong"])
        #expect(answer.status == 7 && answer.output.isEmpty)
        #expect(answer.errors.contains("combinations of"))
        #expect(answer.errors.contains("the signature has 16 bytes: MD5"))
        #expect(answer.errors.hasSuffix("arca: error: no combination gives this signature\n"))
        let json = try Arca.run(words + ["--json"], input: Array("a=1&b=2\n".utf8), environment: ["KEY": "wrong"])
        #expect(json.status == 7)
        #expect(try JSONReader.read(json.output)["found"]?.bool == false)
    }

    @Test("refuses a missing secret, two sources of one thing, and a value without a name")
    func sources() throws {
        let options = ["mac", "find", "--signature", "00112233445566778899aabbccddeeff"]
        #expect(try Arca.run(options).status == 2)
        #expect(try Arca.run(options + ["--secret-from", "stdin"]).status == 2)
        #expect(
            try Arca.run(options + ["--secret-from", "env:KEY", "--key", "a"], environment: ["KEY": "a"]).status == 2)
        let both = try Arca.run(
            options + ["--secret-from", "env:KEY", "--message", "a", "b"], environment: ["KEY": "a"])
        #expect(both.status == 2)
        let unnamed = try Arca.run(options + ["--secret-from", "env:KEY", "--with", "=a"], environment: ["KEY": "a"])
        #expect(unnamed.status == 2 && unnamed.errors.contains("NAME=VALUE"))
    }

    @Test("'arca mac' still takes an algorithm, options first or last, and helps with both")
    func group() throws {
        for words in [["hmac-md5", "--key-from", "env:KEY"], ["--key-from", "env:KEY", "hmac-md5"]] {
            let answer = try Arca.run(["mac"] + words, input: Array("x".utf8), environment: ["KEY": "k"])
            #expect(answer.status == 0 && answer.text.count == 33, "\(answer.errors)")
        }
        let help = try Arca.run(["mac", "--help"]).text
        #expect(help.contains("--key-from") && help.contains("find"))
        #expect(try Arca.run(["mac", "find", "--help"]).text.contains("--signature"))
        #expect(try Arca.run(["help", "mac", "find"]).text.contains("WeChat Pay"))
        #expect(try Arca.run(["mac"]).status == 2)
    }
}
