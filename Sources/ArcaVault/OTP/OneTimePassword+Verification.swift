public import ArcaCodecs
internal import ArcaCrypto

extension OneTimePassword {
    /// The most periods or counters on one side that a code is looked for in.
    public static let largestWindow = 100

    /// Tells whether a code holds at a time, give or take some periods.
    ///
    /// Every candidate is computed and compared in full, whatever fits, so the time taken tells nothing. A code must
    /// count once only (RFC 6238, section 5.2): keep the answer, and pass it as `last` when the next code comes.
    /// Who checks codes of others must also limit how often they may try.
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
        _ code: borrowing some Bytes, at time: Timestamp = .now(), window: Int = 1, after last: UInt64? = nil
    ) throws(VaultError) -> UInt64? {
        let step = try step(at: time)
        try Self.check(window)
        let first = step - min(step, UInt64(window))
        return try code.withBytes { span throws(VaultError) in
            // The last that fits, so that no code of a period up to it can be used again.
            try fitting(span, in: first...step + UInt64(window)).last { number in last.map { number > $0 } ?? true }
        }
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
        return try code.withBytes { span throws(VaultError) in
            // The first that fits: a later one by chance would leave the codes of the device behind.
            try fitting(span, in: counter...(overflow ? .max : last)).first
        }
    }

    private static func check(_ window: Int) throws(VaultError) {
        guard (0...largestWindow).contains(window) else {
            throw VaultError(.invalidArgument, "a window has 0 to \(largestWindow) steps, not \(window)")
        }
    }

    /// The counters whose code it is; all are computed and compared in full.
    private func fitting(_ code: Span<UInt8>, in counters: ClosedRange<UInt64>) throws(VaultError) -> [UInt64] {
        var found: [UInt64] = []
        for counter in counters where constantTimeEqual(try makeCode(of: counter), code) { found.append(counter) }
        return found
    }
}
