public import ArcaCore
internal import ArcaCrypto
public import ArcaKeys

extension JWS {
    /// How a signed token is written.
    public enum Form: Sendable, Hashable {
        /// Three parts with dots between them.
        case compact
        /// The same without the payload, which the receiver has from elsewhere (RFC 7515, appendix F).
        case detached
        /// Likewise, and the payload is signed as it is, not in Base64 (RFC 7797); for readers that know `b64`.
        case detachedUnencoded
        /// A JSON object with one signature.
        case flattenedJSON
    }

    /// Signs a payload.
    ///
    /// ```swift
    /// let text = try JWS.sign(payload, using: key)
    /// ```
    ///
    /// - Parameters:
    ///   - payload: Any bytes; anybody can read them in the token.
    ///   - key: A private or symmetric key; its `kid`, if it has one, goes into the header.
    ///   - algorithm: One that the key is for; nil for ``JWSAlgorithm/init(for:)``.
    ///   - type: The token's type (`typ`), such as `JWT`.
    ///   - header: Further members of the header; not `alg`, `crit` or `b64`.
    ///   - form: How the token is written.
    /// - Returns: The token.
    /// - Throws: ``JOSEError`` `.wrongKeyType`, `.weakKey`, `.malformed` for a key that cannot be used, `.invalidOption` for
    ///   a member of the header that is set otherwise.
    public static func sign(
        _ payload: borrowing some Bytes, using key: JSONWebKey, algorithm: JWSAlgorithm? = nil, type: String? = nil,
        header: JSONObject = JSONObject(), form: Form = .compact
    ) throws(JOSEError) -> String {
        let algorithm = if let algorithm { algorithm } else { try JWSAlgorithm(for: key) }
        try algorithm.check(key, operation: "sign")
        var members = JSONObject()
        members["alg"] = .string(algorithm.rawValue)
        members["kid"] = key.id.map(JSONValue.string)
        members["typ"] = type.map(JSONValue.string)
        if form == .detachedUnencoded {
            members["b64"] = false
            members["crit"] = ["b64"]
        }
        for member in header.members {
            guard !["crit", "b64"].contains(member.name), members.append(member.name, member.value)
            else {
                throw JOSEError(.invalidOption, "the member \(JOSEHeader.shown(member.name)) is not set as others are")
            }
        }
        let protected = CompactText.encode(JSONValue.object(members).text().utf8)
        let encoded = CompactText.encode(payload)
        let covered = form == .detachedUnencoded ? payload.withBytes { [UInt8](bytes: $0) } : encoded
        let signature = CompactText.encode(
            try algorithm.signature(for: protected + [UInt8(ascii: ".")] + covered, by: key))
        switch form {
        case .compact: return CompactText.joined([protected, encoded, signature])
        case .detached, .detachedUnencoded: return CompactText.joined([protected, [], signature])
        case .flattenedJSON:
            func text(_ bytes: [UInt8]) -> JSONValue { .string(String(decoding: bytes, as: UTF8.self)) }
            let object: JSONValue = [
                "payload": text(encoded), "protected": text(protected), "signature": text(signature),
            ]
            return object.text()
        }
    }
}
