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
