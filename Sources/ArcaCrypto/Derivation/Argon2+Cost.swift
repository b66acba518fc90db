public import ArcaCore

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
    }
}
