internal import ArcaTestSupport
internal import Foundation
import Testing

@Suite struct MACCommandTests {
    static let key = "000102030405060708090a0b0c0d0e0f"

    static func arca(_ arguments: [String], input: String = "Hi There") throws -> Peer.Answer {
        try Peer.inFolder { folder in
            try Data("\(key)\n".utf8).write(to: folder.appendingPathComponent("key.hex"))
            try Data(hex(key)).write(to: folder.appendingPathComponent("key"))
            return try Arca.run(["mac"] + arguments, input: Array(input.utf8), in: folder)
        }
    }

    static func openssl(_ arguments: [String], input: String = "Hi There") throws -> String {
        try Peer.run(["openssl", "mac"] + arguments, input: Array(input.utf8)).text.lowercased()
    }

    @Test(
        "matches openssl",
        arguments: [
            (["hmac-sha256"], ["-digest", "SHA256", "-macopt", "hexkey:\(key)", "HMAC"]),
            (["hmac-md5"], ["-digest", "MD5", "-macopt", "hexkey:\(key)", "HMAC"]),
            (["cmac"], ["-cipher", "AES-128-CBC", "-macopt", "hexkey:\(key)", "CMAC"]),
            (
                ["gmac", "--nonce", "0102030405060708090a0b0c"],
                [
                    "-cipher", "AES-128-GCM", "-macopt", "hexkey:\(key)", "-macopt", "hexiv:0102030405060708090a0b0c",
                    "GMAC",
                ]
            ),
            (
                ["kmac128", "--length", "20", "--customization", "tag"],
                ["-macopt", "hexkey:\(key)", "-macopt", "custom:tag", "-macopt", "size:20", "KMAC128"]
            ),
        ])
    func agreesWithOpenSSL(ours: [String], theirs: [String]) throws {
        let expected = try Self.openssl(theirs)
        for source in ["hexfile:key.hex", "file:key"] {
            let answer = try Self.arca(ours + ["--key-from", source])
            #expect(answer.status == 0 && answer.text == expected, "\(answer.errors)")
        }
    }

    @Test("refuses an empty key", arguments: ["file:/dev/null", "hexfile:/dev/null", "cmd:true"])
    func refusesEmptyKey(source: String) throws {
        let answer = try Self.arca(["hmac-sha256", "--key-from", source])
        #expect(answer.status == 2 && answer.output.isEmpty)
        #expect(answer.errors == "arca: error: --key-from: the key is empty\narca: hint: check the source of the key\n")
    }

    @Test("verifies a MAC, and ends with 1 for a wrong one or one of another length")
    func verifies() throws {
        let source = ["--key-from", "hexfile:key.hex"]
        let code = String(try Self.arca(["hmac-sha256"] + source).text.dropLast())
        #expect(try Self.arca(["hmac-sha256", "--verify", code] + source).status == 0)
        #expect(try Self.arca(["hmac-sha256", "--verify", code.uppercased()] + source).status == 0)
        let wrong = try Self.arca(["hmac-sha256", "--verify", code] + source, input: "Hi there")
        #expect(wrong.status == 1 && wrong.output.isEmpty)
        #expect(try Self.arca(["hmac-sha256", "--verify", String(code.dropLast(2))] + source).status == 1)
        let cut = ["hmac-sha256", "--length", "16", "--verify", String(code.prefix(32))]
        #expect(try Self.arca(cut + source).status == 0)
    }

    @Test(
        "rejects invalid combinations",
        arguments: [
            ["hmac-sha256"], ["poly1305", "--key-from", "file:key"], ["gmac", "--key-from", "file:key"],
            ["cmac", "--key-from", "hexfile:key"], ["cmac", "--nonce", "00", "--key-from", "file:key"],
            ["cmac", "--verify", "xyz", "--key-from", "file:key"],
            ["cmac", "--length", "17", "--key-from", "file:key"],
            ["cmac", "--key-from", "prompt"], ["cmac", "--key-from", "stdin"],
        ])
    func refusesOptions(arguments: [String]) throws {
        let answer = try Self.arca(arguments)
        #expect(answer.status == 2)
        #expect(answer.output.isEmpty)
        #expect(answer.errors.contains("arca: error: "))
    }
}
