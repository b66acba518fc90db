internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct NamedCurveTests {
    @Test("converts keys and signatures of each curve in all formats")
    func forms() throws {
        try forms(P256.self, .sha256)
        try forms(P384.self, .sha384)
        try forms(P521.self, .sha512)
        try forms(Secp256k1.self, .sha256)
    }

    private func forms<Curve: NamedEllipticCurve>(_ type: Curve.Type, _ hash: AnyHashFunction) throws {
        let signer = Curve.Signing.PrivateKey()
        let message = Array("message".utf8)
        let signature = try signer.signature(for: message)
        #expect(signer.publicKey.isValidSignature(signature, for: message))
        #expect(try signer.publicKey.isValidSignature(signature, forDigest: hash.hash(message)))
        #expect(!signer.publicKey.isValidSignature(signature, for: message + [0]))
        #expect(!signer.publicKey.isValidSignature(signature, forDigest: [1, 2, 3]))
        #expect(signature.rawRepresentation.count == 2 * Curve.curve.byteCount)
        #expect(try .init(rawRepresentation: signature.rawRepresentation) == signature)
        #expect(try .init(derRepresentation: signature.derRepresentation) == signature)
        #expect(throws: CryptoError.code(.invalidFormat)) {
            try Curve.Signing.ECDSASignature(rawRepresentation: signature.derRepresentation)
        }
        #expect(try .init(rawRepresentation: signer.rawRepresentation) == signer)
        #expect(try .init(x963Representation: signer.x963Representation) == signer)
        let publicKey = signer.publicKey
        #expect(publicKey.x963Representation == [4] + publicKey.rawRepresentation)
        #expect(try publicKey.compressedRepresentation == publicKey.key.compressedPoint)
        #expect(try .init(rawRepresentation: publicKey.rawRepresentation) == publicKey)
        #expect(try .init(x963Representation: publicKey.x963Representation) == publicKey)
        #expect(try .init(compressedRepresentation: publicKey.compressedRepresentation) == publicKey)
        // y and its opposite: one of the two keys has a compact representation, and both have the same x.
        let x = Array(publicKey.rawRepresentation.prefix(Curve.curve.byteCount))
        #expect(publicKey.compactRepresentation == x)
        #expect(try .init(compactRepresentation: x) == publicKey)
        var compressed = publicKey.compressedRepresentation
        compressed[0] ^= 1
        let opposite = try Curve.Signing.PublicKey(compressedRepresentation: compressed)
        #expect(opposite.compactRepresentation == nil && opposite != publicKey)
        #expect(
            (0..<64).contains { _ in
                Curve.Signing.PrivateKey(compactRepresentable: false).publicKey.compactRepresentation == nil
            })
        // A digest is signed as it is.
        let digest = SHA384.hash(data: message)
        #expect(signer.publicKey.isValidSignature(try signer.signature(for: digest), forDigest: digest.bytes))
        #expect(signer.publicKey.isValidSignature(try signer.signature(forDigest: digest.bytes), for: digest))
        #expect("\(signer)" == "\(Curve.curve.name) private key")

        let (alice, bob) = (Curve.KeyAgreement.PrivateKey(), Curve.KeyAgreement.PrivateKey())
        #expect(
            try alice.sharedSecretFromKeyAgreement(with: bob.publicKey)
                == bob.sharedSecretFromKeyAgreement(with: alice.publicKey))
    }

    @Test("rejects keys of other curves, lengths, ranges and points")
    func refuses() throws {
        let invalid = CryptoError.code(.invalidKey)
        let length = CryptoError.code(.invalidKeyLength)
        let other = try EllipticPrivateKey(.secp256k1)
        #expect(throws: invalid) { try P256.Signing.PrivateKey(other) }
        #expect(throws: invalid) { try P256.Signing.PublicKey(other.publicKey) }
        #expect(throws: invalid) { try P256.KeyAgreement.PublicKey(x963Representation: other.publicKey.point) }
        let foreign = try other.signature(forDigest: SHA256.hash([]))
        #expect(throws: CryptoError.code(.invalidParameter)) { try P256.Signing.ECDSASignature(foreign) }
        for count in [0, 31, 33, 64] {
            let bytes = [UInt8](repeating: 1, count: count)
            #expect(throws: length) { try P256.Signing.PrivateKey(rawRepresentation: SecretBytes(copying: bytes)) }
            #expect(throws: length) { try P256.Signing.PrivateKey(x963Representation: SecretBytes(copying: bytes)) }
        }
        for number in [0 as UInt8, 255] {
            let bytes = SecretBytes(copying: [UInt8](repeating: number, count: 32))
            #expect(throws: invalid) { try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes) }
        }
        let key = P256.KeyAgreement.PrivateKey()
        var pair = key.x963Representation.withBytes { [UInt8](bytes: $0) }
        pair[96] ^= 1
        #expect(throws: invalid) { try P256.KeyAgreement.PrivateKey(x963Representation: SecretBytes(copying: pair)) }
        pair[96] ^= 1
        pair[0] = 2
        #expect(throws: invalid) { try P256.KeyAgreement.PrivateKey(x963Representation: SecretBytes(copying: pair)) }
        let publicKey = key.publicKey
        var off = publicKey.rawRepresentation
        off[63] ^= 1
        #expect(throws: invalid) { try P256.KeyAgreement.PublicKey(rawRepresentation: off) }
        #expect(throws: invalid) {
            try P256.KeyAgreement.PublicKey(x963Representation: [6] + publicKey.rawRepresentation)
        }
        #expect(throws: invalid) {
            try P256.KeyAgreement.PublicKey(compressedRepresentation: [4] + [UInt8](repeating: 0, count: 32))
        }
        #expect(throws: invalid) {
            try P256.KeyAgreement.PublicKey(compressedRepresentation: [2] + [UInt8](repeating: 255, count: 32))
        }
        #expect(throws: length) { try P256.KeyAgreement.PublicKey(rawRepresentation: publicKey.x963Representation) }
    }
}
