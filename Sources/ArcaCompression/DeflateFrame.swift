internal import ArcaCore

/// The header and trailer around the deflate blocks of a format.
///
/// Written here instead of by zlib, because blocks compressed on several cores share one frame.
struct DeflateFrame {
    private let format: CompressionFormat
    private var checksum: Checksum?
    /// Modulo 2^32, as in the gzip trailer.
    private var byteCount: UInt32 = 0

    init(_ format: CompressionFormat) {
        self.format = format
        checksum =
            switch format {
            case .gzip: Checksum(.crc32)
            case .zlib: Checksum(.adler32)
            case .deflate: nil
            }
    }

    mutating func update(_ content: Span<UInt8>) {
        checksum?.update(content)
        byteCount &+= UInt32(truncatingIfNeeded: content.count)
    }

    func head(
        _ level: CompressionLevel, _ header: GzipHeader, dictionary: [UInt8]
    ) throws(CompressionError) -> [UInt8] {
        switch format {
        case .gzip:
            guard dictionary.isEmpty else { throw CompressionError(.invalidArgument, "gzip has no dictionaries") }
            return try header.encoded(level)
        case .zlib: return Self.zlibHead(level, dictionary)
        case .deflate: return []
        }
    }

    var trailer: [UInt8] {
        guard let checksum else { return [] }
        guard format == .gzip else { return checksum.bytes }
        return checksum.bytes.reversed() + (0..<4).map { UInt8(truncatingIfNeeded: byteCount >> (8 * $0)) }
    }

    /// Two bytes that form a multiple of 31, then the checksum of the dictionary (RFC 1950, section 2.2).
    private static func zlibHead(_ level: CompressionLevel, _ dictionary: [UInt8]) -> [UInt8] {
        let effort: UInt8 =
            switch level.number {
            case ...1: 0
            case ...5: 1
            case 6: 2
            default: 3
            }
        var head: [UInt8] = [0x78, effort << 6 | (dictionary.isEmpty ? 0 : 0x20)]
        head[1] += 31 - UInt8((Int(head[0]) << 8 + Int(head[1])) % 31)
        if dictionary.isEmpty { return head }
        var checksum = Checksum(.adler32)
        checksum.update(dictionary)
        return head + checksum.bytes
    }
}

extension GzipHeader {
    /// RFC 1952, section 2.3.
    func encoded(_ level: CompressionLevel) throws(CompressionError) -> [UInt8] {
        let flags: UInt8 = (name == nil ? 0 : 8) | (comment == nil ? 0 : 16)
        let effort: UInt8 = level == .best ? 2 : level == .fastest ? 4 : 0
        var bytes: [UInt8] = [0x1f, 0x8b, 8, flags]
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: modificationTime >> (8 * $0)) }
        bytes += [effort, operatingSystem]
        for text in [name, comment].compactMap({ $0 }) {
            guard !text.contains(0) else {
                throw CompressionError(.invalidArgument, "a name or comment of gzip holds a NUL byte")
            }
            bytes += text + [0]
        }
        return bytes
    }
}
