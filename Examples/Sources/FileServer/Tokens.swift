import Arca
import Foundation

/// Signed, short-lived tokens with a scope.
///
/// Any machine of the service verifies them with the public key.
struct Tokens: Sendable {
    struct Grant {
        let user: String
        let scope: [Substring]
    }

    private let key: JSONWebKey
    private let trusted: JWKSet
    private let issuer: String
    private let policy: JWTPolicy

    init(_ key: Curve25519.Signing.PrivateKey, issuer: String) throws {
        let id = Base16.standard.encode(SHA256.hash(data: key.publicKey.rawRepresentation).prefix(8))
        self.key = JSONWebKey(.privateKey(.init(key)), id: id, use: "sig")
        trusted = JWKSet(try self.key.publicKey)
        self.issuer = issuer
        policy = JWTPolicy(issuer: issuer, audience: issuer, type: "at+jwt", leeway: 5)
    }

    func issue(to user: String, scope: String, at now: Date = Date()) throws -> String {
        try JSONWebToken.sign(
            ["iss": issuer, "aud": issuer, "sub": user, "scope": scope], using: key, type: "at+jwt",
            expiresIn: .seconds(300), now: Int(now.timeIntervalSince1970))
    }

    func verify(_ token: String, at now: Date = Date()) throws -> Grant {
        do {
            let token = try JSONWebToken(
                verifying: token, keys: trusted, policy: policy, now: Int(now.timeIntervalSince1970))
            guard let user = token.subject, let scope = token.claims["scope"]?.string else {
                throw FileServer.Refusal.unauthorized
            }
            return Grant(user: user, scope: scope.split(separator: " "))
        } catch is JOSEError {
            // The reason goes to the log only: the sender of a bad token must not learn it.
            throw FileServer.Refusal.unauthorized
        }
    }
}
