public import ArcaCodecCatalog
public import ArcaCodecs
internal import ArcaCore

extension StreamingTextCodec {
    /// Encodes bytes while they arrive.
    ///
    /// - Parameter bytes: A source of byte collections.
    /// - Returns: The bytes of the text, in pieces.
    public func encode<Source: AsyncSequence>(_ bytes: Source) -> TransformedBytes<Source>
    where Source.Element: Collection<UInt8> {
        TransformedBytes(bytes) { CodecSteps(makeEncoder()) }
    }

    /// Decodes text while it arrives.
    ///
    /// - Parameter text: A source of byte collections, wherever the text is cut.
    /// - Returns: What it stands for, in pieces; iterating throws `CodecError` where the text is malformed.
    public func decode<Source: AsyncSequence>(_ text: Source) -> TransformedBytes<Source>
    where Source.Element: Collection<UInt8> {
        TransformedBytes(text) { CodecSteps(makeDecoder()) }
    }

    /// Encodes bytes while they arrive, with the standard codec.
    ///
    /// - Parameter bytes: A source of byte collections.
    /// - Returns: The bytes of the text, in pieces.
    public static func encode<Source: AsyncSequence>(_ bytes: Source) -> TransformedBytes<Source>
    where Source.Element: Collection<UInt8> { standard.encode(bytes) }

    /// Decodes text while it arrives, with the standard codec.
    ///
    /// - Parameter text: A source of byte collections, wherever the text is cut.
    /// - Returns: What it stands for, in pieces; iterating throws `CodecError` where the text is malformed.
    public static func decode<Source: AsyncSequence>(_ text: Source) -> TransformedBytes<Source>
    where Source.Element: Collection<UInt8> { standard.decode(text) }
}

extension Codec {
    /// Encodes bytes while they arrive.
    ///
    /// - Parameters:
    ///   - bytes: A source of byte collections.
    ///   - options: The options; all of them must belong to the codec.
    /// - Returns: The bytes of the text, in pieces; iterating throws as ``encode(_:_:)`` for bytes in memory.
    public func encode<Source: AsyncSequence>(_ bytes: Source, _ options: Options = [:]) -> TransformedBytes<Source>
    where Source.Element: Collection<UInt8> {
        TransformedBytes(bytes) { CatalogSteps(try makeStream(.encoding, options)) }
    }

    /// Decodes text while it arrives.
    ///
    /// - Parameters:
    ///   - text: A source of byte collections, wherever the text is cut.
    ///   - options: The options; all of them must belong to the codec.
    /// - Returns: What it stands for, in pieces; iterating throws as ``decode(_:_:)`` for text in memory.
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
