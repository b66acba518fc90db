internal import ArcaCore

/// The claims that a receiver requires.
///
/// Source: RFC 7519, section 4.1; RFC 8725, sections 3.8 to 3.11.
public struct JWTPolicy: Sendable, Hashable {
    /// The required `iss`, compared byte by byte; nil for any issuer with one of the keys.
    public var issuer: String?
    /// The required value in `aud`, compared byte by byte.
    ///
    /// If it is nil, tokens with an audience are rejected, as RFC 7519 (section 4.1.3) requires, unless
    /// ``acceptsAnyAudience`` is set.
    public var audience: String?
    /// Whether to accept tokens for any audience; only used without an ``audience``.
    public var acceptsAnyAudience: Bool
    /// The required `typ`, ignoring case and `application/`; nil for any type or none.
    public var type: String?
    /// The allowed algorithms; nil for all that the keys allow.
    public var algorithms: Set<JWSAlgorithm>?
    /// The maximum clock difference in seconds; negative values count as 0.
    public var leeway: Int
    /// Whether to accept tokens that never expire.
    public var acceptsNoExpiry: Bool

    /// Creates a policy; see the properties.
    public init(
        issuer: String? = nil, audience: String? = nil, acceptsAnyAudience: Bool = false, type: String? = nil,
        algorithms: Set<JWSAlgorithm>? = nil, leeway: Int = 0, acceptsNoExpiry: Bool = false
    ) {
        self.issuer = issuer
        self.audience = audience
        self.acceptsAnyAudience = acceptsAnyAudience
        self.type = type
        self.algorithms = algorithms
        self.leeway = max(leeway, 0)
        self.acceptsNoExpiry = acceptsNoExpiry
    }

    // MARK: Checks

    func check(_ claims: JSONObject, type found: String?, now: Int) throws(JOSEError) {
        try Self.checkTypes(claims)
        if let type {
            guard let found else { throw JOSEError(.wrongType, "the token has no type; wanted is \(type)") }
            // Rejects tokens for another purpose, even from the same issuer (RFC 8725, section 3.11).
            guard JOSEHeader.comparable(found) == JOSEHeader.comparable(type) else {
                throw JOSEError(.wrongType, "the token's type is \(JOSEHeader.shown(found)), not \(type)")
            }
        }
        if let issuer {
            guard let found = claims["iss"]?.string else {
                throw JOSEError(.wrongIssuer, "the token names no issuer; wanted is \(issuer)")
            }
            guard found.utf8.elementsEqual(issuer.utf8) else {
                throw JOSEError(.wrongIssuer, "the token's issuer is \(JOSEHeader.shown(found)), not \(issuer)")
            }
        }
        try checkAudience(claims)
        try checkTimes(claims, now: now)
    }

    private func checkAudience(_ claims: JSONObject) throws(JOSEError) {
        let found = try JWT.audience(of: claims)
        guard let audience else {
            guard found == nil || acceptsAnyAudience else {
                throw JOSEError(
                    .wrongAudience, "the token is for an audience, and none was named that would be it",
                    hint: "name the audience that you are")
            }
            return
        }
        guard let found else {
            throw JOSEError(.wrongAudience, "the token is for no audience; wanted is \(audience)")
        }
        guard found.contains(where: { $0.utf8.elementsEqual(audience.utf8) }) else {
            throw JOSEError(
                .wrongAudience,
                "the token is for \(found.prefix(3).map(JOSEHeader.shown).joined(separator: ", ")), not for \(audience)"
            )
        }
    }

    private func checkTimes(_ claims: JSONObject, now: Int) throws(JOSEError) {
        if let expiry = claims["exp"]?.number {
            // A token is expired from the expiry time on (RFC 7519, section 4.1.4).
            let (time, overflows) = now.subtractingReportingOverflow(leeway)
            guard Self.isBefore(overflows ? .min : time, expiry) else {
                throw JOSEError(.expired, "the token has expired", hint: "get a new one, or check the clock")
            }
        } else if !acceptsNoExpiry {
            throw JOSEError(.noExpiry, "the token has no expiry (exp): it would never expire")
        }
        if let start = claims["nbf"]?.number {
            let (time, overflows) = now.addingReportingOverflow(leeway)
            guard !Self.isBefore(overflows ? .max : time, start) else {
                throw JOSEError(.notYetValid, "the token is not valid yet (nbf)", hint: "check the clock")
            }
        }
    }

    /// Rejects registered claims of the wrong type; otherwise a string for a time would count as missing.
    static func checkTypes(_ claims: JSONObject) throws(JOSEError) {
        for name in ["exp", "nbf", "iat"] {
            if let value = claims[name], value.number == nil {
                throw JOSEError(.malformed, "the claim \(name) is \(value.kindName), not a number")
            }
        }
        for name in ["iss", "sub", "jti"] {
            if let value = claims[name], value.string == nil {
                throw JOSEError(.malformed, "the claim \(name) is \(value.kindName), not a string")
            }
        }
        _ = try JWT.audience(of: claims)
    }

    /// Whether a time in whole seconds is before a number of any size, possibly with a fraction.
    private static func isBefore(_ time: Int, _ number: JSONNumber) -> Bool {
        if let whole = number.int { return time < whole }
        // A number beyond the range of a double becomes infinite, which compares correctly.
        return Double(time) < (Double(number.description) ?? .infinity)
    }
}
