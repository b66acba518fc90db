public import ArcaCore
public import ArcaKeys
internal import ArcaPlatform

/// A JSON Web Token with a verified signature and verified claims.
///
/// ```swift
/// let policy = JWTPolicy(issuer: "https://id.example", audience: "app")
/// let token = try JSONWebToken(verifying: text, keys: set, policy: policy)
/// token.claims["sub"]?.string
/// ```
///
/// Source: RFC 7519; RFC 8725.
public struct JSONWebToken: Sendable {
    /// The claims.
    public let claims: JSONObject
    /// The verified signed token.
    public let signed: JWS

    /// The claim `iss`, the issuer; nil if absent.
    public var issuer: String? { claims["iss"]?.string }
    /// The claim `sub`, the subject; nil if absent.
    public var subject: String? { claims["sub"]?.string }
    /// The claim `aud`, the intended audience; empty if absent.
    public var audience: [String] { (try? Self.audience(of: claims)) ?? [] }

    /// Verifies the signature and the claims.
    ///
    /// - Parameters:
    ///   - text: The token in compact form.
    ///   - keys: The trusted keys; the token selects one by `kid`.
    ///   - policy: The required claims.
    ///   - now: The time in seconds since 1970-01-01 UTC; nil for the system's clock.
    /// - Throws: ``JOSEError``: the errors of ``JWS``, and for the claims `.malformed`, `.expired`, `.notYetValid`,
    ///   `.noExpiry`, `.wrongIssuer`, `.wrongAudience`, `.wrongType`.
    public init(
        verifying text: borrowing some Bytes, keys: JWKSet, policy: JWTPolicy, now: Int? = nil
    ) throws(JOSEError) {
        signed = try JWS(verifying: text, keys: keys, algorithms: policy.algorithms)
        // RFC 7797, section 7.
        guard signed.header.members["b64"]?.bool != false else {
            throw JOSEError(.malformed, "a token of claims has its payload in Base64; b64 is false")
        }
        // RFC 7519, section 5.2: the claims of a nested token would be unverified.
        guard signed.header.contentType.map(JOSEHeader.comparable) != "jwt" else {
            throw JOSEError(
                .unsupported, "the token has another token inside (cty is JWT); verify the payload by itself")
        }
        claims = try CompactText.object(signed.payload, "payload with the claims", maximumDepth: 64)
        try policy.check(claims, type: signed.header.type, now: now ?? Self.now)
    }

    /// Verifies the signature and the claims, like ``init(verifying:keys:policy:now:)`` for bytes.
    ///
    /// - Throws: ``JOSEError``, the same as for bytes.
    public init(verifying text: String, keys: JWKSet, policy: JWTPolicy, now: Int? = nil) throws(JOSEError) {
        try self.init(verifying: text.utf8, keys: keys, policy: policy, now: now)
    }

    /// Decrypts a token, and verifies the nested signed token.
    ///
    /// - Parameters:
    ///   - text: The encrypted token in compact form.
    ///   - decryptionKeys: Private or symmetric keys; the outer token selects one by `kid`.
    ///   - options: Limits on what the outer token may request.
    ///   - keys: The trusted signing keys; the inner token selects one by `kid`.
    ///   - policy: The required claims.
    ///   - now: The time in seconds since 1970-01-01 UTC; nil for the system's clock.
    /// - Throws: ``JOSEError``: the errors of ``JWE`` and `init(verifying:keys:policy:now:)`; `.unsupported` if there
    ///   is no nested signed token, because anyone with the public key can create such a token.
    ///
    /// Source: RFC 7519, sections 7.2 and 11.2.
    public init(
        decrypting text: borrowing some Bytes, with decryptionKeys: JWKSet, options: JWE.Options = JWE.Options(),
        verifying keys: JWKSet, policy: JWTPolicy, now: Int? = nil
    ) throws(JOSEError) {
        let outer = try JWE(decrypting: text, keys: decryptionKeys, options: options)
        guard outer.header.contentType.map(JOSEHeader.comparable) == "jwt" else {
            throw JOSEError(
                .unsupported,
                "the token has no signed token inside (cty is not JWT): it may be by anyone who has the public key")
        }
        try self.init(verifying: outer.plaintext, keys: keys, policy: policy, now: now)
    }

    /// Signs claims.
    ///
    /// - Parameters:
    ///   - claims: The claims; the token does not encrypt them. Registered claims must have the right types.
    ///   - key: A private or symmetric key.
    ///   - algorithm: An algorithm that the key allows; nil for ``JWSAlgorithm/init(for:)``.
    ///   - type: The token's type; a separate type per purpose prevents misuse of tokens (RFC 8725, section 3.11).
    ///   - header: Additional header members.
    ///   - lifetime: Sets `exp`, and `iat` if it is absent, in whole seconds; nil leaves the claims as they are.
    ///   - now: The time in seconds since 1970-01-01 UTC; nil for the system's clock.
    /// - Returns: The token in compact form. It is a secret: anyone with the token can use it.
    /// - Throws: ``JOSEError``: the errors of ``JWS/sign(_:using:algorithm:type:header:form:)``, and `.malformed` for
    ///   claims of the wrong type, `.invalidOption` for a lifetime below 1 second or with the claim `exp`.
    public static func sign(
        _ claims: JSONObject, using key: JSONWebKey, algorithm: JWSAlgorithm? = nil, type: String? = "JWT",
        header: JSONObject = JSONObject(), expiresIn lifetime: Duration? = nil, now: Int? = nil
    ) throws(JOSEError) -> String {
        var claims = claims
        if let lifetime {
            let now = now ?? Self.now
            let (expiry, overflows) = now.addingReportingOverflow(Int(clamping: lifetime.components.seconds))
            guard claims["exp"] == nil, lifetime >= .seconds(1), !overflows else {
                throw JOSEError(
                    .invalidOption,
                    claims["exp"] == nil
                        ? "a token is valid for 1 second or longer, not for \(lifetime)"
                        : "the claims have an expiry (exp); give it or a lifetime")
            }
            if claims["iat"] == nil { claims["iat"] = .integer(now) }
            claims["exp"] = .integer(expiry)
        }
        try JWTPolicy.checkTypes(claims)
        return try JWS.sign(
            JSONValue.object(claims).text().utf8, using: key, algorithm: algorithm, type: type, header: header)
    }

    private static var now: Int { SystemClock.wall.milliseconds / 1000 }

    /// The claim `aud`, a string or an array of strings.
    static func audience(of claims: JSONObject) throws(JOSEError) -> [String]? {
        guard let value = claims["aud"] else { return nil }
        if let text = value.string { return [text] }
        let texts = value.array?.compactMap(\.string)
        guard let texts, texts.count == value.array?.count else {
            throw JOSEError(.malformed, "the claim aud is neither a string nor a list of strings")
        }
        return texts
    }
}
