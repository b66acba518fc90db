public import ArcaCore

/// The header of a token, with its algorithm, key ID and type.
///
/// The header of an unverified token is untrusted. `jwk`, `jku`, `x5u` and `x5c`, which contain a key or its address,
/// are never used: only the caller's keys are (RFC 8725, section 3.10).
///
/// Source: RFC 7515, section 4; RFC 7516, section 4.
public struct JOSEHeader: Sendable, Equatable {
    /// All members, protected ones first.
    public let members: JSONObject
    /// The members covered by the signature or tag.
    public let protected: JSONObject

    init(protected: JSONObject, unprotected: JSONObject = JSONObject()) throws(JOSEError) {
        var all = protected
        for member in unprotected.members {
            guard all.append(member.name, member.value) else {
                throw JOSEError(.malformed, "a member of the header is there twice, protected and unprotected")
            }
        }
        self.protected = protected
        members = all
    }

    /// Parses the protected header in the first part of a compact token.
    init(part: borrowing some Bytes) throws(JOSEError) {
        try self.init(protected: CompactText.object(CompactText.decode(part, "header"), "header"))
    }

    /// The member `alg`; nil if absent.
    public var algorithm: String? { members["alg"]?.string }
    /// The member `enc` of an encrypted token; nil if absent.
    public var encryption: String? { members["enc"]?.string }
    /// The member `kid`, the ID of a key of the receiver; nil if absent.
    public var keyID: String? { members["kid"]?.string }
    /// The member `typ`, the type of the token; nil if absent.
    public var type: String? { members["typ"]?.string }
    /// The member `cty`, the type of the payload; nil if absent.
    public var contentType: String? { members["cty"]?.string }

    /// Normalizes a type for comparison: lower case, without `application/` (RFC 7515, section 4.1.9).
    static func comparable(_ type: String) -> String {
        let type = type.lowercased()
        return type.hasPrefix("application/") ? String(type.dropFirst("application/".count)) : type
    }

    // MARK: Checks

    func text(_ name: String) throws(JOSEError) -> String {
        guard let value = members[name] else { throw JOSEError(.malformed, "the header has no member \(name)") }
        guard let text = value.string else {
            throw JOSEError(.malformed, "the member \(name) of the header is \(value.kindName), not a string")
        }
        return text
    }

    func bytes(_ name: String) throws(JOSEError) -> [UInt8] {
        try CompactText.decode(text(name).utf8, "member \(name) of the header")
    }

    /// Rejects members of the wrong type and unknown critical extensions.
    ///
    /// `known` contains the extensions that the caller supports.
    func check(known: Set<String>) throws(JOSEError) {
        _ = try text("alg")
        for name in ["kid", "typ", "cty", "zip", "enc"] where members[name] != nil { _ = try text(name) }
        if let value = members["b64"], value.bool == nil {
            throw JOSEError(.malformed, "the member b64 of the header is \(value.kindName), not true or false")
        }
        let names = try criticalNames()
        for name in names where !known.contains(name) {
            throw JOSEError(
                .unsupported,
                "the token demands an extension that is not known (crit): \(Self.shown(name))")
        }
        // RFC 7797, section 6: a reader that does not support b64 would decode the payload as Base64.
        guard members["b64"]?.bool != false || (protected["b64"] != nil && names.contains("b64")) else {
            throw JOSEError(.malformed, "b64 is false in the header, but crit does not list it")
        }
    }

    /// The validated names in `crit`: at least one, no duplicates, all present in the header, and none registered in
    /// the standards (RFC 7515, section 4.1.11).
    private func criticalNames() throws(JOSEError) -> [String] {
        guard let value = members["crit"] else { return [] }
        guard protected["crit"] != nil else {
            throw JOSEError(.malformed, "crit is not in the protected header")
        }
        guard let list = value.array, !list.isEmpty else {
            throw JOSEError(.malformed, "crit is not a list with a name or more")
        }
        let names = list.compactMap(\.string)
        guard names.count == list.count, Set(names).count == names.count else {
            throw JOSEError(.malformed, "crit is not a list of different names")
        }
        for name in names {
            guard !Self.registered.contains(name) else {
                throw JOSEError(.malformed, "crit lists \(name), which every reader knows")
            }
            guard protected[name] != nil else {
                throw JOSEError(.malformed, "crit lists \(Self.shown(name)), which the protected header does not have")
            }
        }
        return names
    }

    /// RFC 7515, section 4.1; RFC 7516, section 4.1; RFC 7518, sections 4.6 to 4.8.
    private static let registered: Set<String> = [
        "alg", "jku", "jwk", "kid", "x5u", "x5c", "x5t", "x5t#S256", "typ", "cty", "crit", "enc", "zip", "epk", "apu",
        "apv", "iv", "tag", "p2s", "p2c",
    ]

    /// Quotes a name from a token for messages: truncated, with control characters escaped.
    static func shown(_ name: String) -> String {
        let text = JSONValue.string(String(String.UnicodeScalarView(name.unicodeScalars.prefix(40)))).text()
        return name.count > 40 ? "\(text)…" : text
    }
}
