internal import ArcaCodecCatalog
internal import ArcaCore
internal import ArcaCompression

/// Decompressing as a codec: a stream of deflate or a short string, as the first byte says.
final class DecompressStream: CodecStream {
    private let named: CompressionFormatName?
    private let limits: InflateLimits
    private let allowsTrailing: Bool
    private var inflating: InflateStream?
    /// The short string so far.
    private var short: [UInt8]?
    private var shortByteCount = 0

    /// Makes a stream; without a format the first byte decides.
    init(_ format: CompressionFormatName?, limits: InflateLimits, allowsTrailing: Bool) {
        named = format
        self.limits = limits
        self.allowsTrailing = allowsTrailing
    }

    /// The format and, of a short string, the method.
    var formatName: String {
        if let short { return "short, \(ShortString.method(of: short)?.name ?? "empty")" }
        return inflating?.format?.rawValue ?? ""
    }

    /// Whether it is a short string.
    var isShort: Bool { short != nil }
    /// Name and time, where the data has them.
    var gzipHeader: GzipHeader? { inflating?.gzipHeader }
    /// Bytes of compressed data so far.
    var inputByteCount: Int { short?.count ?? inflating?.inputByteCount ?? 0 }
    /// Bytes that came out so far.
    var outputByteCount: Int { short == nil ? inflating?.outputByteCount ?? 0 : shortByteCount }

    func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws -> Void) throws {
        guard !bytes.isEmpty else { return }
        if inflating == nil, short == nil { begin(bytes[0]) }
        if let inflating { return try inflating.update(bytes, output) }
        guard bytes.count + (short?.count ?? 0) <= CompressCommand.shortLimit + 1 else {
            throw CompressionError(
                .limitExceeded, "a short string has up to \(CompressCommand.shortLimit + 1) bytes")
        }
        short?.append(contentsOf: bytes)
    }

    func finish(_ output: (Span<UInt8>) throws -> Void) throws {
        if inflating == nil, short == nil { begin(nil) }
        if let inflating { return try inflating.finish(output) }
        let result = try ShortString.decompress(short ?? [], limits: limits)
        shortByteCount = result.count
        if !result.isEmpty { try output(result.span) }
    }

    private func begin(_ firstByte: UInt8?) {
        // What no deflate block begins with, and is not gzip, is a short string, also of a version that is not known.
        let isShort = firstByte.map { $0 & 6 == 6 && $0 != 0x1f } ?? false
        if named == .short || named == nil && isShort {
            short = []
        } else {
            inflating = InflateStream(named?.format, limits: limits, allowsTrailing: allowsTrailing)
        }
    }
}
