internal import ArcaCodecCatalog

/// Costs of unrecognized bytes.
extension ByteCensus {
    /// Cost of the bytes in an adaptive order-0 code, in bits: low for data with few distinct values, and never much
    /// more than eight bits per byte.
    var orderZeroBits: Double {
        var bits = Self.rise.of(count, Self.wholeStart)
        for occurrences in counts where occurrences > 0 { bits -= Self.riseOfPart.of(occurrences, Self.partStart) }
        return max(0, bits)
    }

    /// Cost of unrecognized bytes from their frequencies, as a whole or in parts, in bits.
    func rawBits(_ bytes: Span<UInt8>) -> Double {
        let whole = min(8 * Double(count), orderZeroBits)
        // Longer data has enough bytes for stable frequencies.
        return count <= Self.longestInParts ? min(whole, Self.bitsInParts(bytes)) : whole
    }

    private static let longestInParts = 16 << 10

    /// Cost if each part has its own frequencies, or none: a header differs from the data after it.
    private static func bitsInParts(_ bytes: Span<UInt8>) -> Double {
        var bits = 0.0
        for start in stride(from: 0, to: bytes.count, by: partCount) {
            let part = bytes.extracting(start..<min(start + partCount, bytes.count))
            // One bit selects whether a part uses frequencies.
            bits += 1 + min(8 * Double(part.count), ByteCensus(part).orderZeroBits)
        }
        return bits
    }

    private static let partCount = 128

    /// Initial count of each value in a part.
    private static let partStart = 0.0625
    private static let wholeStart = 16.0
    private static let rise = RisingProduct(start: wholeStart)
    private static let riseOfPart = RisingProduct(start: partStart)
}

/// The binary logarithm of `start · (start + 1) · … · (start + n - 1)`.
private struct RisingProduct: Sendable {
    private var sums: [Double] = [0]
    private let offset: Double

    init(start: Double) {
        for index in 0..<64 { sums.append(sums[index] + BinaryLogarithm.of(start + Double(index))) }
        offset = sums[64] - Self.stirling(start + 64)
    }

    func of(_ count: Int, _ start: Double) -> Double {
        count <= 64 ? sums[count] : Self.stirling(start + Double(count)) + offset
    }

    /// log2 of the gamma function, for arguments of 64 and more.
    private static func stirling(_ x: Double) -> Double {
        (x - 0.5) * BinaryLogarithm.of(x) + (0.9189385332 - x + 1 / (12 * x)) * 1.442695040888963
    }
}

/// Binary logarithms without a C library.
enum BinaryLogarithm {
    /// The logarithm of a positive number, accurate to about nine digits.
    static func of(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return 0 }
        // ln(m) = 2·atanh((m−1)/(m+1)) for m in 1..<2: the series converges fast, since x² ≤ 1/9.
        let x = (value.significand - 1) / (value.significand + 1)
        let square = x * x
        var power = x
        var sum = 0.0
        for n in stride(from: 1.0, through: 19, by: 2) {
            sum += power / n
            power *= square
        }
        return Double(value.exponent) + 2 * sum * 1.442695040888963
    }
}
