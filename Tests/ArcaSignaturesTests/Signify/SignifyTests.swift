internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaSignatures

@Suite("signify signatures")
struct SignifyTests {
    private static let secret = Result { try SignifySecretKey(name: "release") }

    private func made(_ message: String = "message") throws -> SignifySignature {
        guard case .signify(let made) = try TestKeys.sign(message, .signify(Self.secret.get())) else {
            throw Peer.Failure(status: 1)
        }
        return made
    }

    private func verifier() throws -> SignatureVerifier {
        TestKeys.verifier(.numbered(try Self.secret.get().publicKey))
    }

    @Test("verifies only for the same message and key")
    func roundTrip() throws {
        let made = try made()
        #expect(made.untrustedComment == "verify with release.pub")
        #expect(try SignifySignature(made.text.utf8) == made && SignatureFile(made.text.utf8) == .signify(made))
        let verdict = try verifier().verify(made.text, of: "message")
        #expect(verdict.isGood)
        #expect(verdict.format == .signify)
        #expect(verdict.untrustedComment == "verify with release.pub")
        #expect(try verifier().verify(made.text, of: "massage").outcome == .bad)
        let other = try SignifySecretKey().publicKey
        #expect(TestKeys.verifier(.numbered(other)).verify(made.text, of: "message").outcome == .wrongKey)
    }

