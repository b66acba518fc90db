internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaTestSupport
import Testing

@testable import ArcaSignatures

@Suite("minisign signatures")
struct MinisignTests {
    private static let secret = Result { try MinisignSecretKey() }
    private static let cheap = Scrypt.Cost.interactive

    private func made(_ comment: String? = nil) throws -> MinisignSignature {
        let file = try TestKeys.sign("message", .minisign(Self.secret.get())) { $0.comment = comment }
        guard case .minisign(let made) = file else { throw Peer.Failure(status: 1) }
        return made
    }

    private func verifier() throws -> SignatureVerifier {
        TestKeys.verifier(.numbered(try NumberedPublicKey(try Self.secret.get().publicKey.text.utf8)))
    }

    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    @Test("verifies a signature with its comments, and only for its message and key")
    func roundTrip() throws {
        let made = try made()
        #expect(made.trustedComment == "timestamp:1780315200\tfile:notes.txt\thashed" && made.isPrehashed)
        #expect(try MinisignSignature(made.text.utf8) == made)
        let verdict = try verifier().verify(made.text, of: "message")
        #expect(verdict.outcome == .good)
        #expect(verdict.time == 1_780_315_200)
        #expect(verdict.fileName == "notes.txt")
        #expect(verdict.comment == "timestamp:1780315200\\tfile:notes.txt\\thashed" && !verdict.isLegacy)
        #expect(try verdict.key?.id == Self.secret.get().publicKey.keyID && verdict.hash == "BLAKE2b-512")
        let bad = try verifier().verify(made.text, of: "massage")
        #expect(bad.outcome == .bad)
        #expect(bad.comment == nil)
        #expect(bad.time == nil)
        let other = try MinisignSecretKey().publicKey
        let stranger = TestKeys.verifier(.numbered(other)).verify(made.text, of: "message")
        #expect(stranger.outcome == .wrongKey)
        #expect(stranger.reason == "signed by key \(made.keyID), not by \(other.keyID)")
        // The key ID is not a fingerprint: another key can have the same one.
        let forged = NumberedPublicKey(number: made.keyNumber, key: other.key, origin: nil)
        #expect(TestKeys.verifier(.numbered(forged)).verify(made.text, of: "message").outcome == .bad)
    }

