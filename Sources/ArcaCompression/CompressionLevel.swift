/// How hard deflate searches: 0 stores, 1 is fastest, 9 gives the smallest result.
public struct CompressionLevel: Sendable, Hashable, Comparable {
    /// The number that zlib, gzip and pigz know it by.
    public let number: Int

    /// Makes a level.
    ///
    /// - Parameter number: 0 to 9; other numbers are a programmer's error.
    public init(_ number: Int) {
        precondition((0...9).contains(number), "a level is a number from 0 to 9")
        self.number = number
    }

    /// Stores without compressing.
    public static let none = CompressionLevel(0)
    /// The fastest that compresses.
    public static let fastest = CompressionLevel(1)
    /// What gzip and zlib take when nothing is said: 6.
    public static let standard = CompressionLevel(6)
    /// The smallest result.
    public static let best = CompressionLevel(9)

    /// Whether the left level searches less.
    public static func < (left: CompressionLevel, right: CompressionLevel) -> Bool { left.number < right.number }
}
