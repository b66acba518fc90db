public import ArcaCore
internal import ArcaPlatform

extension Argon2 {
    /// The cost of one derivation: time proportional to memory × passes, shared by the lanes.
    public struct Cost: Sendable, Hashable {
        /// The memory in KiB.
        public let memoryKiB: Int
        /// The number of passes over the memory.
        public let passes: Int
        /// The number of lanes (degree of parallelism), each filled by a thread if there are enough cores.
        public let lanes: Int

        /// 19 MiB, 2 passes, 1 lane: for many logins on a server.
        public static let interactive = Cost(unchecked: 19 << 10, 2, 1)
        /// 64 MiB, 3 passes, 4 lanes: the default choice (RFC 9106, section 4, second recommendation).
        public static let standard = Cost(unchecked: 64 << 10, 3, 4)
        /// 1 GiB, 3 passes, 4 lanes: for data that is rarely decrypted.
        public static let sensitive = Cost(unchecked: 1 << 20, 3, 4)

        /// Creates a cost within the limits of the standard.
        ///
        /// - Parameters:
        ///   - memoryKiB: The memory in KiB, at least 8 × `lanes`, at most 2^32 - 1.
        ///   - passes: The number of passes, 1 to 2^32 - 1.
        ///   - lanes: The number of lanes, 1 to 2^24 - 1; it changes the result, so both sides need the same number.
        /// - Throws: ``CryptoError`` with code `.invalidParameter`.
        public init(memoryKiB: Int, passes: Int, lanes: Int = 1) throws(CryptoError) {
            // RFC 9106, section 3.1.
            guard 1..<1 << 24 ~= lanes else {
                throw CryptoError(.invalidParameter, "Argon2 has 1 to 2^24 - 1 lanes, not \(lanes)")
            }
            guard 1..<1 << 32 ~= passes else {
                throw CryptoError(.invalidParameter, "Argon2 makes 1 to 2^32 - 1 passes, not \(passes)")
            }
            guard 8 * lanes..<1 << 32 ~= memoryKiB else {
                let count = lanes == 1 ? "1 lane" : "\(lanes) lanes"
                throw CryptoError(
                    .invalidParameter, "Argon2 with \(count) needs \(8 * lanes) to 2^32 - 1 KiB, not \(memoryKiB)")
            }
            self.init(unchecked: memoryKiB, passes, lanes)
        }

        private init(unchecked memoryKiB: Int, _ passes: Int, _ lanes: Int) {
            self.memoryKiB = memoryKiB
            self.passes = passes
            self.lanes = lanes
        }

        /// The memory of one derivation in bytes: `memoryKiB`, rounded down to a multiple of four blocks for each lane.
        public var memoryByteCount: Int { 4 * lanes * segmentLength << 10 }

        /// The number of blocks of 1 KiB in a quarter of a lane.
        var segmentLength: Int { memoryKiB / (4 * lanes) }

        /// Whether memory and passes are each at least as high as the other's; the lanes only share the work.
        public func isAtLeast(_ other: Cost) -> Bool { memoryKiB >= other.memoryKiB && passes >= other.passes }

        /// Measures the highest cost within a given time on this machine.
        ///
        /// The measurement takes about twice that time. The memory is doubled up to the limit, and then the passes are
        /// raised. Both stay within ``CostLimits/reading``.
        ///
        /// - Parameters:
        ///   - milliseconds: The maximum time of a derivation.
        ///   - least: The minimum cost, even if it takes longer; ``standard`` by default.
        ///   - memoryLimit: The maximum memory in bytes; 1 GiB by default.
        /// - Returns: A cost with the lanes of `least`.
        /// - Throws: ``CryptoError`` with code `.costTooHigh` if `least` exceeds `memoryLimit` or the memory cannot be
        ///   allocated.
        public static func calibrated(
            milliseconds: Int, least: Cost = .standard, memoryLimit: Int = 1 << 30
        ) throws(CryptoError) -> Cost {
            let allowed = Duration.milliseconds(milliseconds)
            var cost = least
            var time = Duration.zero
            while true {
                let start = SystemClock.monotonic.nanoseconds
                _ = try deriveKey(from: [UInt8](), salt: [UInt8](), cost: cost, memoryLimit: memoryLimit)
                time = .nanoseconds(SystemClock.monotonic.nanoseconds - start)
                let next = Cost(unchecked: 2 * cost.memoryKiB, cost.passes, cost.lanes)
                guard time * 2 <= allowed, next.memoryByteCount <= memoryLimit, next.isReadable else { break }
                cost = next
            }
            let perPass = time / cost.passes
            while perPass * (cost.passes + 1) <= allowed {
                let next = Cost(unchecked: cost.memoryKiB, cost.passes + 1, cost.lanes)
                guard next.isReadable else { break }
                cost = next
            }
            return cost
        }

        private var isReadable: Bool { (try? CostLimits.reading.check(argon2: self)) != nil }
    }
}
