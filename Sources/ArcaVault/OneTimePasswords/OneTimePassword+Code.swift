public import ArcaCore
public import ArcaCrypto

extension OneTimePassword {
    /// A code to type in, and how long it holds.
    public struct Code: Sendable, Equatable {
        /// The digits in ASCII, zeros at the front included; secret until the code no longer holds.
        public let digits: SecretBytes
        /// What the code was made of: the counter, or by time the number of the period.
        public let counter: UInt64
        /// Whole seconds until the next code, at least 1; nil for a code by counter, which holds until it is used.
        public let secondsLeft: Int?
    }

    /// Makes the code of a moment.
    ///
    /// ```swift
    /// let code = try password.code(at: .now())
    /// ```
    ///
    /// Source: RFC 6238, section 4.
    ///
    /// - Parameter time: 1970 or later.
    /// - Returns: The code, and the seconds that it still holds.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for a time before 1970 or a password by counter.
    public func code(at time: Vault.Timestamp = .now()) throws(VaultError) -> Code {
        let step = try step(at: time)
        let left = Int64(period) - time.seconds % Int64(period)
        return Code(digits: try makeCode(of: step), counter: step, secondsLeft: Int(left))
    }

    /// Makes the code of a counter.
    ///
    /// A counter serves once: store the next one (see ``next``) before the code is shown.
    /// Source: RFC 4226, section 5.
    ///
    /// - Parameter counter: Any counter; ``counter`` is the next one.
    /// - Returns: The code.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for a password by time.
    public func code(counter: UInt64) throws(VaultError) -> Code {
        guard kind == .counter else {
            throw VaultError(.invalidArgument, "this one-time password goes by time; ask for the code of a time")
        }
        return Code(digits: try makeCode(of: counter), counter: counter, secondsLeft: nil)
    }

    /// The same password with the counter moved on by one, for a password by counter; by time, the same.
    ///
    /// - Throws: ``VaultError`` with code `.invalidArgument` after the last counter, 2^64 - 1.
    public var next: OneTimePassword {
        get throws(VaultError) {
            guard kind == .counter else { return self }
            guard counter < .max else { throw VaultError(.invalidArgument, "the counter has reached its end") }
            return try OneTimePassword(
                kind, key: key, algorithm: algorithm, digits: digits, period: period, counter: counter + 1,
                issuer: issuer, account: account)
        }
    }

    /// The number of the period that a time lies in.
    func step(at time: Vault.Timestamp) throws(VaultError) -> UInt64 {
        guard kind == .time else {
            throw VaultError(.invalidArgument, "this one-time password goes by a counter, not by time")
        }
        guard let seconds = UInt64(exactly: time.seconds) else {
            throw VaultError(.invalidArgument, "one-time passwords start in 1970; check the clock")
        }
        return seconds / UInt64(period)
    }

    /// The digits for a counter or the number of a period.
    func makeCode(of counter: UInt64) throws(VaultError) -> SecretBytes {
        let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
        let digest = try digest(of: message)
        // Dynamic truncation, RFC 4226 section 5.3. All 16 places are read, so that none shows in the time it takes.
        let place = UInt32(digest[digest.count - 1] & 15)
        var value: UInt32 = 0
        for index in 0..<16 {
            let word = digest[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let difference = UInt32(index) ^ place
            // All ones where the difference is zero, else zero; a difference of 4 bits minus 1 borrows only for zero.
            let mask = 0 &- ((difference &- 1) >> 31)
            value |= word & mask
        }
        value &= 0x7fff_ffff
        // The digits as bytes of one number, the last digit lowest. Division by a constant becomes a multiplication,
        // which takes the same time for all values.
        var text: UInt64 = 0
        for index in 0..<digits {
            text |= UInt64(UInt32(UInt8(ascii: "0")) + value % 10) << (8 * index)
            value /= 10
        }
        return SecretBytes(byteCount: digits) { output in
            for index in (0..<digits).reversed() { output.append(UInt8(truncatingIfNeeded: text >> (8 * index))) }
        }
    }

    private func digest(of message: [UInt8]) throws(VaultError) -> [UInt8] {
        let function: HashFunction =
            switch algorithm {
            case .sha1: .sha1
            case .sha256: .sha256
            case .sha512: .sha512
            }
        return try VaultError.wrap { try MACFunction.hmac(function).code(for: message, using: SymmetricKey(key)) }
    }
}

extension OneTimePassword {
    /// The most periods or counters on one side that a code is looked for in.
    public static let largestWindow = 100

    /// Tells whether a code holds at a time, give or take some periods.
    ///
    /// Every candidate is computed and compared in full, whatever fits, so the time taken tells nothing. A code must
    /// count once only (RFC 6238, section 5.2): keep the answer, and pass it as `last` when the next code comes.
    /// A service that checks codes must also limit how often they may be tried.
    ///
    /// - Parameters:
    ///   - code: The digits in ASCII, as they were typed; a code of another length does not fit.
    ///   - time: When it was given, 1970 or later.
    ///   - window: How many periods earlier and later count too, 0 to ``largestWindow``; 1 is usual.
    ///   - last: The period of the last code that was taken; that one and earlier ones no longer count.
    /// - Returns: The number of the period that the code is of, the latest one if several fit; nil if none does.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for a password by counter, a time before 1970 or a window
    ///   that is too large.
    public func verify(
        _ code: borrowing some Bytes, at time: Vault.Timestamp = .now(), window: Int = 1, after last: UInt64? = nil
    ) throws(VaultError) -> UInt64? {
        let step = try step(at: time)
        try Self.check(window)
        let first = step - min(step, UInt64(window))
        // The last that fits, so that no code of a period up to it can be used again.
        return try fitting(code, in: first...step + UInt64(window)).last { number in last.map { number > $0 } ?? true }
    }

    /// Tells whether a code is that of the next counter, or of one of those after it.
    ///
    /// Afterwards go on with the counter after the one that fitted (RFC 4226, section 7.4).
    ///
    /// - Parameters:
    ///   - code: The digits in ASCII, as they were typed; a code of another length does not fit.
    ///   - lookAhead: How many counters after ``counter`` count too, 0 to ``largestWindow``.
    /// - Returns: The counter that the code is of; nil if none fits.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for a password by time or a window that is too large.
    public func verify(_ code: borrowing some Bytes, lookAhead: Int) throws(VaultError) -> UInt64? {
        guard kind == .counter else {
            throw VaultError(.invalidArgument, "this one-time password goes by time, not by a counter")
        }
        try Self.check(lookAhead)
        let (last, overflow) = counter.addingReportingOverflow(UInt64(lookAhead))
        // The first that fits: a later one by chance would leave the codes of the device behind.
        return try fitting(code, in: counter...(overflow ? .max : last)).first
    }

    private static func check(_ window: Int) throws(VaultError) {
        guard (0...largestWindow).contains(window) else {
            throw VaultError(.invalidArgument, "a window has 0 to \(largestWindow) steps, not \(window)")
        }
    }

    /// The counters whose code it is; all are computed and compared in full.
    private func fitting(_ code: borrowing some Bytes, in counters: ClosedRange<UInt64>) throws(VaultError) -> [UInt64]
    {
        var found: [UInt64] = []
        for counter in counters {
            if constantTimeEqual(try makeCode(of: counter), code) { found.append(counter) }
        }
        return found
    }
}
