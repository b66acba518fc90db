internal import ArcaCore
internal import ArcaTestSupport
import ArcaCrypto
import Testing

@Suite struct CurvesTests {
    @Test("computes the same secret on both sides, and derives a key from it")
    func agrees() throws {
        try agrees(Curve25519.KeyAgreement.self)
        try agrees(Curve448.KeyAgreement.self)
    }

    private func agrees<Curve: KeyAgreementCurve>(_ curve: Curve.Type) throws {
        let (alice, bob) = (Curve.PrivateKey(), Curve.PrivateKey())
        let secret = try alice.sharedSecretFromKeyAgreement(with: bob.publicKey)
        #expect(try secret == bob.sharedSecretFromKeyAgreement(with: alice.publicKey))
        #expect(try secret != alice.sharedSecretFromKeyAgreement(with: alice.publicKey))
        let key = try secret.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: [1], sharedInfo: [2], outputByteCount: 20)
        #expect(
            try key == HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, salt: [1], info: [2], outputByteCount: 20))
        #expect(alice != bob)
        #expect(try alice == Curve.PrivateKey(rawRepresentation: alice.rawRepresentation))
    }

    @Test("derives keys with the X9.63 KDF, where the counter follows the secret")
    func x963() throws {
        let (alice, bob) = (P256.KeyAgreement.PrivateKey(), P256.KeyAgreement.PrivateKey())
        let secret = try alice.sharedSecretFromKeyAgreement(with: bob.publicKey)
        let bytes = [UInt8](bytes: secret)
        for count in [1, 32, 33, 64] {
            let key = try secret.x963DerivedSymmetricKey(
                using: SHA256.self, sharedInfo: "info".utf8, outputByteCount: count)
            let blocks = (1...2).flatMap { SHA256.hash(bytes + [0, 0, 0, UInt8($0)] + Array("info".utf8)) }
            #expect([UInt8](bytes: key) == Array(blocks.prefix(count)))
        }
        #expect(throws: CryptoError.code(.invalidParameter)) {
            try secret.x963DerivedSymmetricKey(using: SHA256.self, sharedInfo: [], outputByteCount: 0)
        }
    }

    @Test("rejects public keys of small order, which would make the secret zero")
    func refusesSmallOrder() throws {
        // The points of order 1, 2, 4 and 8 and their noncanonical encodings (Wycheproof, x25519_test.json).
        let points = [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
            "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ]
        let own = Curve25519.KeyAgreement.PrivateKey()
        for point in points {
            let theirs = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: hex(point))
            #expect(throws: CryptoError.code(.invalidKey)) { try own.sharedSecretFromKeyAgreement(with: theirs) }
        }
        let zero = try Curve448.KeyAgreement.PublicKey(rawRepresentation: [UInt8](repeating: 0, count: 56))
        let other = Curve448.KeyAgreement.PrivateKey()
        #expect(throws: CryptoError.code(.invalidKey)) { try other.sharedSecretFromKeyAgreement(with: zero) }
    }

    @Test("accepts only keys of the curve's length", arguments: [0, 31, 33, 56, 57, 58])
    func refusesLengths(count: Int) {
        let bytes = SecretBytes(copying: [UInt8](repeating: 1, count: count))
        let wrong = CryptoError.code(.invalidKeyLength)
        #expect(throws: wrong) { try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes) }
        #expect(throws: wrong) { try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes) }
        #expect(throws: wrong) { try Curve25519.Signing.PrivateKey(rawRepresentation: bytes) }
        #expect(throws: wrong) { try Curve25519.Signing.PublicKey(rawRepresentation: bytes) }
        if count != 57 { #expect(throws: wrong) { try Curve448.Signing.PrivateKey(rawRepresentation: bytes) } }
        if count != 56 { #expect(throws: wrong) { try Curve448.KeyAgreement.PrivateKey(rawRepresentation: bytes) } }
    }

    @Test("rejects a signature with any modified bit, and one that is not reduced")
    func refusesChangedSignatures() throws {
        let key = Curve25519.Signing.PrivateKey()
        let signature = try key.signature(for: "message".utf8)
        #expect(key.publicKey.isValidSignature(signature, for: "message".utf8))
        for bit in 0..<signature.count * 8 {
            var changed = signature
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!key.publicKey.isValidSignature(changed, for: "message".utf8), "bit \(bit)")
        }
        // S plus the group order satisfies the same equation; accepting it would make signatures malleable.
        let order = hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
        var malleable = signature
        var carry = 0
        for index in 0..<32 {
            carry += Int(malleable[32 + index]) + Int(order[index])
            malleable[32 + index] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
        #expect(!key.publicKey.isValidSignature(malleable, for: "message".utf8))
    }

    @Test("prints no secret")
    func printsNothing() throws {
        let key = try Curve25519.Signing.PrivateKey(
            rawRepresentation: SecretBytes(copying: [UInt8](repeating: 0xab, count: 32)))
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key) \(String(reflecting: key))" == "Ed25519 private key Ed25519 private key")
        #expect(!dumped.contains("171") && !dumped.contains("ab"))
    }
}
