internal import ArcaCore

/// What Bech32 is made of; none of it branches on the data or looks anything up by it, which may be a key.
extension Bech32 {
    /// The remainder that the checksum is: BIP 173, "Checksum".
    struct Checksum {
        private(set) var remainder: UInt32 = 1

        private static let generators: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]

        /// Begins with a prefix in either case.
        init(prefix: [UInt8]) {
            let prefix = prefix.map { $0.lowercase }
            for byte in prefix { take(byte >> 5) }
            take(0)
            for byte in prefix { take(byte & 31) }
        }

        /// Goes on with a number of five bits.
        mutating func take(_ value: UInt8) {
            let top = remainder >> 25
            remainder = (remainder & 0x1ff_ffff) << 5 ^ UInt32(value)
            for (bit, generator) in Self.generators.enumerated() {
                remainder ^= generator & (0 &- (top >> UInt32(bit) & 1))
            }
        }

        /// The six numbers that end a text.
        func symbols(_ variant: Variant) -> [UInt8] {
            var padded = self
            for _ in 0..<6 { padded.take(0) }
            let remainder = padded.remainder ^ variant.constant
            return (0..<6).map { UInt8(truncatingIfNeeded: remainder >> UInt32(25 - 5 * $0)) & 31 }
        }
    }

    /// Regroups bits, the highest first: bytes into numbers of five bits, and these into bytes.
    struct BitGroups {
        private let from: UInt32
        private let to: UInt32
        private var bits: UInt32 = 0
        private var count: UInt32 = 0

        /// Begins to make groups of `to` bits out of groups of `from` bits.
        init(from: UInt32, to: UInt32) {
            self.from = from
            self.to = to
        }

        /// Takes a group; ``next()`` is asked until there is none before the next one comes.
        mutating func take(_ value: UInt8) {
            bits = bits << from | UInt32(value)
            count += from
        }

        /// A whole group, if there is one.
        mutating func next() -> UInt8? {
            guard count >= to else { return nil }
            count -= to
            return UInt8(truncatingIfNeeded: bits >> count & (1 << to - 1))
        }

        /// What is left, with zero bits behind it.
        func rest() -> UInt8? {
            count == 0 ? nil : UInt8(truncatingIfNeeded: bits << (to - count) & (1 << to - 1))
        }

        /// Checks that what is left is padding: fewer than five bits, all zero.
        func checkRest() throws(CodecError) {
            guard count < 5 else {
                throw CodecError(.invalidLength, "\(count) bits behind the last byte: the last symbol is surplus")
            }
            guard bits & (1 << count - 1) == 0 else {
                throw CodecError(.trailingBits, "unused bits of the last symbol are not zero")
            }
        }
    }
}
