/// Byte frequencies, and statistics derived from them.
struct ByteCensus: Sendable {
    private(set) var counts = [Int](repeating: 0, count: 256)
    private(set) var present = ByteSet()
    let count: Int

    init(_ bytes: Span<UInt8>) {
        count = bytes.count
        bytes.withUnsafeBufferPointer { source in
            counts.withUnsafeMutableBufferPointer { counts in
                for byte in source { counts[Int(byte)] &+= 1 }
            }
        }
        for value in 0..<256 where counts[value] > 0 { present.insert(UInt8(value)) }
    }

    subscript(_ byte: UInt8) -> Int { counts[Int(byte)] }

    var letterCount: Int { (0..<26).reduce(0) { $0 + counts[0x41 + $1] + counts[0x61 + $1] } }

    /// Number of distinct ASCII letters, ignoring case.
    var distinctLetterCount: Int { (0..<26).count(where: { counts[0x41 + $0] + counts[0x61 + $0] > 0 }) }

    var hasHighBytes: Bool { !present.isSubset(of: .ascii) }

    /// Control characters that text does not contain: all but tab, LF, FF, CR and ESC.
    var strangeControlCount: Int {
        (0..<32).reduce(counts[127]) { [9, 10, 12, 13, 27].contains($1) ? $0 : $0 + counts[$1] }
    }

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

struct ByteSet: Sendable, Hashable {
    private var words = SIMD4<UInt64>()

    init() {}

    init(_ characters: String) { for byte in characters.utf8 { insert(byte) } }

    init(_ range: ClosedRange<UInt8>) { for byte in range { insert(byte) } }

    mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

    func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

    func isSubset(of other: ByteSet) -> Bool { words & ~other.words == SIMD4<UInt64>() }

    var isEmpty: Bool { words == SIMD4<UInt64>() }

    static func + (left: ByteSet, right: ByteSet) -> ByteSet {
        var union = left
        union.words |= right.words
        return union
    }

    func intersection(_ other: ByteSet) -> ByteSet {
        var result = self
        result.words &= other.words
        return result
    }

    static let ascii = ByteSet(0...0x7f)
    static let digits = ByteSet(0x30...0x39)
    static let upper = ByteSet(0x41...0x5a)
    static let lower = ByteSet(0x61...0x7a)
    static let letters = upper + lower
    static let alphanumeric = letters + digits
    static let lineFeed = ByteSet("\n")
    static let whitespace = ByteSet(" \t\n\u{b}\u{c}\r")
    static let visible = ByteSet(0x21...0x7e)
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
