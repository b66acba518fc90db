public import ArcaCore

/// How deflated data is wrapped.
public enum CompressionFormat: String, Sendable, Hashable, CaseIterable {
    /// One or more gzip members, each with a header, a CRC-32 and a length (RFC 1952).
    case gzip
    /// A zlib stream, with two bytes before and an Adler-32 behind (RFC 1950).
    case zlib
    /// Bare deflate blocks, without any checksum (RFC 1951).
    case deflate

    /// Tells the format of compressed data by its first byte.
    ///
    /// One byte is enough. A gzip member starts with 0x1f, which as deflate would be the reserved block type 3. A zlib
    /// stream starts with 8 in its low half byte, which as deflate would be a stored block with a padding bit set, and
    /// no compressor writes one. All else can only be deflate, or no compressed data at all.
    ///
    /// - Parameter firstByte: The first byte of the compressed data.
    public init(firstByte: UInt8) {
        if firstByte == 0x1f {
            self = .gzip
        } else if firstByte & 0x0f == 8 {
            self = .zlib
        } else {
            self = .deflate
        }
    }

    /// What zlib wants to be told: the window of 32 KiB (15), plus 16 for gzip, negative for bare blocks.
    var windowBits: Int32 {
        switch self {
        case .gzip: 31
        case .zlib: 15
        case .deflate: -15
        }
    }
}

/// How hard deflate searches: 0 stores, 1 is fastest, 9 gives the smallest result.
public struct CompressionLevel: Sendable, Hashable, Comparable {
    /// The number that zlib, gzip and pigz know it by.
    public let number: Int

    /// Makes a level.
    ///
    /// - Parameter number: 0 to 9.
    /// - Throws: ``CompressionError`` with code `.invalidArgument` for another number.
    public init(_ number: Int) throws(CompressionError) {
        guard (0...9).contains(number) else {
            throw CompressionError(.invalidArgument, "a compression level is a number from 0 to 9, not \(number)")
        }
        self.number = number
    }

    private init(known number: Int) { self.number = number }

    /// Stores without compressing.
    public static let none = CompressionLevel(known: 0)
    /// The fastest that compresses.
    public static let fastest = CompressionLevel(known: 1)
    /// What gzip and zlib take when nothing is said: 6.
    public static let standard = CompressionLevel(known: 6)
    /// The smallest result.
    public static let best = CompressionLevel(known: 9)

    /// Whether the left level searches less.
    public static func < (left: CompressionLevel, right: CompressionLevel) -> Bool { left.number < right.number }
}

/// How large compressed data may become: a small file can inflate to a thousand times its size.
public struct InflateLimits: Sendable, Hashable {
    /// Most bytes that may come out; nil for no limit.
    public var maximumByteCount: Int?
    /// Most bytes that may come out for one byte that went in; nil for no limit.
    ///
    /// Deflate itself ends at 1,032. The ratio counts only after ``ratioFreeByteCount`` bytes.
    public var maximumRatio: Int?
    /// Bytes that may come out before the ratio counts, so that small and very regular data passes.
    public var ratioFreeByteCount: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maximumByteCount: Most bytes that may come out; nil for no limit.
    ///   - maximumRatio: Most bytes out for one byte in; nil for no limit.
    ///   - ratioFreeByteCount: Bytes that may come out before the ratio counts.
    public init(maximumByteCount: Int?, maximumRatio: Int?, ratioFreeByteCount: Int = 16 << 20) {
        self.maximumByteCount = maximumByteCount
        self.maximumRatio = maximumRatio
        self.ratioFreeByteCount = ratioFreeByteCount
    }

    /// For data of unknown origin: 1 GiB, and 250 to 1 beyond the first 16 MiB.
    public static let standard = InflateLimits(maximumByteCount: 1 << 30, maximumRatio: 250)

    /// For data that is trusted, or for output that takes no room: no limit.
    public static let unlimited = InflateLimits(maximumByteCount: nil, maximumRatio: nil)
}
