internal import ArcaCore
internal import ArcaFoundation
public import ArcaJOSE
public import ArcaKeys

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Claims as Codable types: two lines to issue a token, one to verify it.
///
/// ```swift
/// struct Claims: Codable { var iss, aud, sub: String }
/// let key = JSONWebKey(.privateKey(.init(P256.Signing.PrivateKey())), id: "2026-11", use: "sig")
/// let text = try JSONWebToken.sign(Claims(iss: issuer, aud: "app", sub: "amy"), using: key, expiresIn: .seconds(900))
///
/// let claims = try JSONWebToken(verifying: text, keys: set, policy: policy).decode(as: Claims.self)
/// ```
///
/// A `Date` is encoded in seconds since 1970-01-01 UTC, as the claims `exp`, `nbf` and `iat` require.
extension JSONWebToken {
    /// Signs claims.
    ///
    /// - Parameters:
    ///   - claims: A value that is encoded as a JSON object; the token does not encrypt it.
    ///   - key: A private or symmetric key.
    ///   - algorithm: An algorithm that the key allows; nil for `JWSAlgorithm.init(for:)`.
    ///   - type: The token's type; a separate type per purpose prevents misuse of tokens (RFC 8725, section 3.11).
    ///   - lifetime: Sets `exp`, and `iat` if it is absent, in whole seconds; nil leaves the claims as they are.
    ///   - now: The time in seconds since 1970-01-01 UTC; nil for the system's clock.
    /// - Returns: The token in compact form. It is a secret: anyone with the token can use it.
    /// - Throws: An encoding error; `JOSEError` `.malformed` for a value that is not an object, or as for `JSONObject`.
    public static func sign(
        _ claims: some Encodable, using key: JSONWebKey, algorithm: JWSAlgorithm? = nil, type: String? = "JWT",
        expiresIn lifetime: Duration? = nil, now: Int? = nil
    ) throws -> String {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        guard let object = try JSONReader.read(try encoder.encode(claims)).object else {
            throw JOSEError(
                .malformed, "claims are a JSON object; \(Swift.type(of: claims)) is encoded as another value")
        }
        return try sign(object, using: key, algorithm: algorithm, type: type, expiresIn: lifetime, now: now)
    }

    /// The verified claims as a Codable type.
    ///
    /// - Throws: A decoding error.
    public func decode<Claims: Decodable>(as type: Claims.Type = Claims.self) throws -> Claims {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return try decoder.decode(type, from: Data(signed.payload))
    }
}
