public import ArcaCompression

extension Deflater {
    /// Compresses a stream of bytes.
    ///
    /// - Parameters:
    ///   - content: An async sequence of byte collections.
    ///   - format: The compression format.
    ///   - level: The compression level.
    ///   - header: The header fields of a gzip member.
    /// - Returns: The compressed data, in pieces. Iterating throws errors of the source, and as
    ///   ``init(format:level:header:dictionary:)``.
    public static func deflate<Source: AsyncSequence>(
        _ content: Source, format: CompressionFormat = .gzip, level: CompressionLevel = .standard,
        header: GzipHeader = GzipHeader()
    ) -> TransformedBytes<Source> where Source.Element: Collection<UInt8> {
        TransformedBytes(content) { try DeflateSteps(Deflater(format: format, level: level, header: header)) }
    }
}

extension Inflater {
    /// Decompresses a stream of bytes.
    ///
    /// - Parameters:
    ///   - data: An async sequence of byte collections, without trailing data.
    ///   - format: The format, or nil to detect it from the first byte.
    ///   - limits: The maximum size of the output.
    /// - Returns: The content, in pieces. Iterating throws errors of the source, and as
    ///   ``inflate(_:format:limits:dictionary:)``.
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
