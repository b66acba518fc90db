public import ArcaCore

/// Base85 with RFC 1924's symbols, as git's binary patches and Python's `b85encode` write it, strict.
///
/// Four bytes become five symbols; one to three bytes at the end become two to four. (RFC 1924 itself encodes one
/// 128-bit number; only its symbols are used here, as everywhere.)
///
/// ```swift
/// Base85.encode("hello".utf8)        // "Xk~0{Zv"
/// try Base85.decode("Xk~0{Zv")       // "hello"
/// try Base85.decode("~~~~~")         // throws .overflow at offset 0
/// ```
///
/// Memory: the result alone; the streaming forms keep less than 200 bytes. Source: Python, `base64.b85encode`; git,
/// `base85.c`.
public struct Base85: StreamingTextCodec, Hashable {
    /// What decoding accepts besides the canonical text: `whitespace`, `trailingBits`.
    public var options: DecodingOptions

    /// The only form.
    public static let standard = Base85()

    /// Makes a codec.
    ///
    /// - Parameter options: What decoding accepts besides the canonical text.
    public init(options: DecodingOptions = []) { self.options = options }

    private var rules: Base85Rules {
        Base85Rules(name: "base85", alphabet: .rfc1924, hasPartialGroups: true, options: options)
    }

    /// The exact number of bytes of text for `byteCount` bytes.
    public func encodedCount(for byteCount: Int) -> Int { rules.textCount(for: byteCount) }

    /// The same as ``encodedCount(for:)``.
    public func maximumEncodedCount(for byteCount: Int) -> Int { encodedCount(for: byteCount) }

    /// The maximum number of bytes that `characterCount` bytes of text decode to: four for five.
    public func maximumDecodedCount(for characterCount: Int) -> Int { rules.byteCount(for: characterCount) }

    /// Appends the text for `bytes` to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - output: Needs room for `encodedCount(for: bytes.count)` bytes; less is a programmer's error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        var encoder = Base85Encoder(rules)
        encoder.update(bytes, into: &output)
        encoder.finishPartial(into: &output)
    }

    /// Appends the bytes that `text` stands for to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - output: Needs room for the bytes; `maximumDecodedCount(for:)` is always enough.
    /// - Throws: `.invalidCharacter`, `.invalidLength`, `.overflow` for a group above 32 bits, `.trailingBits` for a
    ///   last group that is not canonical; `.limitExceeded` when `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = Base85Decoder(rules)
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    /// Makes an encoder at the start of a stream; its `maximumOutputCount(for:)` is exact.
    public func makeEncoder() -> some InfallibleByteTransform { PartialBase85Encoder(rules) }

    /// Makes a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { Base85Decoder(rules) }
}
