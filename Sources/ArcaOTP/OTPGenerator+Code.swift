public import ArcaCore
public import ArcaCrypto
internal import ArcaPlatform

extension OTPGenerator {
    /// A code to type, and its validity.
    public struct Code: Sendable, Equatable {
        /// The digits in ASCII, including leading zeros; secret while the code is valid.
        public let digits: SecretBytes
        /// The counter or, for TOTP, the number of the time step.
        public let counter: UInt64
        /// Whole seconds until the next code, at least 1; nil for HOTP, where a code is valid until used.
        public let secondsLeft: Int?
    }

    /// Generates the code for a time.
    ///
    /// ```swift
    /// let code = try password.code()
    /// ```
    ///
    /// Source: RFC 6238, section 4.
    ///
    /// - Parameter time: Seconds since 1970-01-01 UTC, at least 0; nil for the current time.
    /// - Returns: The code, and its remaining seconds.
    /// - Throws: ``OTPError`` with code `.invalidArgument` for a time before 1970 or an HOTP generator.
    public func code(at time: Int? = nil) throws(OTPError) -> Code {
        let time = time ?? Self.now
        let step = try step(at: time)
        return Code(digits: try makeCode(of: step), counter: step, secondsLeft: period - time % period)
    }

    /// Generates the code for a counter.
    ///
    /// A counter must be used only once: store the next one (see ``next``) before showing the code.
    /// Source: RFC 4226, section 5.
    ///
    /// - Parameter counter: Any counter; the property ``counter`` has the next one.
    /// - Returns: The code.
    /// - Throws: ``OTPError`` with code `.invalidArgument` for a TOTP generator.
    public func code(counter: UInt64) throws(OTPError) -> Code {
        guard kind == .counter else {
            throw OTPError(.invalidArgument, "this one-time password goes by time; ask for the code of a time")
        }
        return Code(digits: try makeCode(of: counter), counter: counter, secondsLeft: nil)
    }

    /// The generator with its counter incremented; unchanged for TOTP.
    ///
    /// - Throws: ``OTPError`` with code `.invalidArgument` after the last counter, 2^64 - 1.
    public var next: OTPGenerator {
        get throws(OTPError) {
            guard kind == .counter else { return self }
            guard counter < .max else { throw OTPError(.invalidArgument, "the counter has reached its end") }
            return try OTPGenerator(
                kind, key: key, algorithm: algorithm, digits: digits, period: period, counter: counter + 1,
                issuer: issuer, account: account)
        }
    }

    private static var now: Int { SystemClock.wall.milliseconds / 1000 }

    private func step(at time: Int) throws(OTPError) -> UInt64 {
        guard kind == .time else {
            throw OTPError(.invalidArgument, "this one-time password goes by a counter, not by time")
        }
        guard let seconds = UInt64(exactly: time) else {
            throw OTPError(.invalidArgument, "one-time passwords start in 1970; check the clock")
        }
        return seconds / UInt64(period)
    }

    private func makeCode(of counter: UInt64) throws(OTPError) -> SecretBytes {
        let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
        let digest = try digest(of: message)
        // Dynamic truncation, RFC 4226, section 5.3. All 16 offsets are read, so timing does not reveal the offset.
        let place = UInt32(digest[digest.count - 1] & 15)
        var value: UInt32 = 0
        for index in 0..<16 {
            let word = digest[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let difference = UInt32(index) ^ place
            // All ones if the difference is zero, else zero: subtracting 1 from a 4-bit difference borrows only for
            // zero.
            let mask = 0 &- ((difference &- 1) >> 31)
            value |= word & mask
        }
        value &= 0x7fff_ffff
        // Collect the digits as bytes of one integer, the last digit lowest. Division by a constant compiles to a
        // multiplication, which takes constant time.
        var text: UInt64 = 0
        for index in 0..<digits {
            text |= UInt64(UInt32(UInt8(ascii: "0")) + value % 10) << (8 * index)
            value /= 10
        }
        return SecretBytes(byteCount: digits) { output in
            for index in (0..<digits).reversed() { output.append(UInt8(truncatingIfNeeded: text >> (8 * index))) }
        }
    }

    private func digest(of message: [UInt8]) throws(OTPError) -> [UInt8] {
        let function: AnyHashFunction =
            switch algorithm {
            case .sha1: .sha1
            case .sha256: .sha256
            case .sha512: .sha512
            }
        return try OTPError.wrap { try MACFunction.hmac(function).code(for: message, using: SymmetricKey(key)) }
    }
}

extension OTPGenerator {
    /// Maximum window, in time steps or counters on one side.
    public static let largestWindow = 100

    /// Verifies a code for a time, within a window of time steps.
    ///
    /// Every candidate is computed and compared in full, so timing reveals nothing. A code must be accepted only once
    /// (RFC 6238, section 5.2): store the result, and pass it as `last` with the next code. A service must also limit
    /// the rate of attempts.
    ///
    /// - Parameters:
    ///   - code: The digits in ASCII, as typed; a code of another length never matches.
    ///   - time: The time of the attempt in seconds since 1970-01-01 UTC, at least 0; nil for the current time.
    ///   - window: The number of earlier and later time steps accepted, 0 to ``largestWindow``; 1 is usual.
    ///   - last: The time step of the last accepted code; only later ones are accepted.
    /// - Returns: The code's time step, the latest if several match, or nil if none does.
    /// - Throws: ``OTPError`` with code `.invalidArgument` for an HOTP generator, a time before 1970 or a window that
    ///   is too large.
    public func verify(
        _ code: borrowing some Bytes, at time: Int? = nil, window: Int = 1, after last: UInt64? = nil
    ) throws(OTPError) -> UInt64? {
        let step = try step(at: time ?? Self.now)
        try Self.check(window)
        let first = step - min(step, UInt64(window))
        // The last match: no code of a time step up to it can be used again.
        return try fitting(code, in: first...step + UInt64(window)).last { number in last.map { number > $0 } ?? true }
    }

    /// Verifies a code against the next counter and those after it.
    ///
    /// Afterwards, continue with the counter after the match (RFC 4226, section 7.4).
    ///
    /// - Parameters:
    ///   - code: The digits in ASCII, as typed; a code of another length never matches.
    ///   - lookAhead: The number of counters accepted after ``counter``, 0 to ``largestWindow``.
    /// - Returns: The code's counter, or nil if none matches.
    /// - Throws: ``OTPError`` with code `.invalidArgument` for a TOTP generator or a window that is too large.
    public func verify(_ code: borrowing some Bytes, lookAhead: Int) throws(OTPError) -> UInt64? {
        guard kind == .counter else {
            throw OTPError(.invalidArgument, "this one-time password goes by time, not by a counter")
        }
        try Self.check(lookAhead)
        let (last, overflow) = counter.addingReportingOverflow(UInt64(lookAhead))
        // The first match: a later one may be chance and would skip codes of the device.
        return try fitting(code, in: counter...(overflow ? .max : last)).first
    }

    private static func check(_ window: Int) throws(OTPError) {
        guard (0...largestWindow).contains(window) else {
            throw OTPError(.invalidArgument, "a window has 0 to \(largestWindow) steps, not \(window)")
        }
    }

    /// The counters that match a code; all are computed and compared in full.
    private func fitting(_ code: borrowing some Bytes, in counters: ClosedRange<UInt64>) throws(OTPError) -> [UInt64] {
        var found: [UInt64] = []
        for counter in counters {
            if constantTimeEqual(try makeCode(of: counter), code) { found.append(counter) }
        }
        return found
    }
}
