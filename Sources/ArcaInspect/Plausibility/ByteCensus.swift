/// How often each byte value occurs, and what follows from that alone.
struct ByteCensus: Sendable {
    /// Occurrences of each byte value.
    private(set) var counts = [Int](repeating: 0, count: 256)
    /// The values that occur.
    private(set) var present = ByteSet()
    /// Number of bytes.
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

    /// Occurrences of a value.
    subscript(_ byte: UInt8) -> Int { counts[Int(byte)] }

    /// ASCII letters.
    var letterCount: Int { (0..<26).reduce(0) { $0 + counts[0x41 + $1] + counts[0x61 + $1] } }

    /// Letters of the alphabet that occur in either case.
    var distinctLetterCount: Int { (0..<26).count(where: { counts[0x41 + $0] + counts[0x61 + $0] > 0 }) }

    /// Whether bytes beyond ASCII occur.
    var hasHighBytes: Bool { !present.isSubset(of: .ascii) }

    /// Control characters that text does not hold: all but tab, LF, FF, CR and ESC.
    var strangeControlCount: Int {
        (0..<32).reduce(counts[127]) { [9, 10, 12, 13, 27].contains($1) ? $0 : $0 + counts[$1] }
    }

    /// What the bytes cost in a code that learns the frequency of each value as it goes, in bits: low for data that repeats
    /// few values, and never much more than eight bits a byte.
    var orderZeroBits: Double {
        var bits = Self.rise.of(count, Self.wholeStart)
        for occurrences in counts where occurrences > 0 { bits -= Self.riseOfPart.of(occurrences, Self.partStart) }
        return max(0, bits)
    }

    /// What bytes of no known form cost, weighed by how often each value occurs, as a whole or in parts.
    func rawBits(_ bytes: Span<UInt8>) -> Double {
        let whole = min(8 * Double(count), orderZeroBits)
        // What is longer has taught how often each value occurs.
        return count <= Self.longestInParts ? min(whole, Self.bitsInParts(bytes)) : whole
    }

    private static let longestInParts = 16 << 10

    /// What the bytes cost where each part of them has frequencies of its own, or none: a header and what lies behind it in a
    /// file are not alike.
    private static func bitsInParts(_ bytes: Span<UInt8>) -> Double {
        var bits = 0.0
        for start in stride(from: 0, to: bytes.count, by: partCount) {
            let part = bytes.extracting(start..<min(start + partCount, bytes.count))
            // Whether a part is a mixture takes a bit.
            bits += 1 + min(8 * Double(part.count), ByteCensus(part).orderZeroBits)
        }
        return bits
    }

    private static let partCount = 128

    /// Each value is expected as if a sixteenth of one had been seen.
    private static let partStart = 0.0625
    private static let wholeStart = 16.0
    private static let rise = RisingProduct(start: wholeStart)
    private static let riseOfPart = RisingProduct(start: partStart)
}

/// The logarithm of `start · (start + 1) · … · (start + n - 1)`.
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

    /// log2 of the gamma function, for 64 and more.
    private static func stirling(_ x: Double) -> Double {
        (x - 0.5) * BinaryLogarithm.of(x) + (0.9189385332 - x + 1 / (12 * x)) * 1.442695040888963
    }
}

/// A set of byte values.
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

/// Logarithms to base 2 without a C library.
enum BinaryLogarithm {
    /// The logarithm of a positive number, good to about nine digits.
    static func of(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return 0 }
        // ln(m) = 2·atanh((m−1)/(m+1)), m in 1..<2: the series in x² ≤ 1/9 is short.
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
