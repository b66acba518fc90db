import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys
import ArcaTestSupport
import Testing

@Suite("Named curve keys in DER and PEM")
struct NamedCurveFilesTests {
    /// The key of RFC 6979, appendix A.2.5, as PKCS #8 and SPKI by OpenSSL 3.0.
    private static let scalar = hex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721")
    private static let point = hex(
        "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
            + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299")

    private static func text(_ bytes: SecretBytes) -> String {
        bytes.withBytes { String(decoding: Array(bytes: $0), as: UTF8.self) }
    }

    @Test("match openssl's files in both directions")
    func known() throws {
        let key = try P256.Signing.PrivateKey(rawRepresentation: Self.scalar)
        #expect(key.publicKey.x963Representation == Self.point)
        let head = hex("3059301306072a8648ce3d020106082a8648ce3d030107034200")
        #expect(key.publicKey.derRepresentation == head + Self.point)
        let whole =
            hex("308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420") + Self.scalar
            + hex("a144034200") + Self.point
        #expect(key.derRepresentation == SecretBytes(copying: whole))
        let pem = Self.text(key.pemRepresentation)
        #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\nMIGHAgEA") && pem.hasSuffix("-----END PRIVATE KEY-----\n"))
        #expect(try P256.Signing.PrivateKey(pemRepresentation: pem) == key)
        #expect(try P256.Signing.PrivateKey(derRepresentation: whole) == key)
        let publicPEM = key.publicKey.pemRepresentation
        #expect(publicPEM.hasPrefix("-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZI"))
        #expect(try P256.Signing.PublicKey(pemRepresentation: publicPEM) == key.publicKey)
        // SEC 1, as `openssl ec` writes it.
        let old =
            hex("30770201010420") + Self.scalar + hex("a00a06082a8648ce3d030107a144034200") + Self.point
        #expect(try P256.KeyAgreement.PrivateKey(derRepresentation: old).rawRepresentation == key.rawRepresentation)
    }

    @Test("round-trip for every curve")
    func back() throws {
        func check<Use: EllipticKeyUse>(_ key: NamedCurvePrivateKey<Use>) throws {
            #expect(try NamedCurvePrivateKey<Use>(derRepresentation: key.derRepresentation) == key)
            #expect(try NamedCurvePrivateKey<Use>(pemRepresentation: Self.text(key.pemRepresentation)) == key)
            #expect(try NamedCurvePrivateKey<Use>(x963Representation: Array(bytes: key.x963Representation)) == key)
            let publicKey = key.publicKey
            #expect(try NamedCurvePublicKey<Use>(derRepresentation: publicKey.derRepresentation) == publicKey)
            #expect(try NamedCurvePublicKey<Use>(pemRepresentation: publicKey.pemRepresentation) == publicKey)
        }
        try check(P256.KeyAgreement.PrivateKey())
        try check(P384.Signing.PrivateKey())
        try check(P521.Signing.PrivateKey())
        try check(Secp256k1.Signing.PrivateKey())
    }

    @Test("are rejected for other curves, kinds and formats")
    func refused() throws {
        let other = P384.Signing.PrivateKey()
        let edwards = AnyPrivateKey.ed25519(Curve25519.Signing.PrivateKey())
        #expect(throws: KeyError.code(.invalidKey)) {
            try P256.Signing.PrivateKey(derRepresentation: other.derRepresentation)
        }
        #expect(throws: KeyError.code(.invalidKey)) {
            try P256.Signing.PublicKey(derRepresentation: other.publicKey.derRepresentation)
        }
        #expect(throws: KeyError.code(.wrongKind)) {
            try P256.Signing.PrivateKey(derRepresentation: PKCS8.encode(edwards))
        }
        #expect(throws: KeyError.code(.wrongKind)) {
            try P256.Signing.PublicKey(derRepresentation: SPKI.encode(edwards.publicKey))
        }
        // A private key is not accepted as a public one, nor DER as PEM.
        #expect(throws: KeyError.self) {
            try P384.Signing.PublicKey(pemRepresentation: Self.text(other.pemRepresentation))
        }
        #expect(throws: KeyError.code(.wrongKind)) {
            try P384.Signing.PrivateKey(pemRepresentation: other.publicKey.pemRepresentation)
        }
        #expect(throws: KeyError.code(.wrongKind)) {
            try P384.Signing.PrivateKey(derRepresentation: other.pemRepresentation)
        }
        let bytes = [UInt8](bytes: other.derRepresentation)
        for count in 0..<bytes.count {
            #expect(throws: KeyError.self) { try P384.Signing.PrivateKey(derRepresentation: bytes[..<count]) }
        }
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 31))
        }
        #expect(throws: CryptoError.code(.invalidKey)) {
            try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 0, count: 32))
        }
    }
}
