internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaTestSupport
import Testing

@testable import ArcaSignatures

@Suite("SSH signatures")
struct SSHSignatureTests {
    private func signature(_ namespace: String = "file") throws -> SSHSignature {
        guard case .ssh(let made) = try TestKeys.sign("message", TestKeys.ssh(), { $0.namespace = namespace }) else {
            throw Peer.Failure(status: 1)
        }
        return made
    }

    /// A blob with given fields, valid or not.
    private func blob(
        version: UInt32 = 1, namespace: String = "file", reserved: [UInt8] = [], hash: String = "sha512",
        inner: [UInt8]? = nil, key: [UInt8]? = nil, rest: [UInt8] = []
    ) throws -> [UInt8] {
        let good = try signature()
        let signed = SSHSignature.signedBytes(
            namespace: "file", hashName: "sha512", digest: SHA512.hash("message".utf8))
        let value = try TestKeys.ed25519(1).signature(for: signed)
        let standard = SSHValue.encode([.text("ssh-ed25519"), .string(value)])
        return SSHValue.encode([
            .bytes(SSHSignature.magic), .number(version), .string(key ?? good.key.blob), .text(namespace),
            .string(reserved), .text(hash), .string(inner ?? standard), .bytes(rest),
        ])
    }

    @Test("verifies only for the same message, namespace and key", arguments: [AnyHashFunction.sha512, .sha256])
    func roundTrip(hash: AnyHashFunction) throws {
        for key in [try TestKeys.ssh(), try TestKeys.rsa.get()] {
            let made = try TestKeys.sign("message", key) { $0.hash = hash }
            #expect(made.hashName == hash.name && made.format == .ssh)
            #expect(try SignatureFile(made.text.utf8) == made)
            var verifier = try TestKeys.verifier(key.publicKey)
            let verdict = verifier.verify(made.text, of: "message")
            #expect(verdict.outcome == .good)
            #expect(verdict.isIntact)
            #expect(verdict.trustedBy?.name == "key")
            #expect(verdict.namespace == "file" && verdict.hash == hash.name)
            #expect(try verdict.key?.fingerprint == key.publicKey.fingerprint)
            #expect(verifier.verify(made.text, of: "massage").outcome == .bad)
            verifier.namespace = "git"
            #expect(verifier.verify(made.text, of: "message").outcome == .namespace)
            let stranger = try TestKeys.verifier(TestKeys.ssh(2).publicKey)
            #expect(stranger.verify(made.text, of: "message").outcome == .wrongKey)
        }
    }

