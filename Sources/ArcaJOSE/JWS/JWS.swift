public import ArcaCore
public import ArcaKeys

/// A verified signed token: a value of this type always has a valid signature.
///
/// ```swift
/// let text = try JWS.sign(payload, using: key)
/// let token = try JWS(verifying: text, keys: JWKSet(key))
/// token.payload
/// ```
///
/// The caller's keys decide which algorithms are allowed; the header only names one. Keys and key URLs in the header
/// are never used.
///
/// Source: RFC 7515; RFC 7797 for unencoded payloads.
public struct JWS: Sendable {
    /// The header.
    public let header: JOSEHeader
    /// The signed payload.
    public let payload: [UInt8]
    /// The algorithm of the signature.
    public let algorithm: JWSAlgorithm
    /// The caller's key that verified the signature.
    public let key: JSONWebKey
    /// The index of the verified signature among several in JSON, from 0.
    public let index: Int

    /// Verifies a token in compact form.
    ///
    /// - Parameters:
    ///   - text: The token: three parts separated by dots, without whitespace.
    ///   - keys: The trusted keys; the token selects one by `kid`.
    ///   - payload: The detached payload; the token's second part must then be empty.
    ///   - algorithms: The allowed algorithms; nil for all that the keys allow.
    /// - Throws: ``JOSEError``: `.malformed`, `.unsupported`, `.algorithmNotAllowed`, `.wrongKeyType`, `.weakKey`,
    ///   `.unknownKey`, `.badSignature`.
    public init(
        verifying text: borrowing some Bytes, keys: JWKSet, detached payload: [UInt8]? = nil,
        algorithms: Set<JWSAlgorithm>? = nil
    ) throws(JOSEError) {
        let parts = try Self.parts(text)
        try self.init(
            SignedText(protectedText: parts[0], header: JOSEHeader(part: parts[0]), signatureText: parts[2]),
            payloadText: parts[1], detached: payload, keys: keys, algorithms: algorithms)
    }

    /// Verifies a token in compact form, like the initializer that takes bytes.
    ///
    /// - Throws: ``JOSEError``, the same as for bytes.
    public init(
        verifying text: String, keys: JWKSet, detached payload: [UInt8]? = nil, algorithms: Set<JWSAlgorithm>? = nil
    ) throws(JOSEError) {
        try self.init(verifying: text.utf8, keys: keys, detached: payload, algorithms: algorithms)
    }

    /// Splits a compact token; the error describes any other input.
    static func parts(_ text: borrowing some Bytes) throws(JOSEError) -> [[UInt8]] {
        let isJSON = text.withBytes { text in text.count > 0 && text[0] == .leftBrace }
        guard !isJSON else {
            throw JOSEError(.malformed, "this is JSON, not a token in compact form; JSON is read where it is asked for")
        }
        let parts = CompactText.parts(text)
        if parts?.count == 5 {
            throw JOSEError(
                .unsupported,
                "this is an encrypted token (JWE), which has no signature; that it opens says nothing about its sender")
        }
        guard let parts, parts.count == 3 else {
            throw JOSEError(
                .malformed,
                "a signed token has 3 parts with dots between them; found \(parts?.count ?? 6)"
                    + (parts == nil ? " or more" : ""))
        }
        return parts
    }

    init(
        _ signed: SignedText, payloadText: [UInt8], detached: [UInt8]?, index: Int = 0, keys: JWKSet,
        algorithms: Set<JWSAlgorithm>?
    ) throws(JOSEError) {
        try signed.header.check(known: ["b64"])
        let algorithm = try JWSAlgorithm(signed.header, allowed: algorithms)
        let signature = try CompactText.decode(signed.signatureText, "signature")
        guard !signature.isEmpty else { throw JOSEError(.malformed, "the signature is empty") }
        let isEncoded = signed.header.members["b64"]?.bool ?? true
        let (payload, covered) = try Self.payload(payloadText, detached, isEncoded: isEncoded, signed.isCompact)
        let key = try keys.key(for: signed.header) { key throws(JOSEError) in
            try algorithm.check(key, operation: "verify")
        }
        let input = signed.protectedText + [UInt8.period] + covered
        guard try algorithm.isValid(signature, for: input, by: key) else {
            if let id = signed.header.keyID, let own = key.id, !own.utf8.elementsEqual(id.utf8) {
                throw JOSEError(
                    .unknownKey,
                    "the signature does not match; the token names another key (kid), \(JOSEHeader.shown(id))")
            }
            throw JOSEError(
                .badSignature, "the signature does not match: the token was changed, or signed with another key")
        }
        header = signed.header
        self.payload = payload
        self.algorithm = algorithm
        self.key = key
        self.index = index
    }

    /// The payload, and the text covered by the signature.
    private static func payload(
        _ text: [UInt8], _ detached: [UInt8]?, isEncoded: Bool, _ isCompact: Bool
    ) throws(JOSEError) -> (payload: [UInt8], covered: [UInt8]) {
        if let detached {
            guard text.isEmpty else {
                throw JOSEError(
                    .malformed, "the token contains a payload, though a detached one was given too")
            }
            return (detached, isEncoded ? CompactText.encode(detached) : detached)
        }
        if isEncoded { return (try CompactText.decode(text, "payload"), text) }
        // RFC 7797, section 5.2. A dot would create another part.
        guard !isCompact || text.allSatisfy({ $0.isPrintable }) else {
            throw JOSEError(.malformed, "a payload that is not encoded has other characters than printable ASCII")
        }
        return (text, text)
    }
}

/// A signature with its header, from a compact token or JSON.
struct SignedText {
    /// The protected header in Base64, signed exactly as written.
    let protectedText: [UInt8]
    let header: JOSEHeader
    let signatureText: [UInt8]
    var isCompact = true
}
