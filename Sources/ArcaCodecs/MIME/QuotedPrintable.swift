/// Quoted-printable (RFC 2045, section 6.7): mostly readable text in lines of at most 76 ASCII characters.
///
/// ```swift
/// QuotedPrintable.standard.encode("café\n".utf8)    // "caf=C3=A9\r\n"
/// try QuotedPrintable.standard.decode("caf=C3=A9")  // the UTF-8 bytes of café
/// QuotedPrintable.binary.encode([0x0d, 0x0a])       // "=0D=0A"
/// ```
///
/// Decoding is strict: it rejects lower-case digits, bytes that must be encoded, trailing whitespace and lines over 76
/// characters. It accepts CRLF and LF, and keeps line endings unchanged. Uses no memory beyond the result; streaming
/// keeps at most about a kilobyte. Source: RFC 2045, section 6.7.
public struct QuotedPrintable: StreamingTextCodec, Hashable {
    /// The type of the data.
    public enum Mode: Sendable, Hashable {
        /// Lines of text; line ends stay line ends.
        case text
        /// Arbitrary bytes; CR and LF are escaped like other control characters, so decoding is exact.
        case binary
    }

    /// The line endings that encoding writes; decoding accepts both LF and CRLF.
    public enum LineBreaks: Sendable, Hashable {
        /// CRLF, the canonical form of RFC 2045.
        case crlf
        /// LF, as in Unix files.
        case lf
        /// The original line endings, so decoding gives back the same bytes. Soft line breaks use the preceding line
        /// ending, initially LF.
        case asFound
    }

    /// Whether line ends are text or data.
    public var mode: Mode
    /// The line endings that encoding writes.
    public var lineBreaks: LineBreaks
    /// Deviations from the canonical text that decoding accepts: `letterCase` (hexadecimal digits), `whitespace` (at
    /// the end of lines; dropped according to RFC 2045), `longLines`, `rawBytes`, `invalidEscapes`.
    public var options: DecodingOptions

    /// Text with CRLF, as in mail.
    public static let standard = QuotedPrintable()
    /// Arbitrary bytes, with CRLF in soft line breaks.
    public static let binary = QuotedPrintable(mode: .binary)

    /// The maximum line length, with a trailing `=` and without the line ending.
    static let maximumLineLength = 76

    /// Creates a codec.
    public init(mode: Mode = .text, lineBreaks: LineBreaks = .crlf, options: DecodingOptions = []) {
        self.mode = mode
        self.lineBreaks = lineBreaks
        self.options = options
    }

    /// The maximum number of bytes of text for `byteCount` bytes: three bytes each, if all are escaped, and soft line
    /// breaks.
    public func maximumEncodedCount(for byteCount: Int) -> Int { makeEncoder().maximumOutputCount(for: byteCount) }

    /// The maximum decoded size of `characterCount` bytes of text: the same number.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount }

    /// Encodes `bytes` and appends the text to `output`.
    ///
    /// `output` must have room for `maximumEncodedCount(for: bytes.count)` bytes; less is a programming error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        var encoder = makeEncoder()
        encoder.encode(bytes, isFinal: true, into: &output)
    }

    /// Decodes `text` and appends the bytes to `output`.
    ///
    /// `output` must have room for as many bytes as `text` has, or for exactly the result.
    ///
    /// - Throws: `.invalidCharacter` (a forbidden byte or escape), `.invalidSyntax` (trailing whitespace on a line),
    ///   `.invalidLength` (a line over 76 characters), `.truncated` (an escape at the end of the text);
    ///   `.limitExceeded` if `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = makeDecoder()
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    /// Creates an encoder at the start of a stream.
    public func makeEncoder() -> Encoder { Encoder(mode: mode, lineBreaks: lineBreaks) }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> Decoder { Decoder(options: options) }
}