    @Test("writes lines of 70 characters, and reads other lengths and line endings")
    func armor() throws {
        let made = try signature()
        let lines = made.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.first == "-----BEGIN SSH SIGNATURE-----" && lines.suffix(2) == ["-----END SSH SIGNATURE-----", ""])
        #expect(lines.dropFirst().dropLast(3).allSatisfy { $0.count == 70 })
        let base64 = lines.dropFirst().dropLast(2)
        func armored(_ lines: [Substring], _ end: String = "\n") -> String {
            ([lines[...]].joined() + []).joined(separator: end)
        }
        let (head, foot) = (lines[0], "-----END SSH SIGNATURE-----"[...])
        for text in [
            made.text.replacing("\n", with: "\r\n"), String(made.text.dropLast()),
            armored([head, base64.joined()[...], foot]),
        ] {
            #expect(try SSHSignature(text.utf8) == made)
        }
        for text in [
            "\n" + made.text, " " + made.text, made.text + "\n", made.text + "x", made.text + made.text,
            armored([head] + base64), armored([head, foot]), armored(Array(base64)), "",
            armored([head, base64.joined(separator: " ")[...], foot]), made.text.replacing("BEGIN SSH", with: "BEGIN"),
            armored([head, (base64.joined() + "=")[...], foot]), String(decoding: made.blob, as: UTF8.self),
        ] {
            #expect(throws: SignatureError.self) { try SSHSignature(text.utf8) }
        }
        // 173 bytes need padding.
        let padded = try signature("files").text
        #expect(padded.contains("=") && (try? SSHSignature(padded.utf8)) != nil)
        #expect(throws: SignatureError.self) { try SSHSignature(padded.replacing("=", with: "").utf8) }
        let long = armored([head, String(repeating: "A", count: 65_536)[...], foot])
        #expect(throws: SignatureError.self) { try SSHSignature(long.utf8) }
    }

    @Test("rejects signatures with an invalid field")
    func fields() throws {
        #expect(try SSHSignature(blob: blob()).isValid(for: digest("message")))
        let key = try signature().key.blob
        let bad: [(SignatureErrorCode, [UInt8])] = [
            (.malformed, try blob(version: 0)), (.unsupported, try blob(version: 2)),
            (.malformed, try blob(namespace: "")), (.malformed, try blob(namespace: "fi\0le")),
            (.malformed, try blob(reserved: [0])), (.unsupported, try blob(hash: "sha1")),
            (.unsupported, try blob(hash: "SHA512")), (.malformed, try blob(rest: [0])),
            (.malformed, try blob(key: key + [0])), (.malformed, try blob(key: Array(key.dropLast()))),
            (.malformed, try blob(inner: [])),
            (.unsupported, try blob(key: SSHValue.encode([.text("ssh-dss"), .integer([1]), .integer([1])]))),
            (.unsupported, try blob(key: SSHValue.encode([.text("ssh-ed448"), .string([1])]))),
            (.invalidKey, try blob(key: SSHValue.encode([.text("ssh-ed25519"), .string([1])]))),
            (
                .malformed,
                try blob(inner: SSHValue.encode([.text("ssh-ed25519"), .string(.init(repeating: 1, count: 63))]))
            ),
            (
                .malformed,
                try blob(inner: SSHValue.encode([.text("ssh-ed25519"), .string(.init(repeating: 1, count: 65))]))
            ),
            (
                .malformed,
                try blob(inner: SSHValue.encode([.text("ssh-rsa"), .string(.init(repeating: 1, count: 64))]))
            ),
            (
                .malformed,
                try blob(
                    inner: SSHValue.encode([
                        .text("ssh-ed25519"), .string(.init(repeating: 1, count: 64)), .bytes([0]),
                    ]))
            ),
        ]
        for (code, blob) in bad {
            do {
                _ = try SSHSignature(blob: blob)
                Issue.record("read, and wanted \(code)")
            } catch { #expect(error.code == code, "\(error)") }
        }
    }

    @Test("rejects every truncation, and does not verify with any byte changed")
    func everyByte() throws {
        let blob = try blob()
        let verifier = try TestKeys.verifier(TestKeys.ssh().publicKey)
        for count in 0..<blob.count {
            #expect(throws: SignatureError.self) { try SSHSignature(blob: Array(blob[..<count])) }
        }
        for place in blob.indices {
            guard let changed = try? SSHSignature(blob: flipped(blob, at: place)) else { continue }
            #expect(!verifier.verify(changed.text, of: "message").isGood, "byte \(place)")
        }
    }

    @Test("rejects SHA-1, PSS, short keys and wrong lengths for RSA")
    func rsa() throws {
        guard case .ssh(.rsa(let numbers, _)) = try TestKeys.rsa.get() else { return }
        let key = try RSAPrivateKey(numbers)
        let publicKey = try SSHSignatureKey(.rsa(numbers.publicNumbers, nil)).blob
        let signed = SSHSignature.signedBytes(
            namespace: "file", hashName: "sha512", digest: SHA512.hash("message".utf8))
        func made(_ type: String, _ value: [UInt8]) throws -> SSHSignature {
            try SSHSignature(blob: blob(inner: SSHValue.encode([.text(type), .string(value)]), key: publicKey))
        }
        let good = try key.signature(for: signed, padding: .pkcs1v15(.sha512))
        #expect(try made("rsa-sha2-512", good).isValid(for: digest("message")))
        // The signature may use another hash function than the message.
        let other = try key.signature(for: signed, padding: .pkcs1v15(.sha256))
        #expect(try made("rsa-sha2-256", other).isValid(for: digest("message")))
        #expect(try !made("rsa-sha2-256", good).isValid(for: digest("message")))
        #expect(try !made("rsa-sha2-512", key.signature(for: signed)).isValid(for: digest("message")))
        #expect(throws: SignatureError.code(.unsupported, at: 319)) {
            try made("ssh-rsa", key.signature(for: signed, padding: .pkcs1v15(.sha1)))
        }
        #expect(throws: SignatureError.self) { try made("rsa-sha2-512", [0] + good) }
        #expect(throws: SignatureError.self) { try made("rsa-sha2-512", Array(good.dropLast())) }
        let short = RSAPublicNumbers(
            modulus: [0x81] + [UInt8](repeating: 0xff, count: 254) + [1], exponent: [1, 0, 1])
        _ = try SSHSignatureKey(.rsa(short, nil))
        let shorter = RSAPublicNumbers(modulus: short.modulus.dropFirst(), exponent: [1, 0, 1])
        #expect(throws: SignatureError.code(.unsupported)) { try SSHSignatureKey(.rsa(shorter, nil)) }
    }

    /// The orders of the groups (SP 800-186, section 3.2.1).
    private static let orders: [EllipticCurve: [UInt8]] = [
        .p256: hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
        .p384: [UInt8](repeating: 0xff, count: 24) + hex("c7634d81f4372ddf581a0db248b0a77aecec196accc52973"),
        .p521: [0x01] + [UInt8](repeating: 0xff, count: 32)
            + hex("fa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"),
    ]

    @Test(
        "requires minimal ECDSA integers in range, on the curve of the key",
        arguments: [EllipticCurve.p256, .p384, .p521])
    func ecdsa(curve: EllipticCurve) throws {
        let secret = try EllipticPrivateKey(curve)
        let key = try SigningKey(AnyPrivateKey.elliptic(secret))
        guard case .ssh(let made) = try TestKeys.sign("message", key), case .ecdsa(let r, let s) = made.value else {
            Issue.record("another kind of signature")
            return
        }
        let verifier = try TestKeys.verifier(key.publicKey)
        #expect(verifier.verify(made.text, of: "message").isGood)
        #expect(verifier.verify(made.text, of: "massage").outcome == .bad)
        let order = try #require(Self.orders[curve])
        func outcome(_ value: [UInt8], type: String? = nil) throws -> SignatureVerdict.Outcome {
            let inner = SSHValue.encode([.text(type ?? made.key.typeName), .string(value)])
            let blob = try blob(inner: inner, key: made.key.blob)
            let text = "\(SSHSignature.header)\n\(Base64.standard.encode(blob))\n-----END SSH SIGNATURE-----\n"
            return verifier.verify(text, of: "message").outcome
        }
        func numbers(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] { SSHValue.encode([.integer(r), .integer(s)]) }
        #expect(try outcome(numbers(r, s)) == .good)
        // Low s is not required, so both are valid.
        #expect(try outcome(numbers(r, difference(order, s))) == .good)
        #expect(try outcome(numbers(r, sum(order, s))) == .bad)
        #expect(try outcome(numbers([], s)) == .bad)
        #expect(try outcome(numbers(r, [])) == .bad)
        #expect(try outcome(numbers(order, s)) == .bad)
        #expect(try outcome(SSHValue.encode([.string([0, 0] + r), .integer(s)])) == .malformed)
        #expect(try outcome(SSHValue.encode([.string([0x80]), .integer(s)])) == .malformed)
        #expect(try outcome(numbers(r, s) + [0]) == .malformed)
        #expect(try outcome(ECDSASignature(r: r, s: s, curve: curve).derRepresentation) == .malformed)
        #expect(try outcome(r + s) == .malformed)
        #expect(try outcome(numbers(r, s), type: "ecdsa-sha2-nistp000") == .malformed)
        let hollow = flipped(made.key.blob, at: made.key.blob.count - 1)
        #expect(throws: SignatureError.self) { try SSHSignatureKey(blob: hollow) }
    }

    @Test("reads the public key from a line with or without a comment")
    func keyLine() throws {
        guard case .ssh(let key) = try TestKeys.ssh().publicKey else { throw Peer.Failure(status: 1) }
        for line in [key.text, "\(key.text) alice\n", "\(key.text)\talice b\r\n"] {
            #expect(try SSHSignatureKey(line: line.utf8) == key)
        }
        for line in ["", "ssh-ed25519", "no-pty \(key.text)", "ssh-rsa \(key.text.dropFirst(12))", "\(key.text)!"] {
            #expect(throws: SignatureError.self, "\(line)") { try SSHSignatureKey(line: line.utf8) }
        }
    }

    /// Big-endian integers.
    private func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] { combine(left, right, 1) }

    private func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] { combine(left, right, -1) }

    private func combine(_ left: [UInt8], _ right: [UInt8], _ sign: Int) -> [UInt8] {
        var result: [UInt8] = []
        var carry = 0
        for index in 0...left.count {
            let (one, two) = (left.dropLast(index).last ?? 0, right.dropLast(index).last ?? 0)
            let value = Int(one) + sign * Int(two) + carry
            result.insert(UInt8(truncatingIfNeeded: value), at: 0)
            carry = value >> 8
        }
        return Array(result.drop { $0 == 0 })
    }

    @Test("rejects an Ed25519 S increased by the group order")
    func order() throws {
        let signed = SSHSignature.signedBytes(
            namespace: "file", hashName: "sha512", digest: SHA512.hash("message".utf8))
        var value = try TestKeys.ed25519(1).signature(for: signed)
        // The group order, little-endian (RFC 8032, section 5.1).
        let order = hex("edd3f55c1a631258d69cf7a2def9de14") + [UInt8](repeating: 0, count: 15) + [0x10]
        var carry = 0
        for index in 0..<32 {
            let sum = Int(value[32 + index]) + Int(order[index]) + carry
            value[32 + index] = UInt8(truncatingIfNeeded: sum)
            carry = sum >> 8
        }
        let inner = SSHValue.encode([.text("ssh-ed25519"), .string(value)])
        #expect(try !SSHSignature(blob: blob(inner: inner)).isValid(for: digest("message")))
    }

    @Test("verifies flags and counter of security keys, and requires touch")
    func securityKey() throws {
        let private25519 = try TestKeys.ed25519(3)
        let type = "sk-ssh-ed25519@openssh.com"
        let key = SSHValue.encode([
            .text(type), .string(private25519.publicKey.rawRepresentation), .text("ssh:"),
        ])
        let inside = SSHSignature.signedBytes(
            namespace: "file", hashName: "sha512", digest: SHA512.hash("message".utf8))
        func file(flags: UInt8, signedFlags: UInt8, rest: [UInt8] = []) throws -> [UInt8] {
            let signed = SHA256.hash("ssh:".utf8) + [signedFlags, 0, 0, 1, 2] + SHA256.hash(inside)
            let value = try private25519.signature(for: signed)
            return try blob(
                inner: SSHValue.encode([.text(type), .string(value), .bytes([flags, 0, 0, 1, 2] + rest)]), key: key)
        }
        let touched = try SSHSignature(blob: file(flags: 5, signedFlags: 5))
        #expect(touched.device == .init(flags: 5, counter: 258) && touched.device?.isUserVerified == true)
        #expect(touched.key.openSSHWord == "ED25519-SK" && touched.key.algorithmName == "Ed25519 security key")
        var verifier = TestKeys.verifier(.ssh(try SSHSignatureKey(blob: key)))
        #expect(verifier.verify(touched.text, of: "message").isGood)
        #expect(verifier.verify(touched.text, of: "message").isTouched == true)
        #expect(
            verifier.verify(try SSHSignature(blob: file(flags: 1, signedFlags: 5)).text, of: "message").outcome == .bad)
        let untouched = try SSHSignature(blob: file(flags: 0, signedFlags: 0)).text
        #expect(verifier.verify(untouched, of: "message").outcome == .unsupported)
        verifier.requiresTouch = false
        #expect(verifier.verify(untouched, of: "message").isGood)
        #expect(throws: SignatureError.self) { try SSHSignature(blob: file(flags: 1, signedFlags: 1, rest: [0])) }
        // The key on the device, used as a plain key, is a different key.
        verifier.keys = [TrustedKey(try SignerKey(.ed25519(private25519.publicKey)), name: "plain")]
        #expect(verifier.verify(touched.text, of: "message").outcome == .wrongKey)
    }

    @Test("compares namespaces byte by byte")
    func namespaces() throws {
        let made = try signature("caf\u{e9}")
        var verifier = try TestKeys.verifier(TestKeys.ssh().publicKey)
        verifier.namespace = "caf\u{e9}"
        #expect(verifier.verify(made.text, of: "message").isGood)
        verifier.namespace = "cafe\u{301}"
        #expect(verifier.verify(made.text, of: "message").outcome == .namespace)
        verifier.namespace = "red\u{1b}[31m"
        let verdict = verifier.verify(try signature("red\u{1b}[31m").text, of: "message")
        #expect(verdict.isGood && verdict.namespace == "red\\x1b[31m")
        for namespace in ["", "a\0b"] {
            #expect(throws: SignatureError.code(.invalidOption)) { try signature(namespace) }
        }
    }

    private func digest(_ text: String) throws -> SignedMessage {
        var message = try SignedMessage(.digest(.sha512))
        message.update(text.utf8)
        return message
    }
}