    @Test("parses signatures strictly")
    func strict() throws {
        let made = try made()
        let base64 = made.text.split(separator: "\n")[1]
        for text in [
            made.text.replacing("\n", with: "\r\n"), String(made.text.dropLast()), "untrusted comment: \n\(base64)\n",
        ] {
            #expect(try SignifySignature(text.utf8).signature == made.signature)
        }
        let wrong = [
            "", made.text + "\n", made.text + "x\n", "comment: x\n\(base64)\n", "untrusted comment: x\n\(base64) \n",
            "untrusted comment: x\n\(base64.dropLast(4))\n",
            "untrusted comment: x\n\(base64.prefix(40)) \(base64.dropFirst(40))\n",
            "untrusted comment: x\n", "untrusted comment: x\n\n", "\(base64)\n",
        ]
        for text in wrong { #expect(throws: SignatureError.self) { try SignifySignature(text.utf8) } }
    }

    @Test("verifies embedded signatures, and releases nothing of the message before")
    func embedded() throws {
        let made = try made("line\nanother\n").text
        let (verdict, offset) = try verifier().verify(embedded: (made + "line\nanother\n").utf8)
        #expect(verdict.isGood && offset == made.utf8.count)
        #expect(try verifier().verify(embedded: (made + "line\nanother").utf8).verdict.outcome == .bad)
        #expect(try verifier().verify(embedded: made.utf8).verdict.outcome == .bad)
        for text in ["", "untrusted comment: x", "untrusted comment: x\nRW", "x\ny\nz"] {
            let (verdict, offset) = try verifier().verify(embedded: text.utf8)
            #expect(verdict.outcome == .malformed && offset == nil)
        }
        #expect(try verifier().verify(embedded: [UInt8](repeating: 0x61, count: 1 << 20)).verdict.outcome == .malformed)
    }

    @Test("reads back the secret keys it writes, plain and encrypted")
    func secretKeys() throws {
        let secret = try Self.secret.get()
        let plain = try secret.fileText(passphrase: nil)
        #expect(try SignifySecretKey(plain).privateKey == secret.privateKey)
        #expect(try SignifySecretKey(plain).publicKey.comment == "release public key")
        let passphrase = SecretBytes(copying: "correct horse".utf8)
        let sealed = try secret.fileText(passphrase: passphrase, rounds: 2)
        #expect(SignifySecretKey.isEncrypted(sealed) == true && SignifySecretKey.isEncrypted(plain) == false)
        #expect(try SignifySecretKey(sealed, passphrase: passphrase).privateKey == secret.privateKey)
        #expect(throws: SignatureError.code(.passphraseNeeded)) { try SignifySecretKey(sealed) }
        #expect(throws: SignatureError.code(.wrongPassphrase)) {
            try SignifySecretKey(sealed, passphrase: SecretBytes(copying: "wrong".utf8))
        }
        #expect(throws: SignatureError.code(.costTooHigh)) {
            try SignifySecretKey(sealed, passphrase: passphrase, limits: CostLimits(bcryptRounds: 1...1))
        }
        #expect(throws: SignatureError.code(.invalidOption)) {
            try secret.fileText(passphrase: passphrase, rounds: 4096)
        }
        #expect(throws: SignatureError.code(.invalidOption)) { try SignifySecretKey(name: "a\nb") }
    }

    @Test("rejects secret keys with a mismatched public key, checksum or field")
    func damagedKeys() throws {
        let file = try Self.secret.get().fileText(passphrase: nil)
        let text = file.withBytes { String(decoding: [UInt8](bytes: $0), as: UTF8.self) }
        let bytes = try Base64.standard.decode(text.split(separator: "\n")[1].utf8)
        func read(_ bytes: [UInt8]) throws(SignatureError) -> SignifySecretKey {
            try SignifySecretKey("untrusted comment: x\n\(Base64.standard.encode(bytes))\n".utf8)
        }
        #expect(try read(bytes).privateKey == Self.secret.get().privateKey)
        #expect(throws: SignatureError.code(.malformed)) { try read(flipped(bytes, at: 100)) }
        var forged = flipped(bytes, at: 100)
        forged.replaceSubrange(24..<32, with: SHA512.hash(forged[40...]).prefix(8))
        #expect(throws: SignatureError.code(.invalidKey)) { try read(forged) }
        for place in [0, 2] {
            #expect(throws: SignatureError.code(.unsupported)) { try read(flipped(bytes, at: place)) }
        }
        #expect(throws: SignatureError.self) { try read(Array(bytes.dropLast())) }
        #expect(throws: SignatureError.code(.costTooHigh)) {
            var costly = bytes
            costly.replaceSubrange(4..<8, with: [255, 255, 255, 255])
            _ = try SignifySecretKey(
                "untrusted comment: x\n\(Base64.standard.encode(costly))\n".utf8, passphrase: SecretBytes(copying: [1]))
        }
    }

    @Test("checks files in a folder, and reads names outside of it only on request")
    func checking() throws {
        try Peer.inFolder { folder in
            let files = folder.appendingPathComponent("files")
            try FileManager.default.createDirectory(
                at: files.appendingPathComponent("sub"), withIntermediateDirectories: true)
            for (name, text) in [("files/a", "a"), ("files/b", "changed"), ("c", "a")] {
                try Data(text.utf8).write(to: folder.appendingPathComponent(name))
            }
            let digest = Base16.standard.encode(SHA256.hash("a".utf8))
            let names = ["a", "b", "none", "../c", "sub", "/etc/hostname"]
            let text = names.map { "\(digest)  \($0)\n" }.joined()
            try Data(text.utf8).write(to: folder.appendingPathComponent("SUMS"))
            let list = try ChecksumList(contentsOf: BytePath(folder.path + "/SUMS"))
            func outcomes(_ names: [BytePath]) throws -> [String] {
                try list.check(names, in: BytePath(files.path)).map { entry, outcome in
                    switch outcome {
                    case .unreadable(let error): "\(error.code)"
                    default: "\(outcome)"
                    }
                }
            }
            #expect(try outcomes([]) == ["matches", "differs", "notFound", "refused", "refused", "refused"])
            #expect(try outcomes(["../c"]) == ["matches"])
            #expect(throws: SignatureError.code(.invalidOption)) { try outcomes(["d"]) }
        }
    }

    @Test("reads lists with BSD and GNU lines, and checks every line")
    func list() throws {
        let digest = SHA256.hash("a".utf8)
        let hexText = Base16.standard.encode(digest)
        let list = try ChecksumList(
            """
            SHA256 (a.txt) = \(hexText)
            SHA256 (b (1) .txt) = \(Base64.standard.encode(digest))
            \(hexText)  c
            SHA512 (a.txt) = \(Base16.standard.encode(SHA512.hash("a".utf8)).uppercased())
            \(hexText) *../d\r
            """.utf8)
        #expect(list.entries.map { $0.shownName } == ["a.txt", "b (1) .txt", "c", "a.txt", "../d"])
        #expect(list.entries.map { $0.hash } == [.sha256, .sha256, .sha256, .sha512, .sha256])
        #expect(list.entries.map { $0.isInside } == [true, true, true, true, false])
        #expect(try list.entries(for: [Array("a.txt".utf8)]).map { $0.line } == [1, 4])
        #expect(throws: SignatureError.code(.invalidOption)) { try list.entries(for: [Array("e".utf8)]) }
        #expect(try ChecksumList("SHA256 (/a) = \(hexText)".utf8).entries[0].isInside == false)
        let wrong: [(SignatureErrorCode, String)] = [
            (.malformed, ""), (.malformed, "\n"), (.malformed, "SHA256 (a) = \(hexText) x"),
            (.malformed, "SHA256 (a) = \(hexText.dropLast(2))"),
            (.unsupported, "MD5 (a) = d41d8cd98f00b204e9800998ecf8427e"),
            (.unsupported, "d41d8cd98f00b204e9800998ecf8427e  a"),
            (.unsupported, "SHA1 (a) = da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            (.unsupported, "FOO (a) = \(hexText)"),
            (.malformed, "SHA256 (a) = \(Base64.standard.encode(digest.dropLast()))"), (.malformed, "\(hexText)"),
        ]
        for (code, text) in wrong {
            do {
                _ = try ChecksumList(text.utf8)
                Issue.record("read: \(text)")
            } catch { #expect(error.code == code, "\(text): \(error)") }
        }
    }
}
