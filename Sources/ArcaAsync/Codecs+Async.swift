public import ArcaCodecCatalog
public import ArcaCodecs

extension StreamingTextCodec {
    /// Encodes a stream of bytes.
    public func encode<Source: AsyncSequence>(_ bytes: Source) -> TransformedBytes<Source>
    where Source.Element: Collection<UInt8> {
        TransformedBytes(bytes) { CodecSteps(makeEncoder()) }
    }

    /// Decodes a stream of text; iterating throws `CodecError` if the text is malformed.
    public func decode<Source: AsyncSequence>(_ text: Source) -> TransformedBytes<Source>
    where Source.Element: Collection<UInt8> {
        TransformedBytes(text) { CodecSteps(makeDecoder()) }
    }
}

extension Codec {
    /// Encodes a stream of bytes.
    ///
    /// - Parameters:
    ///   - bytes: An async sequence of byte collections.
    ///   - options: The options, all of which the codec must support.
    /// - Returns: The encoded text as bytes, in pieces. Iterating throws as ``encode(_:_:)`` for bytes in memory.
    public func encode<Source: AsyncSequence>(_ bytes: Source, _ options: Options = [:]) -> TransformedBytes<Source>
    where Source.Element: Collection<UInt8> {
        TransformedBytes(bytes) { CatalogSteps(try makeStream(.encoding, options)) }
    }

    /// Decodes a stream of text.
    ///
    /// - Parameters:
    ///   - text: An async sequence of byte collections, split anywhere.
    ///   - options: The options, all of which the codec must support.
    /// - Returns: The decoded bytes, in pieces. Iterating throws as ``decode(_:_:)`` for text in memory.
    public func decode<Source: AsyncSequence>(_ text: Source, _ options: Options = [:]) -> TransformedBytes<Source>
    where Source.Element: Collection<UInt8> {
        TransformedBytes(text) { CatalogSteps(try makeStream(.decoding, options)) }
    }
}

private final class CodecSteps<Transform: ByteTransform>: TransformSteps {
    private var transform: Transform

    init(_ transform: Transform) { self.transform = transform }

    func update(_ bytes: Span<UInt8>) throws -> [UInt8] { try transform.update(bytes) }

    func finish() throws -> [UInt8] { try transform.finish() }
}

private final class CatalogSteps: TransformSteps {
    private let stream: any CodecStream

    init(_ stream: any CodecStream) { self.stream = stream }

    func update(_ bytes: Span<UInt8>) throws -> [UInt8] { try stream.update(bytes) }

    func finish() throws -> [UInt8] { try stream.finish() }
}
