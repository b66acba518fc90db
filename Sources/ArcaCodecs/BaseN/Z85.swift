/// Z85, ZeroMQ's Base85: symbols that are safe in source code, lengths that are multiples of 4, strict.
///
/// ```swift
/// try Z85.encode([0x86, 0x4f, 0xd2, 0x6f, 0xb5, 0x59, 0xf7, 0x5b])   // "HelloWorld"
/// try Z85.decode("HelloWorld")
/// try Z85.encode([1, 2, 3])                                           // throws .unencodable
/// ```
///
/// Memory: the result alone; the streaming forms keep less than 200 bytes. Source: ZeroMQ RFC 32/Z85,
/// https://rfc.zeromq.org/spec/32/.
public struct Z85: StreamingTextCodec, Hashable {
    /// What encoding throws: `.unencodable` for a length that is not a multiple of 4.
    public typealias EncodingFailure = CodecError

    /// What decoding accepts besides the canonical text: `whitespace`.
    public var options: DecodingOptions

    /// The only form.
    public static let standard = Z85()

    /// Makes a codec.
    ///
    /// - Parameter options: What decoding accepts besides the canonical text.
    public init(options: DecodingOptions = []) { self.options = options }

    private var rules: Base85Rules {
        Base85Rules(name: "z85", alphabet: .z85, hasPartialGroups: false, options: options)
    }

    /// The exact number of bytes of text for `byteCount` bytes, a multiple of 4.
    public func encodedCount(for byteCount: Int) -> Int { byteCount.addressable / 4 * 5 }

    /// The same as ``encodedCount(for:)``.
    public func maximumEncodedCount(for byteCount: Int) -> Int { encodedCount(for: byteCount) }

    /// The maximum number of bytes that `characterCount` bytes of text decode to: four for five.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount / 5 * 4 }

    /// Appends the text for `bytes` to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes, their number a multiple of 4.
    ///   - output: Needs room for `encodedCount(for: bytes.count)` bytes; less is a programmer's error.
    /// - Throws: `.unencodable` when the number is not a multiple of 4; then nothing is appended.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        guard bytes.count % 4 == 0 else {
            throw CodecError(
                .unencodable, at: TextPosition(offset: bytes.count, line: 1, column: bytes.count + 1),
                "z85 encodes multiples of 4 bytes only, not \(bytes.count)", hint: "base85 has no such limit")
        }
        var encoder = Base85Encoder(rules)
        encoder.update(bytes, into: &output)
    }

    /// Appends the bytes that `text` stands for to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - output: Needs room for the bytes; `maximumDecodedCount(for:)` is always enough.
    /// - Throws: `.invalidCharacter`, `.invalidLength` for a length that is not a multiple of 5, `.overflow` for a group
    ///   above 32 bits; `.limitExceeded` when `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = Base85Decoder(rules)
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    /// Makes an encoder at the start of a stream; finishing it throws when the length was no multiple of 4.
    public func makeEncoder() -> some ByteTransform { Base85Encoder(rules) }

    /// Makes a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { Base85Decoder(rules) }
}
