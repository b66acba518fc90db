public import ArcaCodecs

/// What a key derivation may cost whose parameters come from a file or from other people.
///
/// Without a limit, a few bytes of a file make the reader work for hours or take all memory. A cost below the lower
/// bounds protects nothing and is refused as well.
public struct CostLimits: Sendable {
    /// The binary logarithms of scrypt's N that are accepted; 10 to 20 unless changed.
    public var scryptLogN: ClosedRange<Int>
    /// The maximum r of scrypt that is accepted; 16 unless changed.
    public var scryptR: Int
    /// The maximum p of scrypt that is accepted; 4 unless changed.
    public var scryptP: Int
    /// The maximum memory of scrypt's table, 128·N·r bytes, that is accepted; 1 GiB unless changed.
    public var scryptTableByteCount: Int
    /// The maximum N·r·p of scrypt, which its time is proportional to; 2^25 unless changed.
    public var scryptWork: Int
    /// The iterations of PBKDF2 that are accepted; 1 to 10,000,000 unless changed.
    public var pbkdf2Iterations: ClosedRange<Int>
    /// The rounds of bcrypt_pbkdf that are accepted; 1 to 2,048 unless changed.
    public var bcryptRounds: ClosedRange<Int>
    /// Decides on a cost above the upper bounds, such as by asking the user; nil refuses it.
    ///
    /// It gets what would be the error's reason, and returns whether the derivation may run.
    public var approval: (@Sendable (_ reason: String) -> Bool)?

    /// The limits that Arca reads with by default.
    public static let reading = CostLimits()

    /// Makes limits; what is left out has the value for reading.
    ///
    /// - Parameters:
    ///   - scryptLogN: The binary logarithms of scrypt's N that are accepted.
    ///   - scryptR: The maximum r of scrypt that is accepted.
    ///   - scryptP: The maximum p of scrypt that is accepted.
    ///   - scryptTableByteCount: The maximum memory of scrypt's table in bytes.
    ///   - scryptWork: The maximum N·r·p of scrypt that is accepted.
    ///   - pbkdf2Iterations: The iterations of PBKDF2 that are accepted.
    ///   - bcryptRounds: The rounds of bcrypt_pbkdf that are accepted.
    public init(
        scryptLogN: ClosedRange<Int> = 10...20, scryptR: Int = 16, scryptP: Int = 4,
        scryptTableByteCount: Int = 1 << 30, scryptWork: Int = 1 << 25,
        pbkdf2Iterations: ClosedRange<Int> = 1...10_000_000,
        bcryptRounds: ClosedRange<Int> = 1...2048
    ) {
        self.scryptLogN = scryptLogN
        self.scryptR = scryptR
        self.scryptP = scryptP
        self.scryptTableByteCount = scryptTableByteCount
        self.scryptWork = scryptWork
        self.pbkdf2Iterations = pbkdf2Iterations
        self.bcryptRounds = bcryptRounds
    }

    /// Checks a cost of scrypt.
    ///
    /// - Parameter cost: The cost that was read.
    /// - Throws: ``CryptoError`` with code `.costTooHigh`, or `.invalidParameter` for a cost below the lower bound.
    public func check(_ cost: Scrypt.Cost) throws(CryptoError) {
        guard cost.logN >= scryptLogN.lowerBound else {
            throw CryptoError(
                .invalidParameter, "scrypt with N = 2^\(cost.logN) is too weak; use 2^\(scryptLogN.lowerBound) or more"
            )
        }
        if let reason = excess(of: cost) { try refuseUnlessApproved(reason) }
    }

    /// What is above a bound; nil if nothing is.
    private func excess(of cost: Scrypt.Cost) -> String? {
        if cost.logN > scryptLogN.upperBound {
            return "scrypt with N = 2^\(cost.logN) is above the limit of 2^\(scryptLogN.upperBound)"
        }
        if cost.r > scryptR { return "scrypt with r = \(cost.r) is above the limit of \(scryptR)" }
        if cost.p > scryptP { return "scrypt with p = \(cost.p) is above the limit of \(scryptP)" }
        let name = "scrypt with N = 2^\(cost.logN), r = \(cost.r), p = \(cost.p)"
        if cost.tableByteCount > scryptTableByteCount {
            return "\(name) needs \(cost.tableByteCount) bytes of memory, above the limit of \(scryptTableByteCount)"
        }
        // Divided, because the product may overflow.
        return cost.n > scryptWork / (cost.r * cost.p) ? "\(name) is above the limit of \(scryptWork) for N·r·p" : nil
    }

    private func refuseUnlessApproved(_ reason: String) throws(CryptoError) {
        guard let approval, approval(reason) else { throw CryptoError(.costTooHigh, reason) }
    }

    /// Checks an iteration count of PBKDF2.
    ///
    /// - Parameter iterations: The count that was read.
    /// - Throws: ``CryptoError`` with code `.costTooHigh`, or `.invalidParameter` for a count below the lower bound.
    public func check(pbkdf2Iterations iterations: Int) throws(CryptoError) {
        guard iterations >= pbkdf2Iterations.lowerBound else {
            throw CryptoError(
                .invalidParameter,
                "\(iterations) iterations of PBKDF2 are too few; use \(pbkdf2Iterations.lowerBound) or more")
        }
        if iterations > pbkdf2Iterations.upperBound {
            try refuseUnlessApproved(
                "\(iterations) iterations of PBKDF2 are above the limit of \(pbkdf2Iterations.upperBound)")
        }
    }

    /// Checks a number of rounds of bcrypt_pbkdf.
    ///
    /// - Parameter rounds: The number that was read.
    /// - Throws: ``CryptoError`` with code `.costTooHigh`, or `.invalidParameter` for a number below the lower bound.
    public func check(bcryptRounds rounds: Int) throws(CryptoError) {
        guard rounds >= bcryptRounds.lowerBound else {
            throw CryptoError(
                .invalidParameter,
                "\(rounds) rounds of bcrypt are too few; use \(bcryptRounds.lowerBound) or more")
        }
        if rounds > bcryptRounds.upperBound {
            try refuseUnlessApproved("\(rounds) rounds of bcrypt are above the limit of \(bcryptRounds.upperBound)")
        }
    }
}
