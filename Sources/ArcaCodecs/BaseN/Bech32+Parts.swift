/// The parts of Bech32. The data may be a key, so none of them branches on it or uses it as an index.
extension Bech32 {
    /// The checksum's polynomial remainder: BIP 173, "Checksum".
    struct Checksum {
        private(set) var remainder: UInt32 = 1

        private static let generators: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]

        init(prefix: [UInt8]) {
            let prefix = prefix.map { $0.lowercased }
            for byte in prefix { take(byte >> 5) }
            take(0)
            for byte in prefix { take(byte & 31) }
        }

        mutating func take(_ value: UInt8) {
            let top = remainder >> 25
            remainder = (remainder & 0x1ff_ffff) << 5 ^ UInt32(value)
            for (bit, generator) in Self.generators.enumerated() {
                remainder ^= generator & (0 &- (top >> UInt32(bit) & 1))
            }
        }

        func symbols(_ variant: Variant) -> [UInt8] {
            var padded = self
            for _ in 0..<6 { padded.take(0) }
            let remainder = padded.remainder ^ variant.constant
            return (0..<6).map { UInt8(truncatingIfNeeded: remainder >> UInt32(25 - 5 * $0)) & 31 }
        }
    }

    /// Regroups bits, most significant first: bytes into 5-bit values and back.
    struct BitGroups {
        private let from: UInt32
        private let to: UInt32
        private var bits: UInt32 = 0
        private var count: UInt32 = 0

        init(from: UInt32, to: UInt32) {
            self.from = from
            self.to = to
        }

        /// Adds a group; call ``next()`` until it returns nil before adding another.
        mutating func take(_ value: UInt8) {
            bits = bits << from | UInt32(value)
            count += from
        }

        mutating func next() -> UInt8? {
            guard count >= to else { return nil }
            count -= to
            return UInt8(truncatingIfNeeded: bits >> count & (1 << to - 1))
        }

        func rest() -> UInt8? {
            count == 0 ? nil : UInt8(truncatingIfNeeded: bits << (to - count) & (1 << to - 1))
        }

        /// Checks that the remaining bits are padding: fewer than five, all zero.
        func checkRest() throws(CodecError) {
            guard count < 5 else {
                throw CodecError(.invalidLength, "\(count) bits after the last byte: the last symbol is surplus")
            }
            guard bits & (1 << count - 1) == 0 else {
                throw CodecError(.trailingBits, "unused bits of the last symbol are not zero")
            }
        }
    }
}
