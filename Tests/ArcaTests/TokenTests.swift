import ArcaCore
import Arca
import Foundation
import Testing

/// Tokens as an app writes them: two lines to issue, one to verify.
@Suite struct TokenTests {
    private struct Claims: Codable, Equatable {
        var iss, aud, sub: String
        var scope: [String]
        var nbf: Date?
    }

    private let policy = JWTPolicy(issuer: "https://id.example", audience: "app")
    private let claims = Claims(
        iss: "https://id.example", aud: "app", sub: "amy", scope: ["read"], nbf: Date(timeIntervalSince1970: 1000))

    @Test("issues in two lines and verifies in one, with a published key set")
    func issues() throws {
        let key = JSONWebKey(.privateKey(.init(P256.Signing.PrivateKey())), id: "2026-11", use: "sig")
        let text = try JSONWebToken.sign(claims, using: key, expiresIn: .seconds(900))
        let set = try JWKSet(JWKSet(key).publicJSON.utf8)

        let read = try JSONWebToken(verifying: text, keys: set, policy: policy).decode(as: Claims.self)

        #expect(read == claims)
        #expect(throws: DecodingError.self) {
            _ = try JSONWebToken(verifying: text, keys: set, policy: policy).decode(as: [Int].self)
        }
        // A JSON object of any claims, without a type.
        let other = try JSONWebToken.sign(
            ["iss": "https://id.example", "aud": "app", "level": 3], using: key,
            expiresIn: .seconds(900))
        #expect(try JSONWebToken(verifying: other, keys: set, policy: policy).claims["level"]?.int == 3)
    }

    @Test("rejects claims that are not an object")
    func refusesValues() throws {
        let key = JSONWebKey(.symmetric(SymmetricKey(size: .bits256)))
        for value in [[1], []] {
            #expect(throws: JOSEError.code(.malformed)) { _ = try JSONWebToken.sign(value, using: key) }
        }
    }

    @Test("writes the key of every type as a JSON Web Key, which is read as the same key")
    func wraps() throws {
        let (ed25519, ed448) = (Curve25519.Signing.PrivateKey(), Curve448.Signing.PrivateKey())
        let (x25519, x448) = (Curve25519.KeyAgreement.PrivateKey(), Curve448.KeyAgreement.PrivateKey())
        let rsa = try RSAPrivateKey(bitCount: 2048)
        let pairs: [(AnyPrivateKey, AnyPublicKey)] = [
            pair(P256.Signing.PrivateKey()), pair(P384.KeyAgreement.PrivateKey()), pair(P521.Signing.PrivateKey()),
            pair(Secp256k1.Signing.PrivateKey()), (.init(ed25519), .init(ed25519.publicKey)),
            (.init(ed448), .init(ed448.publicKey)), (.init(x25519), .init(x25519.publicKey)),
            (.init(x448), .init(x448.publicKey)), (.init(rsa), .init(rsa.publicKey)),
        ]
        for (own, half) in pairs {
            #expect(try own.publicKey == half)
            let (secret, published) = (JSONWebKey(.privateKey(own), id: "k", use: "sig"), JSONWebKey(.publicKey(half)))
            #expect(try AnyKey(secret.json()).privateKey() == own)
            #expect(try secret.publicKey.json() == JSONWebKey(.publicKey(half), id: "k", use: "sig").json())
            #expect(try AnyKey(published.json()).publicKey() == half)
        }
        let hybrid = try XWingMLKEM768X25519.PrivateKey()
        #expect(try AnyPrivateKey(hybrid).publicKey == AnyPublicKey(hybrid.publicKey))
    }

    private func pair(_ key: NamedCurvePrivateKey<some EllipticKeyUse>) -> (AnyPrivateKey, AnyPublicKey) {
        (.init(key), .init(key.publicKey))
    }
}
