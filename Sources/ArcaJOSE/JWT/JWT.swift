internal import ArcaCodecs
public import ArcaCore
public import ArcaKeys

/// A token of claims, whose signature and claims were checked.
///
/// ```swift
/// let token = try JWT(verifying: text, keys: set, policy: .init(issuer: "https://id.example", audience: "app"), now: time)
/// token.claims["sub"]?.string
/// ```
///
/// Source: RFC 7519; RFC 8725.
public struct JWT: Sendable {
    /// The claims.
    public let claims: JSONObject
    /// The signed token that they are from.
    public let signed: JWS

    /// The claim `iss`, who made the token.
    public var issuer: String? { claims["iss"]?.string }
    /// The claim `sub`, whom it is about.
    public var subject: String? { claims["sub"]?.string }
    /// The claim `aud`, for whom the token is; empty if absent.
    public var audience: [String] { (try? Self.audience(of: claims)) ?? [] }

    /// Verifies signature and claims.
    ///
    /// - Parameters:
    ///   - text: The token in compact form.
    ///   - keys: The keys that are trusted; the token chooses one by `kid`.
    ///   - policy: Which claims are wanted.
    ///   - now: The time in seconds since 1970-01-01 UTC.
    /// - Throws: ``JOSEError`` as ``JWS``, and for the claims `.malformed`,
    ///   `.expired`, `.notYetValid`, `.noExpiry`, `.wrongIssuer`, `.wrongAudience`, `.wrongType`.
    public init(
        verifying text: borrowing some Bytes, keys: JWKSet, policy: JWTPolicy, now: Int
    ) throws(JOSEError) {
        signed = try JWS(verifying: text, keys: keys, algorithms: policy.algorithms)
        // RFC 7797, section 7.
        guard signed.header.members["b64"]?.bool != false else {
            throw JOSEError(.malformed, "a token of claims has its payload in Base64; b64 is false")
        }
        // RFC 7519, section 5.2: another token is inside, whose claims have not been checked.
        guard signed.header.contentType.map(JOSEHeader.comparable) != "jwt" else {
            throw JOSEError(
                .unsupported, "the token has another token inside (cty is JWT); verify the payload by itself")
        }
        claims = try CompactText.object(signed.payload, "payload with the claims", maximumDepth: 64)
        try policy.check(claims, type: signed.header.type, now: now)
    }

    /// Verifies signature and claims.
    ///
    /// - Parameters: As ``init(verifying:keys:policy:now:)`` for bytes.
    /// - Throws: ``JOSEError``, likewise.
    public init(verifying text: String, keys: JWKSet, policy: JWTPolicy, now: Int) throws(JOSEError) {
        try self.init(verifying: text.utf8, keys: keys, policy: policy, now: now)
    }

    /// Decrypts a token, and verifies the signed token inside.
    ///
    /// - Parameters:
    ///   - text: The encrypted token in compact form.
    ///   - decryptionKeys: Private or symmetric keys; the outer token chooses one by `kid`.
    ///   - options: What the outer token may ask for.
    ///   - keys: The keys that are trusted to sign; the inner token chooses one by `kid`.
    ///   - policy: Which claims are wanted.
    ///   - now: The time in seconds since 1970-01-01 UTC.
    /// - Throws: ``JOSEError`` as ``JWE`` and `init(verifying:keys:policy:now:)`;
    ///   `.unsupported` for a token without a signed one inside: anyone who has the public key can make such a token.
    ///
    /// Source: RFC 7519, sections 7.2 and 11.2.
    public init(
        decrypting text: borrowing some Bytes, with decryptionKeys: JWKSet, options: JWE.Options = JWE.Options(),
        verifying keys: JWKSet, policy: JWTPolicy, now: Int
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
    ///   - claims: The claims; anybody can read them in the token. The registered ones must have their types.
    ///   - key: A private or symmetric key.
    ///   - algorithm: One that the key is for; nil for ``JWSAlgorithm/init(for:)``.
    ///   - type: The token's type; one for each purpose keeps tokens from passing for others (RFC 8725, section 3.11).
    ///   - header: Further members of the header.
    /// - Returns: The token in compact form; secret: anyone who has it can use it.
    /// - Throws: ``JOSEError`` as ``JWS/sign(_:using:algorithm:type:header:form:)``, `.malformed` for claims of wrong types.
    public static func sign(
        _ claims: JSONObject, using key: JSONWebKey, algorithm: JWSAlgorithm? = nil, type: String? = "JWT",
        header: JSONObject = JSONObject()
    ) throws(JOSEError) -> String {
        try JWTPolicy.checkTypes(claims)
        return try JWS.sign(
            JSONValue.object(claims).text().utf8, using: key, algorithm: algorithm, type: type, header: header)
    }

    /// The claim `aud`: a text or a list of texts.
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
