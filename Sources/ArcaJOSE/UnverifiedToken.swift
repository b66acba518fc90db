internal import ArcaCodecs
public import ArcaCore

/// A parsed compact token without verification: its contents are untrusted.
///
/// Use it only for display and search. To verify a token, use ``JWS``, ``JSONWebToken`` or ``JWE``.
public struct UnverifiedToken: Sendable {
    /// The header.
    public let header: JOSEHeader
    /// The payload of a signed token; nil for an encrypted one.
    public let payload: [UInt8]?
    /// The payload as claims; nil if it is not a JSON object.
    public var claims: JSONObject? { payload.flatMap { try? CompactText.object($0, "payload", maximumDepth: 64) } }

    /// Parses a signed or encrypted token in compact form without verifying it.
    ///
    /// - Throws: ``JOSEError`` `.malformed`.
    public init(_ text: borrowing some Bytes) throws(JOSEError) {
        let parts = CompactText.parts(text)
        guard let parts, parts.count == 3 || parts.count == 5 else {
            throw JOSEError(
                .malformed,
                "a compact token has 3 parts with dots between them if it is signed, 5 if it is encrypted; found "
                    + "\(parts.map { "\($0.count)" } ?? "more")")
        }
        header = try JOSEHeader(part: parts[0])
        let isEncoded = header.members["b64"]?.bool ?? true
        var start = parts[0].count + 1
        payload =
            parts.count == 5 ? nil : isEncoded ? try CompactText.decode(parts[1], "payload", start: start) : parts[1]
        for (index, part) in parts.enumerated().dropFirst(2) {
            start += parts[index - 1].count + 1
            _ = try CompactText.decode(part, "token's last part", start: start)
        }
    }

    /// A JSON object for display: `verified` (always false), `encrypted`, `header`, and `claims`, or the payload in
    /// Base64.
    public var report: JSONObject {
        let claims = claims
        var object = JSONObject()
        object["verified"] = false
        object["encrypted"] = .bool(payload == nil)
        object["header"] = .object(header.members)
        object["claims"] = claims.map(JSONValue.object) ?? .null
        object["payload"] = payload.flatMap { claims == nil ? .string(Base64.standard.encode($0)) : nil } ?? .null
        return object
    }
}
