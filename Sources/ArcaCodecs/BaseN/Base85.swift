/// Base85 with the symbols of RFC 1924, as in git's binary patches and Python's `b85encode`, strict.
///
/// Four bytes become five symbols; a last group of one to three bytes becomes two to four. (RFC 1924 itself encodes one
/// 128-bit number. Like other implementations, this one uses only its symbols.)
///
/// ```swift
/// Base85.standard.encode("hello".utf8)   // "Xk~0{Zv"
/// try Base85.standard.decode("Xk~0{Zv")  // "hello"
/// try Base85.standard.decode("~~~~~")    // throws .overflow at offset 0
/// ```
///
/// Uses no memory beyond the result; streaming keeps less than 200 bytes. Source: Python, `base64.b85encode`; git,
/// `base85.c`.
public struct Base85: StreamingTextCodec, Hashable {
    /// Deviations from the canonical text that decoding accepts: `whitespace`, `trailingBits`.
    public var options: DecodingOptions

    /// The standard form.
    public static let standard = Base85()

    /// Creates a codec.
    public init(options: DecodingOptions = []) { self.options = options }

    private var rules: Base85Rules {
        Base85Rules(name: "base85", alphabet: .rfc1924, hasPartialGroups: true, options: options)
    }

    /// The exact number of bytes of text for `byteCount` bytes.
    public func encodedCount(for byteCount: Int) -> Int { rules.textCount(for: byteCount) }

    /// The same as ``encodedCount(for:)``.
    public func maximumEncodedCount(for byteCount: Int) -> Int { encodedCount(for: byteCount) }

    /// The maximum decoded size of `characterCount` bytes of text: four bytes per five characters.
    public func maximumDecodedCount(for characterCount: Int) -> Int { rules.byteCount(for: characterCount) }

    /// Encodes `bytes` and appends the text to `output`.
    ///
    /// `output` must have room for `encodedCount(for: bytes.count)` bytes; less is a programming error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        var encoder = Base85Encoder(rules)
        encoder.update(bytes, into: &output)
        encoder.finishPartial(into: &output)
    }

    /// Decodes `text` and appends the bytes to `output`.
    ///
    /// `output` must have room for the bytes; `maximumDecodedCount(for:)` is always enough.
    ///
    /// - Throws: `.invalidCharacter`, `.invalidLength`, `.overflow` for a group above 32 bits, `.trailingBits` for a
    ///   last group that is not canonical; `.limitExceeded` if `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = Base85Decoder(rules)
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    /// Creates an encoder at the start of a stream; its `maximumOutputCount(for:)` is exact.
    public func makeEncoder() -> some InfallibleByteTransform { PartialBase85Encoder(rules) }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { Base85Decoder(rules) }
}
