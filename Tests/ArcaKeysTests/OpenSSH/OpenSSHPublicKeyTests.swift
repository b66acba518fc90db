internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys
import Testing

@Suite struct OpenSSHPublicKeyTests {
    private static let line =
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHsKLqeplhpW+uObz5dvMgjz1OxfM/XXUB+VHtZ6isGN"

    @Test(
        "reads options before the key and a comment after it",
        arguments: [
            ("", ""), ("", " alice@example.org"), ("", "  two  words "), ("no-pty,command=\"echo \\\"a b\\\"\" ", " x"),
            ("from=\"10.0.0.0/8, 192.168.0.0/16\" ", ""), (" \t", ""), ("", "\n"), ("", " c\r\n"), ("", " say \"hi\""),
        ])
    func readsLines(before: String, after: String) throws {
        let key = try OpenSSHPublicKey((before + Self.line + after).utf8)
        let expected = try OpenSSHPublicKey(Self.line.utf8)
        #expect(key.key == expected.key)
        let comment = String(after.drop { $0 == " " }).replacing("\r\n", with: "").replacing("\n", with: "")
        #expect(key.comment == comment)
    }

    @Test(
        "rejects lines that are not keys",
        arguments: [
            "", "ssh-ed25519", "ssh-ed25519 ", "ssh-ed25519 AAAA", "hello world",
            "ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIHsKLqeplhpW+uObz5dvMgjz1OxfM/XXUB+VHtZ6isGN",
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHsKLqeplhpW+uObz5dvMgjz1OxfM/XXUB+VHtZ6isG",
            "ssh-ed25519 !AAAC3NzaC1lZDI1NTE5AAAAIHsKLqeplhpW+uObz5dvMgjz1OxfM/XXUB+VHtZ6isGN",
        ])
    func refusesLines(text: String) {
        #expect(throws: KeyError.self) { try OpenSSHPublicKey(text.utf8) }
    }

    @Test("rejects two lines, and a comment that would add a line")
    func refusesLineEnds() throws {
        #expect(throws: KeyError.code(.malformed)) { try OpenSSHPublicKey("\(Self.line)\n\(Self.line)\n".utf8) }
        let key = try OpenSSHPublicKey(Self.line.utf8).key
        #expect(throws: KeyError.code(.invalidOption)) { try OpenSSHPublicKey(key, comment: "a\nb") }
        let privateKey = AnyPrivateKey.ed25519(Curve25519.Signing.PrivateKey())
        #expect(throws: KeyError.code(.invalidOption)) { try OpenSSHPrivateKey.encode(privateKey, comment: "a\nb") }
    }

    @Test("errors never quote the type of a line")
    func showsNoStrangers() {
        do {
            _ = try OpenSSHPublicKey("ssh-rsa\u{1b}[31m \(Self.line.dropFirst(12))".utf8)
            Issue.record("a line of no type was read")
        } catch {
            #expect(!error.description.contains("\u{1b}"))
        }
    }

    @Test("reads a file of lines with comments and empty lines")
    func readsFiles() throws {
        let text = "# who may come in\n\n\(Self.line) first\n   \n\(Self.line) second\n#end"
        #expect(try AnyKey.all(in: text.utf8).map(\.comment) == ["first", "second"])
        #expect(throws: KeyError.self) { try AnyKey.all(in: "\(Self.line)\nsomething else\n".utf8) }
    }

    @Test("RSA numbers must be positive and minimal")
    func refusesNumbers() throws {
        func blob(_ numbers: [[UInt8]]) -> [UInt8] {
            ([Array("ssh-rsa".utf8)] + numbers).flatMap { [0, 0, 0, UInt8($0.count)] + $0 }
        }
        func reads(_ numbers: [[UInt8]]) -> Bool {
            (try? OpenSSHPublicKey("ssh-rsa \(Base64.standard.encode(blob(numbers)))".utf8)) != nil
        }
        let modulus = [0, 0xc1] + [UInt8](repeating: 0x55, count: 100)
        #expect(reads([[1, 0, 1], modulus]))
        #expect(!reads([[1, 0, 1], Array(modulus.dropFirst())]), "negative")
        #expect(!reads([[0, 1, 0, 1], modulus]), "a zero too many")
        #expect(!reads([[1, 0, 1], [0] + modulus]), "two zeros")
        #expect(!reads([[1, 0, 1], modulus, [1]]), "trailing data")
        #expect(!reads([[1, 0, 1]]), "no modulus")
    }
}
