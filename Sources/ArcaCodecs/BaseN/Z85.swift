/// Z85, ZeroMQ's Base85, strict.
///
/// Its symbols are safe in source code, and lengths are multiples of 4.
///
/// ```swift
/// try Z85.standard.encode([0x86, 0x4f, 0xd2, 0x6f, 0xb5, 0x59, 0xf7, 0x5b])  // "HelloWorld"
/// try Z85.standard.decode("HelloWorld")
/// try Z85.standard.encode([1, 2, 3])                                         // throws .unencodable
/// ```
///
/// Uses no memory beyond the result; streaming keeps less than 200 bytes. Source: ZeroMQ RFC 32/Z85,
/// https://rfc.zeromq.org/spec/32/.
public struct Z85: StreamingTextCodec, Hashable {
    /// The error that encoding throws: `.unencodable` for a length that is not a multiple of 4.
    public typealias EncodingFailure = CodecError

    /// Deviations from the canonical text that decoding accepts: `whitespace`.
    public var options: DecodingOptions

    /// The standard form.
    public static let standard = Z85()

    /// Creates a codec.
    public init(options: DecodingOptions = []) { self.options = options }

    private var rules: Base85Rules {
        Base85Rules(name: "z85", alphabet: .z85, hasPartialGroups: false, options: options)
    }

    /// The exact number of bytes of text for `byteCount` bytes, a multiple of 4.
    public func encodedCount(for byteCount: Int) -> Int { byteCount.addressable / 4 * 5 }

    /// The same as ``encodedCount(for:)``.
    public func maximumEncodedCount(for byteCount: Int) -> Int { encodedCount(for: byteCount) }

    /// The maximum decoded size of `characterCount` bytes of text: four bytes per five characters.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount / 5 * 4 }

    /// Encodes `bytes` and appends the text to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes; the length must be a multiple of 4.
    ///   - output: Requires room for `encodedCount(for: bytes.count)` bytes; less is a programming error.
    /// - Throws: `.unencodable` if the length is not a multiple of 4; then nothing is appended.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        guard bytes.count % 4 == 0 else {
            throw CodecError(
                .unencodable, at: TextPosition(offset: bytes.count, line: 1, column: bytes.count + 1),
                "z85 encodes multiples of 4 bytes only, not \(bytes.count)", hint: "base85 has no such limit")
        }
        var encoder = Base85Encoder(rules)
        encoder.update(bytes, into: &output)
    }

    /// Decodes `text` and appends the bytes to `output`.
    ///
    /// `output` must have room for the bytes; `maximumDecodedCount(for:)` is always enough.
    ///
    /// - Throws: `.invalidCharacter`, `.invalidLength` for a length that is not a multiple of 5, `.overflow` for a
    ///   group above 32 bits; `.limitExceeded` if `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = Base85Decoder(rules)
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    /// Creates an encoder at the start of a stream; finishing it throws if the length is not a multiple of 4.
    public func makeEncoder() -> some ByteTransform { Base85Encoder(rules) }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { Base85Decoder(rules) }
}
