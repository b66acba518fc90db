internal import ArcaCore
public import ArcaCompression

extension Deflater {
    /// Compresses bytes while they arrive.
    ///
    /// - Parameters:
    ///   - content: A source of byte collections.
    ///   - format: How the blocks are wrapped.
    ///   - level: How hard it searches.
    ///   - header: What a gzip member says about its file.
    /// - Returns: The compressed data, in pieces; iterating throws as ``init(format:level:header:dictionary:)`` does, and
    ///   what the source throws.
    public static func deflate<Source: AsyncSequence>(
        _ content: Source, format: CompressionFormat = .gzip, level: CompressionLevel = .standard,
        header: GzipHeader = GzipHeader()
    ) -> TransformedBytes<Source> where Source.Element: Collection<UInt8> {
        TransformedBytes(content) { try DeflateSteps(Deflater(format: format, level: level, header: header)) }
    }
}

extension Inflater {
    /// Decompresses data while it arrives.
    ///
    /// - Parameters:
    ///   - data: A source of byte collections: the compressed data, with nothing behind it.
    ///   - format: The format; nil to tell it by the first byte.
    ///   - limits: How much may come out.
    /// - Returns: The content, in pieces; iterating throws as ``inflate(_:format:limits:dictionary:)`` does, and what the
    ///   source throws.
    public static func inflate<Source: AsyncSequence>(
        _ data: Source, format: CompressionFormat? = nil, limits: InflateLimits = .standard
    ) -> TransformedBytes<Source> where Source.Element: Collection<UInt8> {
        TransformedBytes(data) { InflateSteps(Inflater(format: format, limits: limits)) }
    }
}

private final class DeflateSteps: TransformSteps {
    private var deflater: Deflater

    init(_ deflater: consuming Deflater) { self.deflater = deflater }

    func update(_ bytes: Span<UInt8>) throws -> [UInt8] { try deflater.update(bytes) }

    func finish() throws -> [UInt8] { try deflater.finish() }
}

private final class InflateSteps: TransformSteps {
    private var inflater: Inflater

    init(_ inflater: consuming Inflater) { self.inflater = inflater }

    func update(_ bytes: Span<UInt8>) throws -> [UInt8] { try inflater.update(bytes) }

    func finish() throws -> [UInt8] {
        try inflater.finish()
        return []
    }
}
