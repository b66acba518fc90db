internal import ArcaCodecs

/// Which claims a receiver wants.
///
/// Source: RFC 7519, section 4.1; RFC 8725, sections 3.8 to 3.11.
public struct JWTPolicy: Sendable, Hashable {
    /// What `iss` must be, byte for byte; nil for any issuer that has one of the keys.
    public var issuer: String?
    /// What `aud` must name, byte for byte.
    ///
    /// Without one, tokens that are for somebody are rejected, as RFC 7519 (section 4.1.3) demands, unless
    /// ``acceptsAnyAudience`` is set.
    public var audience: String?
    /// Whether tokens for other audiences pass; only without an ``audience``.
    public var acceptsAnyAudience: Bool
    /// What `typ` must be, in any letter case, with or without `application/`; nil for any type or none.
    public var type: String?
    /// The algorithms that are allowed, of those that the keys allow; nil for all of these.
    public var algorithms: Set<JWSAlgorithm>?
    /// By how many seconds clocks may differ; 0 or more.
    public var leeway: Int
    /// Whether tokens without an expiry pass, which are good forever.
    public var acceptsNoExpiry: Bool

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - issuer: What `iss` must be.
    ///   - audience: What `aud` must name.
    ///   - acceptsAnyAudience: Whether tokens for others pass, where no audience is given.
    ///   - type: What `typ` must be.
    ///   - algorithms: The algorithms that are allowed.
    ///   - leeway: By how many seconds clocks may differ; a negative number counts as 0.
    ///   - acceptsNoExpiry: Whether tokens without an expiry pass.
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

    /// Refuses claims that are not wanted.
    func check(_ claims: JSONObject, type found: String?, now: Int) throws(JOSEError) {
        try Self.checkTypes(claims)
        if let type {
            guard let found else { throw JOSEError(.wrongType, "the token has no type; wanted is \(type)") }
            // A token for another purpose must not pass, even by the same issuer (RFC 8725, section 3.11).
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
            // The expiry itself is the first moment that does not count (RFC 7519, section 4.1.4).
            let (time, overflows) = now.subtractingReportingOverflow(leeway)
            guard Self.isBefore(overflows ? .min : time, expiry) else {
                throw JOSEError(.expired, "the token has expired", hint: "get a new one, or check the clock")
            }
        } else if !acceptsNoExpiry {
            throw JOSEError(.noExpiry, "the token has no expiry (exp): it would be good forever")
        }
        if let start = claims["nbf"]?.number {
            let (time, overflows) = now.addingReportingOverflow(leeway)
            guard !Self.isBefore(overflows ? .max : time, start) else {
                throw JOSEError(.notYetValid, "the token is not valid yet (nbf)", hint: "check the clock")
            }
        }
    }

    /// Refuses registered claims of the wrong type: a text where a time belongs would otherwise count as none.
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

    /// Whether a time in whole seconds is before a number of any size, which may have a fraction.
    private static func isBefore(_ time: Int, _ number: JSONNumber) -> Bool {
        if let whole = number.int { return time < whole }
        // Beyond the range of a double it is infinite, which compares as it should.
        return Double(time) < (Double(number.description) ?? .infinity)
    }
}
