public import ArcaCore

/// Limits for key derivations with untrusted parameters, such as those from a file.
///
/// Without a limit, a few bytes in a file could cost hours or all memory. Costs below the lower bounds offer no
/// protection and are rejected as well.
public struct CostLimits: Sendable {
    /// The accepted binary logarithms of scrypt's N; 10 to 20 by default.
    public var scryptLogN: ClosedRange<Int>
    /// The maximum r of scrypt; 16 by default.
    public var scryptR: Int
    /// The maximum p of scrypt; 4 by default.
    public var scryptP: Int
    /// The maximum size of scrypt's table, 128·N·r bytes; 1 GiB by default.
    public var scryptTableByteCount: Int
    /// The maximum N·r·p of scrypt, which is proportional to its time; 2^25 by default.
    public var scryptWork: Int
    /// The accepted iterations of PBKDF2; 1 to 10,000,000 by default.
    public var pbkdf2Iterations: ClosedRange<Int>
    /// The accepted memory of Argon2 in KiB; 64 KiB to 1 GiB by default.
    public var argon2MemoryKiB: ClosedRange<Int>
    /// The maximum memory × passes of Argon2 in KiB, which is proportional to its time; 2^24 (16 GiB) by default.
    public var argon2Work: Int
    /// The accepted rounds of bcrypt_pbkdf; 1 to 2,048 by default.
    public var bcryptRounds: ClosedRange<Int>
    /// The accepted rounds of KeePass's AES-KDF; 1 to 200,000,000 by default.
    public var aesKDFRounds: ClosedRange<Int>
    /// Decides whether to accept a cost above the limits, for example by asking the user; nil rejects it.
    ///
    /// Receives the reason that the error would have, and returns whether the derivation may run.
    public var approval: (@Sendable (_ reason: String) -> Bool)?

    /// The default limits for reading.
    public static let reading = CostLimits()

    /// Creates limits; the defaults are those for reading.
    ///
    /// - Parameters:
    ///   - scryptLogN: The accepted binary logarithms of scrypt's N.
    ///   - scryptR: The maximum r of scrypt.
    ///   - scryptP: The maximum p of scrypt.
    ///   - scryptTableByteCount: The maximum size of scrypt's table, in bytes.
    ///   - scryptWork: The maximum N·r·p of scrypt.
    ///   - pbkdf2Iterations: The accepted iterations of PBKDF2.
    ///   - bcryptRounds: The accepted rounds of bcrypt_pbkdf.
    ///   - argon2MemoryKiB: The accepted memory of Argon2 in KiB.
    ///   - argon2Work: The maximum memory × passes of Argon2 in KiB.
    ///   - aesKDFRounds: The accepted rounds of AES-KDF.
    public init(
        scryptLogN: ClosedRange<Int> = 10...20, scryptR: Int = 16, scryptP: Int = 4,
        scryptTableByteCount: Int = 1 << 30, scryptWork: Int = 1 << 25,
        pbkdf2Iterations: ClosedRange<Int> = 1...10_000_000,
        bcryptRounds: ClosedRange<Int> = 1...2048,
        argon2MemoryKiB: ClosedRange<Int> = 64...1 << 20, argon2Work: Int = 1 << 24,
        aesKDFRounds: ClosedRange<Int> = 1...200_000_000
    ) {
        self.scryptLogN = scryptLogN
        self.scryptR = scryptR
        self.scryptP = scryptP
        self.scryptTableByteCount = scryptTableByteCount
        self.scryptWork = scryptWork
        self.pbkdf2Iterations = pbkdf2Iterations
        self.bcryptRounds = bcryptRounds
        self.argon2MemoryKiB = argon2MemoryKiB
        self.argon2Work = argon2Work
        self.aesKDFRounds = aesKDFRounds
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
        if let reason = excess(of: cost) { try refuseUnlessApproved(reason) }
    }

    /// The parameter above its limit, or nil if there is none.
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
        // Divides, because the product may overflow.
        return cost.n > scryptWork / (cost.r * cost.p) ? "\(name) is above the limit of \(scryptWork) for N·r·p" : nil
    }

    /// Checks an Argon2 cost.
    ///
    /// - Parameter cost: The untrusted cost.
    /// - Throws: ``CryptoError`` with code `.costTooHigh` above a limit, `.invalidParameter` below the lower bound.
    public func check(argon2 cost: Argon2KDF.Cost) throws(CryptoError) {
        guard cost.memoryKiB >= argon2MemoryKiB.lowerBound else {
            throw CryptoError(
                .invalidParameter,
                "Argon2 with \(cost.memoryKiB) KiB is too weak; use \(argon2MemoryKiB.lowerBound) KiB or more")
        }
        if let reason = excess(of: cost) { try refuseUnlessApproved(reason) }
    }

    private func excess(of cost: Argon2KDF.Cost) -> String? {
        let name = "Argon2 with \(cost.passes) passes over \(cost.memoryKiB) KiB"
        if cost.memoryKiB > argon2MemoryKiB.upperBound {
            return "\(name) is above the limit of \(argon2MemoryKiB.upperBound) KiB of memory"
        }
        return cost.memoryKiB > argon2Work / cost.passes
            ? "\(name) is above the limit of \(argon2Work) KiB for memory × passes" : nil
    }

    private func refuseUnlessApproved(_ reason: String) throws(CryptoError) {
        guard let approval, approval(reason) else { throw CryptoError(.costTooHigh, reason) }
    }

    /// Checks a PBKDF2 iteration count.
    ///
    /// - Parameter iterations: The untrusted count.
    /// - Throws: ``CryptoError`` with code `.costTooHigh` above the limit, `.invalidParameter` below the lower bound.
    public func check(pbkdf2Iterations iterations: Int) throws(CryptoError) {
        try check(iterations, pbkdf2Iterations, "iterations of PBKDF2")
    }

    /// Checks a number of bcrypt_pbkdf rounds.
    ///
    /// - Parameter rounds: The untrusted number.
    /// - Throws: ``CryptoError`` with code `.costTooHigh` above the limit, `.invalidParameter` below the lower bound.
    public func check(bcryptRounds rounds: Int) throws(CryptoError) {
        try check(rounds, bcryptRounds, "rounds of bcrypt")
    }

    /// Checks a number of AES-KDF rounds.
    ///
    /// - Parameter rounds: The untrusted number.
    /// - Throws: ``CryptoError`` with code `.costTooHigh` above the limit, `.invalidParameter` below the lower bound.
    public func check(aesKDFRounds rounds: Int) throws(CryptoError) {
        try check(rounds, aesKDFRounds, "rounds of AES-KDF")
    }

    private func check(_ count: Int, _ range: ClosedRange<Int>, _ unit: String) throws(CryptoError) {
        guard count >= range.lowerBound else {
            throw CryptoError(.invalidParameter, "\(count) \(unit) are too few; use \(range.lowerBound) or more")
        }
        if count > range.upperBound {
            try refuseUnlessApproved("\(count) \(unit) are above the limit of \(range.upperBound)")
        }
    }
}
