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
        self.key = JSONWebKey(.privateKey(.ed25519(key)), id: id, use: "sig")
        trusted = JWKSet(JSONWebKey(.publicKey(.ed25519(key.publicKey)), id: id, use: "sig"))
        self.issuer = issuer
        policy = JWTPolicy(issuer: issuer, audience: issuer, type: "at+jwt", leeway: 5)
    }

    func issue(to user: String, scope: String, at now: Date = Date()) throws -> String {
        let seconds = Int(now.timeIntervalSince1970)
        var claims = JSONObject()
        claims["iss"] = .string(issuer)
        claims["aud"] = .string(issuer)
        claims["sub"] = .string(user)
        claims["scope"] = .string(scope)
        claims["iat"] = .integer(seconds)
        claims["exp"] = .integer(seconds + 300)
        return try JSONWebToken.sign(claims, using: key, type: "at+jwt")
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
