public import ArcaCore

/// Quoted-printable (RFC 2045, section 6.7): text that stays readable, in lines of at most 76 ASCII characters.
///
/// ```swift
/// QuotedPrintable.encode("café\n".utf8)        // "caf=C3=A9\r\n"
/// try QuotedPrintable.decode("caf=C3=A9")      // the UTF-8 bytes of café
/// QuotedPrintable.binary.encode([0x0d, 0x0a])  // "=0D=0A"
/// ```
///
/// Decoding is strict: upper-case digits, no byte that has to be encoded, no white space at the end of a line, no
/// line over 76 characters. Lines may end in CRLF or LF, and line ends come out as they went in.
/// Memory: the result alone; the streaming forms keep at most about a kilobyte. Source: RFC 2045, section 6.7.
public struct QuotedPrintable: StreamingTextCodec, Hashable {
    /// What the bytes are.
    public enum Mode: Sendable, Hashable {
        /// Lines of text: a line end stays a line end.
        case text
        /// Any bytes: CR and LF are encoded like other control characters, and come back exactly.
        case binary
    }

    /// How encoding ends lines; decoding takes LF and CRLF anyway.
    public enum LineBreaks: Sendable, Hashable {
        /// All with CRLF: the canonical form of RFC 2045.
        case crlf
        /// All with LF, as in files on Unix.
        case lf
        /// As each stands in the text, so that decoding gives back the same bytes; soft line breaks like the line end
        /// before them, LF at the beginning.
        case asFound
    }

    /// Whether line ends are text or data.
    public var mode: Mode
    /// How encoding ends lines.
    public var lineBreaks: LineBreaks
    /// What decoding accepts besides the canonical text: `letterCase` (hexadecimal digits), `whitespace` (at the end of
    /// lines, which is dropped as RFC 2045 says), `longLines`, `rawBytes`, `invalidEscapes`.
    public var options: DecodingOptions

    /// Text with CRLF, as mail carries it.
    public static let standard = QuotedPrintable()
    /// Bytes of any kind, with CRLF in soft line breaks.
    public static let binary = QuotedPrintable(mode: .binary)

    /// The longest line, its `=` counted and its line end not.
    static let maximumLineLength = 76

    /// Makes a codec.
    ///
    /// - Parameters:
    ///   - mode: Whether line ends are text or data.
    ///   - lineBreaks: How encoding ends lines.
    ///   - options: What decoding accepts besides the canonical text.
    public init(mode: Mode = .text, lineBreaks: LineBreaks = .crlf, options: DecodingOptions = []) {
        self.mode = mode
        self.lineBreaks = lineBreaks
        self.options = options
    }

    /// The maximum number of bytes of text that `byteCount` bytes encode to: all escaped, three for one, and the soft line breaks.
    public func maximumEncodedCount(for byteCount: Int) -> Int { makeEncoder().maximumOutputCount(for: byteCount) }

    /// The maximum number of bytes that `characterCount` bytes of text decode to: as many.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount }

    /// Appends the text for `bytes` to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - output: Needs room for `maximumEncodedCount(for: bytes.count)` bytes; less is a programmer's error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        var encoder = makeEncoder()
        encoder.encode(bytes, isFinal: true, into: &output)
    }

    /// Appends the bytes that `text` stands for to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - output: Needs room for as many bytes as `text` has, or for exactly the result.
    /// - Throws: `.invalidCharacter` (a byte or escape that must not be there), `.invalidSyntax` (white space at the end
    ///   of a line), `.invalidLength` (a line over 76 characters), `.truncated` (an escape at the very end);
    ///   `.limitExceeded` when `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = makeDecoder()
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    /// Makes an encoder at the start of a stream.
    public func makeEncoder() -> Encoder { Encoder(mode: mode, lineBreaks: lineBreaks) }

    /// Makes a decoder at the start of a stream.
    public func makeDecoder() -> Decoder { Decoder(options: options) }
}
