// Compression, and charsets wider than a byte.
extension Codec.Clue {
    /// Minimum size of a frame or of text in a wide charset, in bytes.
    private static let shortestInput = 4

    /// Evidence: the magic number of 16 bits, CRC-32, and the size in 32 bits.
    static let gunzip = Codec.Clue(.frame, 0, fileKind: "gzip") { bytes, _ in
        guard bytes.count >= shortestInput, bytes[0] == 0x1f, bytes[1] == 0x8b else { return [] }
        return [[Attempt(bits: 4, evidenceBits: 16 + 32 + 32)]]
    }

    /// Evidence: 24 bits of the magic number, 48 of the first block or the end, and CRC-32.
    static let bunzip2 = Codec.Clue(.frame, 1, fileKind: "bzip2", effort: 8) { bytes, _ in
        guard bytes.count >= shortestBZip2, bytes[0] == UInt8(ascii: "B"), bytes[1] == UInt8(ascii: "Z"),
            bytes[2] == UInt8(ascii: "h"), bytes[4] == 0x31 && bytes[5] == 0x41 || bytes[4] == 0x17 && bytes[5] == 0x72
        else { return [] }
        return [[Attempt(bits: 4, evidenceBits: 24 + 48 + 32)]]
    }

    /// Evidence: the magic number of 48 bits, and the CRC-32 of the flags.
    static let unxz = Codec.Clue(.frame, 2, fileKind: "xz", effort: 4) { bytes, _ in
        guard bytes.count >= shortestXZ, bytes[0] == 0xfd, bytes[1] == 0x37, bytes[2] == 0x7a, bytes[3] == 0x58,
            bytes[4] == 0x5a, bytes[5] == 0
        else { return [] }
        return [[Attempt(bits: 4, evidenceBits: 48 + 32)]]
    }

    /// The size of a stream without content, in bytes.
    private static let (shortestBZip2, shortestXZ) = (14, 32)

    /// Evidence: the mark `=ybegin ` of 64 bits; the fields after it are worth another byte.
    static let yenc = Codec.Clue(.frame, 3, loss: .nothing) { bytes, _ in
        guard bytes.count >= shortestInput, let offset = yencOffset(bytes) else { return [] }
        let attempt = Attempt(bits: 4, evidenceBits: 64 + 8)
        return [offset == 0 ? attempt.orLenient : [attempt.lenient()]]
    }

    /// Maximum offset of a yEnc frame: articles have a few header lines before it.
    private static let yencSearchLimit = 4096

    /// The offset of a yEnc frame at the start of a line.
    private static func yencOffset(_ bytes: Span<UInt8>) -> Int? {
        let mark = Array("=ybegin ".utf8)
        for start in 0..<max(0, min(yencSearchLimit, bytes.count - mark.count)) where bytes[start] == mark[0] {
            guard start == 0 || bytes[start - 1] == 0x0a else { continue }
            if mark.indices.allSatisfy({ bytes[start + $0] == mark[$0] }) { return start }
        }
        return nil
    }

    static let inflate = Codec.Clue(.frame, 4) { bytes, input in
        guard bytes.count >= shortestInput else { return [] }
        let (first, second) = (bytes[0], bytes[1])
        // zlib's header (RFC 1950): deflate, a window of at most 32 KiB, a multiple of 31, no dictionary.
        if first & 0x8f == 8, (Int(first) << 8 | Int(second)) % 31 == 0, second & 0x20 == 0 {
            // Evidence: about 12 bits of the header, and Adler-32.
            return [[Attempt(bits: 6, evidenceBits: 12 + 32)]]
        }
        // Raw deflate has no checksum: it is tried only on non-text long enough that an end marker is rarely chance. The
        // first bits exclude the reserved block type 3 and zlib.
        guard !input.isText, !input.isKnownFormat, bytes.count >= shortestRawDeflate, first & 6 != 6, first & 15 != 8
        else { return [] }
        return [[Attempt(bits: 18, evidenceBits: bytes.count < provenRawDeflate ? 0 : rawDeflateEvidence)]]
    }

    /// The minimum size that is tried, and the minimum that proves something, in bytes.
    private static let (shortestRawDeflate, provenRawDeflate) = (12, 24)
    /// Random bytes rarely give valid Huffman tables and distances, and an end marker exactly at the end.
    private static let rawDeflateEvidence = 20.0

    // MARK: Charsets

    /// Cost of a charset with a byte order mark.
    private static let markedBits = 4.0
    /// Cost of UTF-32 without a mark; more than every other byte is zero.
    private static let utf32Bits = 10.0
    /// Cost of UTF-16 without a mark if Latin letters show by their zero bytes.
    private static let latinUTF16Bits = 12.0
    /// Cost of UTF-16 in another script: it must be long to be distinguished from noise.
    private static let foreignUTF16Bits = 50.0

    /// The width of the code units announced by a byte order mark, in bytes; nil without one.
    private static func markedWidth(_ bytes: Span<UInt8>) -> Int? {
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (0xff, 0xfe, 0, 0), (0, 0, 0xfe, 0xff): 4
        case (0xff, 0xfe, _, _), (0xfe, 0xff, _, _): 2
        default: nil
        }
    }

    /// A charset of code units of `width` bytes that is recognized by its byte order mark.
    static func marked(_ rank: Int, width: Int) -> Codec.Clue {
        Codec.Clue(.charset, rank) { bytes, _ in
            bytes.count >= shortestInput && markedWidth(bytes) == width ? [[Attempt(bits: markedBits)]] : []
        }
    }

    /// A charset without a byte order mark, which is tried only on data that is not text.
    private static func unmarked(
        _ rank: Int, _ bits: @escaping @Sendable (_ byteCount: Int, _ zeroCount: Int) -> Double?
    ) -> Codec.Clue {
        Codec.Clue(.charset, rank) { bytes, input in
            guard bytes.count >= shortestInput, markedWidth(bytes) == nil,
                input.census[0] > 0 || input.census.hasHighBytes && input.hasStrayBytes,
                let bits = bits(bytes.count, input.census[0])
            else { return [] }
            return [[Attempt(bits: bits)]]
        }
    }

    static func utf32(_ rank: Int) -> Codec.Clue {
        unmarked(rank) { count, zeroCount in count % 4 == 0 && zeroCount * 2 >= count ? utf32Bits : nil }
    }

    static func utf16(_ rank: Int) -> Codec.Clue {
        unmarked(rank) { count, zeroCount in
            // Truncated input may end with half a code unit.
            guard count % 2 == 0 || count >= minimumCutByteCount else { return nil }
            return zeroCount * 4 >= count ? latinUTF16Bits : foreignUTF16Bits
        }
    }
}
