public import ArcaCodecs
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
    public func code(at time: Timestamp = .now()) throws(VaultError) -> Code {
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
    func step(at time: Timestamp) throws(VaultError) -> UInt64 {
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
        do throws(CryptoError) {
            return try MACFunction.hmac(function).code(for: message, using: SymmetricKey(key))
        } catch {
            throw VaultError(.systemFailed, "libcrypto made no code: \(error.reason)")
        }
    }
}
