internal import ArcaTestSupport
import ArcaCore
import ArcaKeys
import Testing

/// Public keys in the format of RFC 4716.
@Suite struct SSH2PublicKeysTests {
    private static let blob = "AAAAC3NzaC1lZDI1NTE5AAAAIHsKLqeplhpW+uObz5dvMgjz1OxfM/XXUB+VHtZ6isGN"
    private static let begin = "---- BEGIN SSH2 PUBLIC KEY ----"
    private static let end = "---- END SSH2 PUBLIC KEY ----"

    private static func file(_ inside: String) -> String { "\(begin)\n\(inside)\n\(end)\n" }

    @Test(
        "reads keys with headers and any line ends",
        arguments: [
            (blob, nil), ("Comment: me\n\(blob)", "me"), ("COMMENT: \"me, too\"\nx-private: 1\n\(blob)", "me, too"),
            ("Comment: a \\\nlong one\n\(blob)", "a long one"), ("\(blob.prefix(30))\n\(blob.dropFirst(30))", nil),
        ] as [(String, String?)])
    func reads(inside: String, comment: String?) throws {
        let expected = try OpenSSHPublicKey("ssh-ed25519 \(Self.blob)".utf8).key
        let text = Self.file(inside)
        for text in [text, "\n" + text, text.replacing("\n", with: "\r\n"), String(text.dropLast())] {
            let key = try AnyKey(text.utf8)
            #expect(try key.publicKey() == expected)
            #expect(key.structure == .ssh2)
            #expect(key.comment == comment)
        }
        #expect(try AnyKey.all(in: (text + "\n" + text).utf8).count == 2)
    }

    @Test(
        "rejects anything that is not a key",
        arguments: [
            "", "\(begin)\n\(blob)\n", "\(begin)\n\(blob)\nComment: late\n\(end)\n", file(""), file("AAAA"),
            file("!\(blob.dropFirst())"), file(String(blob.dropLast(2))), file("\(blob)\n\n====") + "more\n",
            file("Comment: \(String(repeating: "a", count: 1024))\n\(blob)"),
            file("\(String(repeating: "a", count: 65)): x\n\(blob)"), file("Comment: no end \\"), file(blob) + "text\n",
            file(blob) + "\(begin)\n",
        ])
    func refuses(text: String) { #expect(throws: KeyError.self) { try AnyKey(text.utf8) } }

    @Test("stops early in a megabyte of continued lines")
    func boundsHeaders() {
        let text = "\(Self.begin)\nComment: a\\\n" + String(repeating: "a\\\n", count: 300_000)
        #expect(throws: KeyError.code(.malformed, at: 32)) { try AnyKey(text.utf8) }
    }

    @Test("reads the samples of ssh-keygen as the keys of their lines", .enabled(if: SharedSamples.arePresent))
    func samples() throws {
        for name in ["p256", "p384", "p521"] {
            let folder = "signatures/ec/keys/\(name)"
            let key = try AnyKey(Array(SharedSamples.data("\(folder).rfc4716.pub")))
            #expect(try key.publicKey() == AnyKey(Array(SharedSamples.data("\(folder).openssh.pub"))).publicKey())
            #expect(key.comment?.contains("ECDSA") == true)
        }
    }
}
