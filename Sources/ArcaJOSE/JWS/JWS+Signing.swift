public import ArcaCore
public import ArcaKeys

extension JWS {
    /// The serialization of a signed token.
    public enum Form: Sendable, Hashable {
        /// Compact: three parts separated by dots.
        case compact
        /// Compact without the payload, which the receiver gets separately (RFC 7515, appendix F).
        case detached
        /// Detached, with the payload signed as is instead of in Base64 (RFC 7797); for receivers that support `b64`.
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
    ///   - payload: Any bytes; the token does not encrypt them.
    ///   - key: A private or symmetric key; its `kid`, if any, is added to the header.
    ///   - algorithm: An algorithm that the key allows; nil for ``JWSAlgorithm/init(for:)``.
    ///   - type: The token's type (`typ`), such as `JWT`.
    ///   - header: Additional header members; not `alg`, `crit` or `b64`.
    ///   - form: The serialization.
    /// - Returns: The token.
    /// - Throws: ``JOSEError`` `.wrongKeyType`, `.weakKey`, `.malformed` for an unusable key, `.invalidOption` for a
    ///   header member that another parameter sets.
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
            try algorithm.signature(for: protected + [UInt8.period] + covered, by: key))
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
