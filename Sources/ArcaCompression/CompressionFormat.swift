public import ArcaCore

/// The container format of deflate data.
public enum CompressionFormat: String, Sendable, Hashable, CaseIterable {
    /// One or more gzip members, each with a header, a CRC-32 and a length (RFC 1952).
    case gzip
    /// A zlib stream, with a two-byte header and a trailing Adler-32 (RFC 1950).
    case zlib
    /// Raw deflate blocks without a checksum (RFC 1951).
    case deflate

    /// Detects the format of compressed data from its first byte.
    ///
    /// A gzip member starts with 0x1f, which in raw deflate would be the reserved block type 3. A zlib stream has 8 in
    /// the low four bits, which in raw deflate would be a stored block with a padding bit set; no compressor writes
    /// that. Anything else is raw deflate or not compressed data.
    public init(firstByte: UInt8) {
        if firstByte == 0x1f {
            self = .gzip
        } else if firstByte & 0x0f == 8 {
            self = .zlib
        } else {
            self = .deflate
        }
    }

    /// The window size parameter of zlib: 32 KiB (15), plus 16 for gzip, negative for raw deflate.
    var windowBits: Int32 {
        switch self {
        case .gzip: 31
        case .zlib: 15
        case .deflate: -15
        }
    }
}

/// The effort of deflate: 0 stores, 1 is fastest, 9 gives the smallest output.
public struct CompressionLevel: Sendable, Hashable, Comparable {
    /// The level number, as in zlib, gzip and pigz.
    public let number: Int

    /// Creates a level.
    ///
    /// - Parameter number: The level, 0 to 9.
    /// - Throws: ``CompressionError`` `.invalidArgument` for another number.
    public init(_ number: Int) throws(CompressionError) {
        guard (0...9).contains(number) else {
            throw CompressionError(.invalidArgument, "a compression level is a number from 0 to 9, not \(number)")
        }
        self.number = number
    }

    private init(known number: Int) { self.number = number }

    /// No compression; data is stored.
    public static let none = CompressionLevel(known: 0)
    /// The fastest level that compresses.
    public static let fastest = CompressionLevel(known: 1)
    /// The default of gzip and zlib: 6.
    public static let standard = CompressionLevel(known: 6)
    /// The level with the smallest output.
    public static let best = CompressionLevel(known: 9)

    /// Whether the left level is lower.
    public static func < (left: CompressionLevel, right: CompressionLevel) -> Bool { left.number < right.number }
}

/// Limits on decompression: a small file can decompress to a thousand times its size.
public struct InflateLimits: Sendable, Hashable {
    /// Maximum size of the output, in bytes; nil for no limit.
    public var maximumByteCount: Int?
    /// Maximum ratio of output to input size; nil for no limit.
    ///
    /// Deflate cannot exceed 1,032. The ratio is checked only after ``ratioFreeByteCount`` bytes.
    public var maximumRatio: Int?
    /// The output size from which the ratio is checked, so small, very regular data is accepted.
    public var ratioFreeByteCount: Int

    /// Creates limits; by default those of ``standard``.
    public init(maximumByteCount: Int? = 1 << 30, maximumRatio: Int? = 250, ratioFreeByteCount: Int = 16 << 20) {
        self.maximumByteCount = maximumByteCount
        self.maximumRatio = maximumRatio
        self.ratioFreeByteCount = ratioFreeByteCount
    }

    /// For untrusted data: 1 GiB, and a ratio of 250 after the first 16 MiB.
    public static let standard = InflateLimits()

    /// No limits, for trusted data or for output that is discarded.
    public static let unlimited = InflateLimits(maximumByteCount: nil, maximumRatio: nil)
}
