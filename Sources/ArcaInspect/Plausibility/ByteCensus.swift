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

    /// What the bytes cost when each value's frequency is told first, in bits: low for data that repeats few values.
    var orderZeroBits: Double {
        guard count > 0 else { return 0 }
        var bits = 0.0
        var kinds = 0
        for occurrences in counts where occurrences > 0 {
            bits -= Double(occurrences) * BinaryLogarithm.of(Double(occurrences) / Double(count))
            kinds += 1
        }
        // Each value is named, and its frequency told.
        return bits + Double(kinds) * (8 + 0.5 * BinaryLogarithm.of(Double(count)))
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
