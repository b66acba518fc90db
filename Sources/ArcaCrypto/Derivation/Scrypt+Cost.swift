public import ArcaCore
internal import ArcaPlatform

extension Scrypt {
    /// The cost of one derivation: time proportional to N·r·p, memory proportional to N·r.
    public struct Cost: Sendable, Hashable {
        /// Binary logarithm of the cost parameter N.
        public let logN: Int
        /// The block size parameter, usually 8.
        public let r: Int
        /// The parallelization parameter: the number of tables, filled sequentially.
        public let p: Int

        /// N = 2^15, r = 8, p = 1: 32 MiB, about 50 ms; for interactive use.
        public static let interactive = Cost(unchecked: 15, 8, 1)
        /// N = 2^17, r = 8, p = 1: 128 MiB, about 200 ms; the default choice.
        public static let standard = Cost(unchecked: 17, 8, 1)
        /// N = 2^20, r = 8, p = 1: 1 GiB, about two seconds; for data that is rarely decrypted.
        public static let sensitive = Cost(unchecked: 20, 8, 1)

        /// Creates a cost within the limits of the standard.
        ///
        /// - Parameters:
        ///   - logN: Binary logarithm of N, 1 to 62 and less than 16·r.
        ///   - r: The block size parameter, at least 1.
        ///   - p: The parallelization parameter, at least 1; r·p must be less than 2^30.
        /// - Throws: ``CryptoError`` with code `.invalidParameter`, or `.costTooHigh` if the table exceeds the address
        ///   space.
        public init(logN: Int, r: Int = 8, p: Int = 1) throws(CryptoError) {
            guard r >= 1, p >= 1, !r.multipliedReportingOverflow(by: p).overflow, r * p < 1 << 30 else {
                throw CryptoError(.invalidParameter, "scrypt needs r and p of 1 or more, and r·p below 2^30")
            }
            // RFC 7914, section 6: N < 2^(128·r/8).
            guard logN >= 1, logN < 16 * r else {
                throw CryptoError(.invalidParameter, "scrypt needs N of 2^1 to 2^\(16 * r - 1), not 2^\(logN)")
            }
            // 128·r·(N + p + 2) stays below 2^62: log2 of 128·r is below 37, and p·r below 2^30.
            guard logN <= 24 || (r < 1 << 12 && logN <= 40) else {
                throw CryptoError(.costTooHigh, "scrypt with N = 2^\(logN), r = \(r) needs more memory than there is")
            }
            self.init(unchecked: logN, r, p)
        }

        private init(unchecked logN: Int, _ r: Int, _ p: Int) {
            self.logN = logN
            self.r = r
            self.p = p
        }

        /// The cost parameter N.
        public var n: Int { 1 << logN }

        /// Size of the table alone, 128·N·r bytes.
        public var tableByteCount: Int { 128 * r * n }

        /// Total memory of one derivation, 128·r·(N + p + 2) bytes.
        public var memoryByteCount: Int { 128 * r * (n + p + 2) }

        /// Whether N, r and p are each at least as high as the other's.
        public func isAtLeast(_ other: Cost) -> Bool { logN >= other.logN && r >= other.r && p >= other.p }

        /// Measures the highest cost within a given time on this machine.
        ///
        /// The measurement takes about twice that time. N is doubled up to the memory limit, and then p is raised. Both
        /// stay within ``CostLimits/reading``: at most 2^20 and 4.
        ///
        /// - Parameters:
        ///   - milliseconds: The maximum time of a derivation.
        ///   - least: The minimum cost, even if it takes longer; ``standard`` by default.
        ///   - memoryLimit: The maximum size of the table in bytes; 1 GiB by default.
        /// - Returns: A cost with `least`'s `r`.
        /// - Throws: ``CryptoError`` with code `.costTooHigh` if `least` exceeds `memoryLimit` or the memory cannot be
        ///   allocated.
        public static func calibrated(
            milliseconds: Int, least: Cost = .standard, memoryLimit: Int = 1 << 30
        ) throws(CryptoError) -> Cost {
            guard least.tableByteCount <= memoryLimit else {
                throw CryptoError(
                    .costTooHigh,
                    "the minimum cost needs \(least.tableByteCount) bytes of memory, above the limit of \(memoryLimit)")
            }
            let allowed = Duration.milliseconds(milliseconds)
            var cost = least
            var time = Duration.zero
            while true {
                let start = SystemClock.monotonic.nanoseconds
                _ = try Scrypt.deriveKey(
                    from: [UInt8](), salt: [UInt8](), cost: cost, memoryLimit: cost.memoryByteCount)
                time = .nanoseconds(SystemClock.monotonic.nanoseconds - start)
                guard time * 2 <= allowed, cost.logN < CostLimits.reading.scryptLogN.upperBound,
                    let next = try? Cost(logN: cost.logN + 1, r: cost.r, p: cost.p), next.tableByteCount <= memoryLimit
                else { break }
                cost = next
            }
            let perTable = time / cost.p
            var p = cost.p
            while p < CostLimits.reading.scryptP, perTable * (p + 1) <= allowed { p += 1 }
            return Cost(unchecked: cost.logN, cost.r, p)
        }
    }
}
