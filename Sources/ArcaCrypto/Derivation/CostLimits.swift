public import ArcaCore

/// Limits for key derivations with untrusted parameters, such as those from a file.
///
/// Without a limit, a few bytes in a file could cost hours or all memory. Costs below the lower bounds offer no
/// protection and are rejected as well.
public struct CostLimits: Sendable, Hashable {
    /// The accepted binary logarithms of scrypt's N; 10 to 20 by default.
    public var scryptLogN: ClosedRange<Int>
    /// The maximum r of scrypt; 16 by default.
    public var scryptR: Int
    /// The maximum p of scrypt; 4 by default.
    public var scryptP: Int
    /// The maximum size of scrypt's table, 128·N·r bytes; 1 GiB by default.
    public var scryptTableByteCount: Int
    /// The accepted iterations of PBKDF2; 1 to 10,000,000 by default.
    public var pbkdf2Iterations: ClosedRange<Int>
    /// The accepted rounds of bcrypt_pbkdf; 1 to 2,048 by default.
    public var bcryptRounds: ClosedRange<Int>

    /// The default limits for reading.
    public static let reading = CostLimits()

    /// Creates limits; omitted ones have the default values for reading.
    public init(
        scryptLogN: ClosedRange<Int> = 10...20, scryptR: Int = 16, scryptP: Int = 4,
        scryptTableByteCount: Int = 1 << 30, pbkdf2Iterations: ClosedRange<Int> = 1...10_000_000,
        bcryptRounds: ClosedRange<Int> = 1...2048
    ) {
        self.scryptLogN = scryptLogN
        self.scryptR = scryptR
        self.scryptP = scryptP
        self.scryptTableByteCount = scryptTableByteCount
        self.pbkdf2Iterations = pbkdf2Iterations
        self.bcryptRounds = bcryptRounds
    }

    /// Checks a scrypt cost.
    ///
    /// - Parameter cost: The untrusted cost.
    /// - Throws: ``CryptoError`` with code `.costTooHigh` above a limit, `.invalidParameter` below the lower bound.
    public func check(_ cost: Scrypt.Cost) throws(CryptoError) {
        guard cost.logN >= scryptLogN.lowerBound else {
            throw CryptoError(
                .invalidParameter, "scrypt with N = 2^\(cost.logN) is too weak; use 2^\(scryptLogN.lowerBound) or more"
            )
        }
        guard cost.logN <= scryptLogN.upperBound else {
            throw CryptoError(
                .costTooHigh, "scrypt with N = 2^\(cost.logN) is above the limit of 2^\(scryptLogN.upperBound)")
        }
        guard cost.r <= scryptR else {
            throw CryptoError(.costTooHigh, "scrypt with r = \(cost.r) is above the limit of \(scryptR)")
        }
        guard cost.p <= scryptP else {
            throw CryptoError(.costTooHigh, "scrypt with p = \(cost.p) is above the limit of \(scryptP)")
        }
        guard cost.tableByteCount <= scryptTableByteCount else {
            throw CryptoError(
                .costTooHigh,
                "scrypt with N = 2^\(cost.logN), r = \(cost.r) needs \(cost.tableByteCount) bytes of memory, above the limit of \(scryptTableByteCount)"
            )
        }
    }

    /// Checks a PBKDF2 iteration count.
    ///
    /// - Parameter iterations: The untrusted count.
    /// - Throws: ``CryptoError`` with code `.costTooHigh` above the limit, `.invalidParameter` below the lower bound.
    public func check(pbkdf2Iterations iterations: Int) throws(CryptoError) {
        guard iterations >= pbkdf2Iterations.lowerBound else {
            throw CryptoError(
                .invalidParameter,
                "\(iterations) iterations of PBKDF2 are too few; use \(pbkdf2Iterations.lowerBound) or more")
        }
        guard iterations <= pbkdf2Iterations.upperBound else {
            throw CryptoError(
                .costTooHigh,
                "\(iterations) iterations of PBKDF2 are above the limit of \(pbkdf2Iterations.upperBound)")
        }
    }

    /// Checks a number of bcrypt_pbkdf rounds.
    ///
    /// - Parameter rounds: The untrusted number.
    /// - Throws: ``CryptoError`` with code `.costTooHigh` above the limit, `.invalidParameter` below the lower bound.
    public func check(bcryptRounds rounds: Int) throws(CryptoError) {
        guard rounds >= bcryptRounds.lowerBound else {
            throw CryptoError(
                .invalidParameter,
                "\(rounds) rounds of bcrypt are too few; use \(bcryptRounds.lowerBound) or more")
        }
        guard rounds <= bcryptRounds.upperBound else {
            throw CryptoError(
                .costTooHigh, "\(rounds) rounds of bcrypt are above the limit of \(bcryptRounds.upperBound)")
        }
    }
}
