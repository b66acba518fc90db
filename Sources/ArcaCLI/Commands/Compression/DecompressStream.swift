internal import ArcaCodecCatalog
internal import ArcaCore
internal import ArcaCompression

/// Decompression as a codec: a stream or a short string, detected from the first bytes.
final class DecompressStream: CodecStream {
    private enum Method {
        case deflate(InflateStream<Inflater>)
        case loaded(LoadedDecompressor.Format, InflateStream<LoadedDecompressor>)
        case short
    }

    private let named: DecompressionFormatName?
    private let limits: InflateLimits
    private let allowsTrailing: Bool
    private var method: Method?
    /// The bytes before the format is known, then a short string.
    private var held: [UInt8] = []
    private var shortByteCount = 0

    /// Creates a stream; nil detects the format from the first bytes.
    init(_ format: DecompressionFormatName?, limits: InflateLimits, allowsTrailing: Bool) {
        named = format
        self.limits = limits
        self.allowsTrailing = allowsTrailing
    }

    var formatName: String {
        switch method {
        case .deflate(let stream): stream.format?.rawValue ?? ""
        case .loaded(let format, _): format.rawValue
        case .short: "short, \(ShortString.method(of: held)?.name ?? "empty")"
        case nil: ""
        }
    }

    var isShort: Bool { if case .short = method { true } else { false } }
    var gzipHeader: GzipHeader? { if case .deflate(let stream) = method { stream.gzipHeader } else { nil } }

    var inputByteCount: Int {
        switch method {
        case .deflate(let stream): stream.inputByteCount
        case .loaded(_, let stream): stream.inputByteCount
        case .short, nil: held.count
        }
    }

    var outputByteCount: Int {
        switch method {
        case .deflate(let stream): stream.outputByteCount
        case .loaded(_, let stream): stream.outputByteCount
        case .short, nil: shortByteCount
        }
    }

    func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws -> Void) throws {
        guard !bytes.isEmpty else { return }
        guard let stream else {
            held.append(contentsOf: bytes)
            if method == nil { try begin(isAtEnd: false) }
            if let stream { return try pass(to: stream, output) }
            guard held.count <= CompressCommand.shortLimit + 1 else {
                throw CompressionError(
                    .limitExceeded, "a short string has up to \(CompressCommand.shortLimit + 1) bytes")
            }
            return
        }
        try stream.update(bytes, output)
    }

    func finish(_ output: (Span<UInt8>) throws -> Void) throws {
        if method == nil {
            try begin(isAtEnd: true)
            if let stream { try pass(to: stream, output) }
        }
        if let stream { return try stream.finish(output) }
        let result = try ShortString.decompress(held, limits: limits)
        shortByteCount = result.count
        if !result.isEmpty { try output(result.span) }
    }

    private var stream: (any CodecStream)? {
        switch method {
        case .deflate(let stream): stream
        case .loaded(_, let stream): stream
        case .short, nil: nil
        }
    }

    /// Passes on the bytes that were held until the format was known.
    private func pass(to stream: any CodecStream, _ output: (Span<UInt8>) throws -> Void) throws {
        let bytes = held
        held = []
        try stream.update(bytes.span, output)
    }

    /// Chooses the method, unless more bytes may show a format with a longer magic number.
    private func begin(isAtEnd: Bool) throws(CompressionError) {
        let formats = LoadedDecompressor.Format.allCases.filter {
            named == nil && held.starts(with: $0.magic.prefix(held.count))
        }
        if !isAtEnd, !held.isEmpty, formats.contains(where: { $0.magic.count > held.count }) { return }
        let found = held.isEmpty ? nil : formats.first { held.starts(with: $0.magic) }
        // Bytes that start neither a deflate block nor gzip are a short string, possibly of an unknown version.
        let isShort = held.first.map { $0 & 6 == 6 && $0 != 0x1f } ?? false
        if let format = named?.loaded ?? found {
            method = .loaded(
                format,
                InflateStream(try LoadedDecompressor(format, limits: limits), allowsTrailing: allowsTrailing))
        } else if named == .short || named == nil && isShort {
            method = .short
        } else {
            method = .deflate(
                InflateStream(Inflater(format: named?.deflate, limits: limits), allowsTrailing: allowsTrailing))
        }
    }
}

enum DecompressionFormatName: String, CaseIterable, ArgumentValue {
    case gzip, zlib, deflate, bzip2, xz, short

    var deflate: CompressionFormat? { CompressionFormat(rawValue: rawValue) }
    var loaded: LoadedDecompressor.Format? { LoadedDecompressor.Format(rawValue: rawValue) }
}
