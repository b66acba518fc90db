/// Byte frequencies, and statistics derived from them.
package struct ByteCensus: Sendable {
    package private(set) var counts = [Int](repeating: 0, count: 256)
    package private(set) var present = ByteSet()
    package let count: Int

    package init(_ bytes: Span<UInt8>) {
        count = bytes.count
        bytes.withUnsafeBufferPointer { source in
            counts.withUnsafeMutableBufferPointer { counts in
                for byte in source { counts[Int(byte)] &+= 1 }
            }
        }
        for value in 0..<256 where counts[value] > 0 { present.insert(UInt8(value)) }
    }

    package subscript(_ byte: UInt8) -> Int { counts[Int(byte)] }

    package var letterCount: Int { (0..<26).reduce(0) { $0 + counts[0x41 + $1] + counts[0x61 + $1] } }

    /// Number of distinct ASCII letters, ignoring case.
    package var distinctLetterCount: Int { (0..<26).count(where: { counts[0x41 + $0] + counts[0x61 + $0] > 0 }) }

    package var hasHighBytes: Bool { !present.isSubset(of: .ascii) }

    /// Control characters that text does not contain: all but tab, LF, FF, CR and ESC.
    package var strangeControlCount: Int {
        (0..<32).reduce(counts[127]) { [9, 10, 12, 13, 27].contains($1) ? $0 : $0 + counts[$1] }
    }
}

/// A set of byte values.
package struct ByteSet: Sendable, Hashable {
    private var words = SIMD4<UInt64>()

    package init() {}

    package init(_ characters: String) { for byte in characters.utf8 { insert(byte) } }

    package init(_ range: ClosedRange<UInt8>) { for byte in range { insert(byte) } }

    package mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

    package func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

    package func isSubset(of other: ByteSet) -> Bool { words & ~other.words == SIMD4<UInt64>() }

    package var isEmpty: Bool { words == SIMD4<UInt64>() }

    package static func + (left: ByteSet, right: ByteSet) -> ByteSet {
        var union = left
        union.words |= right.words
        return union
    }

    package func intersection(_ other: ByteSet) -> ByteSet {
        var result = self
        result.words &= other.words
        return result
    }

    package static let ascii = ByteSet(0...0x7f)
    package static let digits = ByteSet(0x30...0x39)
    package static let upper = ByteSet(0x41...0x5a)
    package static let lower = ByteSet(0x61...0x7a)
    package static let letters = upper + lower
    package static let alphanumeric = letters + digits
    package static let lineFeed = ByteSet("\n")
    package static let whitespace = ByteSet(" \t\n\u{b}\u{c}\r")
    package static let hexadecimal = digits + ByteSet("abcdefABCDEF")
    package static let visible = ByteSet(0x21...0x7e)
}
