/// Guesses the kind of a string: the one with the lowest cost for its byte pairs.
enum KindGuess {
    /// One lane per kind, in sixteenths of a bit.
    private typealias Costs = SIMD8<UInt16>

    private static let bits: UInt32 = 11
    private static let costs: [Costs] = makeCosts()

    static func kind(of bytes: Span<UInt8>) -> ShortStringKind {
        // More than a few hundred bytes would not change the result, and the sums must fit in 16 bits.
        var sum = Costs.zero
        var before: UInt8 = 0x0a
        costs.withUnsafeBufferPointer { costs in
            for index in 0..<min(bytes.count, 200) {
                sum &+= costs[slot(before, bytes[index])]
                before = bytes[index]
            }
        }
        var best = ShortStringKind.english
        for kind in ShortStringKind.allCases where sum[kind.number] < sum[best.number] { best = kind }
        return best
    }

    @inline(__always)
    private static func slot(_ before: UInt8, _ byte: UInt8) -> Int {
        Int(truncatingIfNeeded: ((UInt32(before) &<< 8 | UInt32(byte)) &* 0x9e37_79b1) &>> (32 &- bits))
    }

    private static func makeCosts() -> [Costs] {
        var costs = [Costs](repeating: .zero, count: 1 << Int(bits))
        for kind in ShortStringKind.allCases {
            var counts = [UInt32](repeating: 0, count: costs.count)
            var before: UInt8 = 0x0a
            let text = kind.dictionary
            for byte in text {
                counts[slot(before, byte)] += 1
                before = byte
            }
            for slot in costs.indices {
                // A pair that never occurred counts as a quarter of an occurrence.
                costs[slot][kind.number] = UInt16(log2(UInt32(4 * text.count)) - log2(4 * counts[slot] + 1))
            }
        }
        return costs
    }

    /// The binary logarithm in sixteenths, interpolated linearly between powers of two.
    private static func log2(_ value: UInt32) -> UInt32 {
        let whole = UInt32(31 - value.leadingZeroBitCount)
        return 16 * whole + UInt32(truncatingIfNeeded: ((UInt64(value) << 4) >> UInt64(whole)) & 15)
    }
}
