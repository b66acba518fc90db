internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct HPKETests {
    private let info = Array("test of HPKE".utf8)

    @Test("opens its own output in order, with every suite")
    func roundTrips() throws {
        let (classical, hybrid) = (Curve25519.KeyAgreement.PrivateKey(), try XWingMLKEM768X25519.PrivateKey())
        for kdf in HPKE.KDF.allCases {
            for aead in HPKE.AEAD.allCases where aead != .exportOnly {
                let first = HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: kdf, aead: aead)
                var sender = try HPKE.Sender(recipientKey: classical.publicKey, ciphersuite: first, info: info)
                var recipient = try HPKE.Recipient(
                    privateKey: classical, ciphersuite: first, info: info, encapsulatedKey: sender.encapsulatedKey)
                try converse(&sender, &recipient)
                let second = HPKE.Ciphersuite(kem: .XWingMLKEM768X25519, kdf: kdf, aead: aead)
                sender = try HPKE.Sender(recipientKey: hybrid.publicKey, ciphersuite: second, info: info)
                recipient = try HPKE.Recipient(
                    privateKey: hybrid, ciphersuite: second, info: info, encapsulatedKey: sender.encapsulatedKey)
                try converse(&sender, &recipient)
            }
        }
    }

    @Test("opens its own output with keys of P-256, P-384 and P-521, with and without a sender's key")
    func curves() throws {
        try check(P256.self, .P256_SHA256_AES_GCM_256)
        try check(P384.self, .P384_SHA384_AES_GCM_256)
        try check(P521.self, .P521_SHA512_AES_GCM_256)
        let own = Secp256k1.KeyAgreement.PrivateKey()
        #expect(throws: CryptoError.code(.invalidKey)) {
            _ = try HPKE.Sender(recipientKey: own.publicKey, ciphersuite: .P256_SHA256_AES_GCM_256, info: info)
        }
    }

    private func check<Curve: NamedEllipticCurve>(_: Curve.Type, _ suite: HPKE.Ciphersuite) throws {
        let (own, author) = (Curve.KeyAgreement.PrivateKey(), Curve.KeyAgreement.PrivateKey())
        for author in [nil, author] {
            var sender = try HPKE.Sender(
                recipientKey: own.publicKey, ciphersuite: suite, info: info, authenticatedBy: author)
            let share = sender.encapsulatedKey
            #expect(share.count == 1 + 2 * Curve.curve.byteCount)
            var recipient = try HPKE.Recipient(
                privateKey: own, ciphersuite: suite, info: info, encapsulatedKey: share,
                authenticatedBy: author?.publicKey)
            try converse(&sender, &recipient)
            #expect(throws: CryptoError.code(.invalidKey)) {
                try HPKE.Recipient(
                    privateKey: own, ciphersuite: .Curve25519_SHA256_ChachaPoly, info: info, encapsulatedKey: share)
            }
            #expect(throws: CryptoError.code(.invalidKey)) {
                try HPKE.Recipient(
                    privateKey: own, ciphersuite: suite, info: info,
                    encapsulatedKey: share.dropLast() + [share[share.count - 1] ^ 1])
            }
        }
    }

    private func converse(_ sender: inout HPKE.Sender, _ recipient: inout HPKE.Recipient) throws {
        let messages = [[], [1], [UInt8](repeating: 2, count: 1000)]
        let forged = CryptoError.code(.authenticationFailed)
        let parameter = CryptoError.code(.invalidParameter)
        let sealed = try messages.map { try sender.seal($0, authenticating: "aad".utf8) }
        // A forged, a later, and a message with wrong associated data are rejected and do not advance the counter.
        #expect(throws: forged) { try recipient.open(sealed[1], authenticating: "aad".utf8) }
        #expect(throws: forged) { try recipient.open(sealed[0]) }
        for (message, sealed) in zip(messages, sealed) {
            #expect(try recipient.open(sealed, authenticating: "aad".utf8) == message)
        }
        #expect(throws: forged) { try recipient.open(sealed[0], authenticating: "aad".utf8) }
        let secret = try sender.exportSecret(context: [1], outputByteCount: 40)
        #expect(try secret == recipient.exportSecret(context: [1], outputByteCount: 40))
        #expect(try secret != recipient.exportSecret(context: [2], outputByteCount: 40))
        #expect(throws: parameter) { try sender.exportSecret(context: [1], outputByteCount: 0) }
        #expect(throws: parameter) { try sender.exportSecret(context: [1], outputByteCount: 65536) }
    }

    @Test("opens nothing with another info, key, mode or sender")
    func refuses() throws {
        let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
        let (own, other) = (Curve25519.KeyAgreement.PrivateKey(), Curve25519.KeyAgreement.PrivateKey())
        let (psk, identifier) = (try SymmetricKey(bitCount: 256), Array("which".utf8))
        var sender = try HPKE.Sender(
            recipientKey: own.publicKey, ciphersuite: suite, info: info, authenticatedBy: other, presharedKey: psk,
            presharedKeyIdentifier: identifier)
        let sealed = try sender.seal([1, 2, 3])
        func opened(
            _ key: Curve25519.KeyAgreement.PrivateKey, _ info: [UInt8], by sender: Curve25519.KeyAgreement.PublicKey?,
            _ psk: SymmetricKey?, _ identifier: [UInt8], from share: [UInt8]
        ) throws -> [UInt8] {
            var recipient = try HPKE.Recipient(
                privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: share, authenticatedBy: sender,
                presharedKey: psk, presharedKeyIdentifier: identifier)
            return try recipient.open(sealed)
        }
        let (share, signer) = (sender.encapsulatedKey, other.publicKey)
        #expect(try opened(own, info, by: signer, psk, identifier, from: share) == [1, 2, 3])
        let failed = CryptoError.code(.authenticationFailed)
        #expect(throws: failed) { try opened(own, [], by: signer, psk, identifier, from: share) }
        #expect(throws: failed) { try opened(other, info, by: signer, psk, identifier, from: share) }
        #expect(throws: failed) { try opened(own, info, by: nil, psk, identifier, from: share) }
        #expect(throws: failed) { try opened(own, info, by: own.publicKey, psk, identifier, from: share) }
        #expect(throws: failed) { try opened(own, info, by: signer, nil, [], from: share) }
        #expect(throws: failed) { try opened(own, info, by: signer, psk, [1], from: share) }
        #expect(throws: failed) { try opened(own, info, by: signer, psk, identifier, from: signer.rawRepresentation) }
        #expect(throws: CryptoError.code(.invalidKey)) {
            try opened(own, info, by: signer, psk, identifier, from: [UInt8](repeating: 0, count: 32))
        }
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try opened(own, info, by: signer, psk, identifier, from: [1])
        }
    }

    @Test("rejects an incomplete or short pre-shared key, keys of another KEM, and messages in an export-only suite")
    func refusesParameters() throws {
        let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
        let own = Curve25519.KeyAgreement.PrivateKey()
        let (key, short) = (try SymmetricKey(bitCount: 256), try SymmetricKey(bitCount: 248))
        #expect(throws: CryptoError.code(.invalidParameter)) {
            _ = try HPKE.Sender(recipientKey: own.publicKey, ciphersuite: suite, info: info, presharedKey: key)
        }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            _ = try HPKE.Sender(
                recipientKey: own.publicKey, ciphersuite: suite, info: info, presharedKeyIdentifier: [1])
        }
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            _ = try HPKE.Sender(
                recipientKey: own.publicKey, ciphersuite: suite, info: info, presharedKey: short,
                presharedKeyIdentifier: [1])
        }
        let hybrid = HPKE.Ciphersuite.XWingMLKEM768X25519_SHA256_AES_GCM_256
        #expect(throws: CryptoError.code(.invalidKey)) {
            _ = try HPKE.Sender(recipientKey: own.publicKey, ciphersuite: hybrid, info: info)
        }
        let exports = HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .exportOnly)
        var sender = try HPKE.Sender(recipientKey: own.publicKey, ciphersuite: exports, info: info)
        #expect(throws: CryptoError.code(.wrongState)) { try sender.seal([1]) }
        let secret = try sender.exportSecret(context: [], outputByteCount: 32)
        #expect(secret.byteCount == 32)
    }

    @Test("never uses the last nonce, and does not advance for a message that fails to open")
    func nonces() throws {
        let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
        let own = Curve25519.KeyAgreement.PrivateKey()
        var sender = try HPKE.Sender(recipientKey: own.publicKey, ciphersuite: suite, info: info)
        var recipient = try HPKE.Recipient(
            privateKey: own, ciphersuite: suite, info: info, encapsulatedKey: sender.encapsulatedKey)
        let first = try sender.seal([1])
        for wrong in [first.dropLast() + [first[16] ^ 1], first.dropLast()] {
            #expect(throws: CryptoError.self) {
                _ = try SecretBytes(byteCount: 1) { output throws(CryptoError) in
                    try recipient.open(Array(wrong), into: &output)
                }
            }
        }
        #expect(try recipient.open(first) == [1])
        for number in [UInt64.max - 1, .max] {
            sender.skip(to: number)
            recipient.skip(to: number)
            if number < .max {
                #expect(try recipient.open(sender.seal([2])) == [2])
            }
            #expect(throws: CryptoError.code(.wrongState)) { try sender.seal([3]) }
            #expect(throws: CryptoError.code(.wrongState)) { try recipient.open(first) }
        }
    }
}