    @Test("escapes the trusted comment for display, and rejects control characters when signing")
    func controlCharacters() throws {
        let secret = try Self.secret.get()
        let good = try made("plain")
        let comment = "timestamp:1\tfile:a\u{1b}[31mb"
        let global = try secret.privateKey.signature(for: good.signature + Array(comment.utf8))
        let text = MinisignSignature(
            keyNumber: good.keyNumber, isPrehashed: true, signature: good.signature, untrustedComment: "\u{202e}x",
            trustedComment: comment, globalSignature: global
        ).text
        let verdict = try verifier().verify(text, of: "message")
        #expect(verdict.isGood && verdict.comment == "timestamp:1\\tfile:a\\x1b[31mb")
        #expect(verdict.fileName == "a\\x1b[31mb" && verdict.untrustedComment == "\\u{202e}x")
        for comment in ["a\u{1b}b", "a\nb", "a\rb", String(repeating: "a", count: 8175)] {
            #expect(throws: SignatureError.code(.invalidOption)) { try made(comment) }
        }
        #expect(try made(String(repeating: "a", count: 8174)).text.utf8.count > 8174)
        #expect(
            try MinisignSignature(made(String(repeating: "a", count: 8174)).text.utf8).trustedComment.utf8.count == 8174
        )
    }

    @Test("binds the trusted comment to its signature")
    func trustedComment() throws {
        let (one, two) = (try made("one"), try made("two"))
        var swapped = lines(one.text)
        swapped[2] = lines(two.text)[2]
        let changed = try verifier().verify(swapped.joined(separator: "\n"), of: "message")
        #expect(changed.outcome == .bad && changed.comment == nil)
        #expect(changed.reason == "the trusted comment does not match its signature: it was changed")
        swapped[0] = "untrusted comment: whatever"
        swapped[2] = lines(one.text)[2]
        #expect(try verifier().verify(swapped.joined(separator: "\n"), of: "message").isGood)
    }

    @Test("marks legacy signatures, rejects them on request, and never accepts them for 64 bytes")
    func legacy() throws {
        let secret = try Self.secret.get()
        func legacy(_ message: [UInt8], signature: [UInt8]? = nil) throws -> String {
            let signature = try signature ?? secret.privateKey.signature(for: message)
            let global = try secret.privateKey.signature(for: signature + Array("c".utf8))
            return MinisignSignature(
                keyNumber: secret.number, isPrehashed: false, signature: signature, untrustedComment: "",
                trustedComment: "c", globalSignature: global
            ).text
        }
        var verifier = try verifier()
        for count in [0, 7, 63, 64, 65] {
            let message = [UInt8](repeating: 0x61, count: count)
            let verdict = verifier.verify(try legacy(message).utf8, of: message)
            #expect(verdict.isLegacy && verdict.outcome == (count == 64 ? .bad : .good))
        }
        // A signature over a file's digest, relabeled as a signature over the digest itself.
        let digest = BLAKE2b.hash("message".utf8)
        let relabelled = try legacy(digest, signature: made().signature)
        #expect(verifier.verify(relabelled.utf8, of: digest).outcome == .bad)
        #expect(verifier.verify(relabelled, of: "message").outcome == .bad)
        verifier.allowsLegacy = false
        #expect(verifier.verify(try legacy([1]).utf8, of: [1]).outcome == .unsupported)
        // The same attack with a signify signature, which works only if the key is not known to be signify's.
        let asSignify = SignifySignature(
            keyNumber: secret.number, signature: try made().signature, untrustedComment: "")
        #expect(verifier.verify(asSignify.text.utf8, of: digest).outcome == .unsupported)
        let known = NumberedPublicKey(number: secret.number, key: secret.privateKey.publicKey, origin: .signify)
        #expect(TestKeys.verifier(.numbered(known)).verify(asSignify.text.utf8, of: digest).isGood)
    }

    @Test("parses signatures strictly")
    func strict() throws {
        let made = try made("comment")
        let good = lines(made.text)
        func text(_ number: Int, _ change: (String) -> String) -> String {
            var lines = good
            lines[number] = change(lines[number])
            return lines.joined(separator: "\n") + "\n"
        }
        for text in [made.text.replacing("\n", with: "\r\n"), String(made.text.dropLast())] {
            #expect(try MinisignSignature(text.utf8) == made)
        }
        let wrong = [
            "", "\n" + made.text, made.text + "\n", made.text + "x", good[..<2].joined(separator: "\n"),
            good[..<3].joined(separator: "\n"), text(0) { String($0.dropFirst()) },
            text(0) { _ in "untrusted comment:x" },
            text(2) { _ in "trusted comment:x" }, text(1) { $0 + " " }, text(1) { " " + $0 },
            text(1) { String($0.dropLast()) },
            text(1) { String($0.dropLast(4)) }, text(1) { $0.replacing("=", with: "A") },
            text(3) { String($0.dropLast(2)) },
            text(0) { $0 + String(repeating: "a", count: 1024) }, text(2) { $0 + String(repeating: "a", count: 8192) },
            text(3) { _ in Base64.standard.encode([UInt8](repeating: 1, count: 63)) },
        ]
        for text in wrong { #expect(throws: SignatureError.self, "\(text)") { try MinisignSignature(text.utf8) } }
        #expect(throws: SignatureError.code(.unsupported, at: good[0].utf8.count + 1)) {
            try MinisignSignature(text(1) { "RX" + $0.dropFirst(2) }.utf8)
        }
        #expect(throws: SignatureError.self) {
            try MinisignSignature(Array("untrusted comment: ".utf8) + [0xff] + Array(made.text.utf8.dropFirst(19)))
        }
        // 74 bytes are encoded as 99 characters and one padding character, and the last two bits must be zero.
        let unused = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let last = try #require(unused.firstIndex(of: Array(good[1].utf8)[98]))
        #expect(throws: SignatureError.self) {
            try MinisignSignature(
                text(1) { $0.dropLast(2) + String(decoding: [unused[last + 1]], as: UTF8.self) + "=" }.utf8)
        }
    }

    @Test("rejects every truncation and every changed Base64 character")
    func everyByte() throws {
        let bytes = Array(try made("c").text.utf8)
        let verifier = try verifier()
        let untrusted = try #require(bytes.firstIndex(of: 0x0a))
        for count in 0..<bytes.count - 1 {
            #expect(!verifier.verify(bytes[..<count], of: "message".utf8).isGood)
        }
        for place in untrusted..<bytes.count - 1 {
            #expect(!verifier.verify(flipped(bytes, at: place), of: "message".utf8).isGood, "byte \(place)")
        }
    }

    @Test("reads back the secret keys it writes, plain and encrypted")
    func secretKeys() throws {
        let secret = try Self.secret.get()
        let plain = try secret.fileText(passphrase: nil)
        #expect(try MinisignSecretKey(plain).privateKey == secret.privateKey)
        #expect(MinisignSecretKey.isEncrypted(plain) == false)
        let passphrase = SecretBytes(copying: "correct horse".utf8)
        let sealed = try secret.fileText(passphrase: passphrase, cost: Self.cheap)
        #expect(MinisignSecretKey.isEncrypted(sealed) == true)
        let read = try MinisignSecretKey(sealed, passphrase: passphrase)
        #expect(read.privateKey == secret.privateKey && read.number == secret.number)
        #expect(throws: SignatureError.code(.passphraseNeeded)) { try MinisignSecretKey(sealed) }
        #expect(throws: SignatureError.code(.wrongPassphrase)) {
            try MinisignSecretKey(sealed, passphrase: SecretBytes(copying: "wrong".utf8))
        }
        #expect(throws: SignatureError.code(.costTooHigh)) {
            try MinisignSecretKey(sealed, passphrase: passphrase, limits: CostLimits(scryptLogN: 1...14))
        }
        #expect(throws: SignatureError.code(.invalidOption)) {
            try secret.fileText(passphrase: SecretBytes(copying: []))
        }
        #expect("\(secret)" == "MinisignSecretKey(\(secret.publicKey.keyID))")
        guard case .minisign(let same) = try SigningKey(sealed, passphrase: passphrase) else {
            Issue.record("another kind of key")
            return
        }
        #expect(same.number == secret.number)
    }

    @Test("rejects secret keys with a mismatched public key, checksum or field")
    func damagedKeys() throws {
        let file = try Self.secret.get().fileText(passphrase: nil).publicBytes(0..<262)
        let base64 = try #require(String(decoding: file, as: UTF8.self).split(separator: "\n").last)
        let bytes = try Base64.standard.decode(base64.utf8)
        func read(_ bytes: [UInt8]) throws(SignatureError) -> MinisignSecretKey {
            try MinisignSecretKey("untrusted comment: x\n\(Base64.standard.encode(bytes))\n".utf8)
        }
        #expect(try read(bytes).privateKey == Self.secret.get().privateKey)
        let unchecked = bytes[..<126] + [UInt8](repeating: 0, count: 32)
        #expect(try read(Array(unchecked)).privateKey == Self.secret.get().privateKey)
        // The first signature with a mismatched public key would leak the secret key.
        #expect(throws: SignatureError.code(.invalidKey)) { try read(flipped(Array(unchecked), at: 100)) }
        #expect(throws: SignatureError.code(.malformed)) { try read(flipped(bytes, at: 100)) }
        #expect(throws: SignatureError.code(.malformed)) { try read(flipped(bytes, at: 140)) }
        for place in [0, 2, 4] {
            #expect(throws: SignatureError.code(.unsupported)) { try read(flipped(bytes, at: place)) }
        }
        #expect(throws: SignatureError.self) { try read(bytes + [0]) }
        #expect(throws: SignatureError.self) { try read(Array(bytes.dropLast())) }
    }

    @Test(
        "derives the scrypt cost of a secret key like libsodium",
        arguments: [
            [1 << 25, 1 << 30, 20, 1], [1 << 20, 1 << 25, 15, 1], [0, 0, 1, 512], [1 << 25, 1 << 20, 10, 1024],
            [1 << 10, 1 << 40, 10, 1], [1 << 24, 1 << 29, 19, 1], [1 << 25, (1 << 30) - 1, 19, 2],
        ] as [[UInt64]])
    func cost(numbers: [UInt64]) throws {
        let cost = try MinisignSecretKey.cost(operations: numbers[0], memory: numbers[1])
        #expect(UInt64(cost.logN) == numbers[2])
        #expect(cost.r == 8)
        #expect(UInt64(cost.p) == numbers[3])
    }

    @Test(
        "rejects an excessive cost before any work",
        arguments: [(UInt64.max, UInt64.max), (1 << 50, 1 << 50)])
    func costly(operations: UInt64, memory: UInt64) throws {
        #expect(throws: CryptoError.self) {
            try CostLimits.keys.check(MinisignSecretKey.cost(operations: operations, memory: memory))
        }
    }

    @Test("reads public keys from a line, and from files of both programs")
    func publicKeys() throws {
        let key = try Self.secret.get().publicKey
        #expect(key.text.utf8.count == 56 && key.text.hasPrefix("RW"))
        #expect(try SignerKey.all(in: key.text.utf8) == [.numbered(key)])
        #expect(try SignerKey.all(in: "\(key.text)\r\n".utf8) == [.numbered(key)])
        let file = try NumberedPublicKey(try key.fileText().utf8)
        #expect(file == key)
        #expect(file.origin == .minisign)
        #expect(file.comment == "minisign public key \(key.keyID)")
        #expect(try NumberedPublicKey(try key.fileText(comment: "release public key").utf8).origin == .signify)
        #expect(try NumberedPublicKey(try key.fileText(comment: "x").utf8).origin == nil)
        for text in [
            " \(key.text)", "\(key.text)x", "\(key.text)\n\n\n", String(key.text.dropLast()), "RWQ",
            "untrusted comment: \n",
        ] {
            #expect(throws: SignatureError.self) { _ = try NumberedPublicKey(text.utf8) }
        }
        #expect(throws: SignatureError.code(.wrongKind)) { _ = try SigningKey(try key.fileText().utf8) }
    }
}
