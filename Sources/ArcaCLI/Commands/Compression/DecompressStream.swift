internal import ArcaCodecCatalog
internal import ArcaCore
internal import ArcaCompression

/// Decompression as a codec: a deflate stream or a short string, detected from the first byte.
final class DecompressStream: CodecStream {
    private let named: CompressionFormatName?
    private let limits: InflateLimits
    private let allowsTrailing: Bool
    private var inflating: InflateStream?
    private var short: [UInt8]?
    private var shortByteCount = 0

    /// Creates a stream; nil detects the format from the first byte.
    init(_ format: CompressionFormatName?, limits: InflateLimits, allowsTrailing: Bool) {
        named = format
        self.limits = limits
        self.allowsTrailing = allowsTrailing
    }

    var formatName: String {
        if let short { return "short, \(ShortString.method(of: short)?.name ?? "empty")" }
        return inflating?.format?.rawValue ?? ""
    }

    var isShort: Bool { short != nil }
    var gzipHeader: GzipHeader? { inflating?.gzipHeader }
    var inputByteCount: Int { short?.count ?? inflating?.inputByteCount ?? 0 }
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
        // Bytes that start neither a deflate block nor gzip are a short string, possibly of an unknown version.
        let isShort = firstByte.map { $0 & 6 == 6 && $0 != 0x1f } ?? false
        if named == .short || named == nil && isShort {
            short = []
        } else {
            inflating = InflateStream(named?.format, limits: limits, allowsTrailing: allowsTrailing)
        }
    }
}
