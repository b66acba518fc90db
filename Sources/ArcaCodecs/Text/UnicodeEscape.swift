/// Unicode escapes: ASCII text with all other characters written by code point.
///
/// A form determines how encoding escapes a character; decoding accepts all forms, even mixed. Surrogate pairs are
/// joined. Unpaired surrogates, invalid code points and incomplete escapes are errors. Encoding also escapes each
/// backslash, `&` before `#`, and `U` before `+`, so it is lossless.
///
/// ```swift
/// try UnicodeEscape.standard.encode("né😀".utf8)        // n\u00E9\uD83D\uDE00
/// try UnicodeEscape.braces.encode("né😀".utf8)          // n\u{E9}\u{1F600}
/// try UnicodeEscape.standard.decode("&#x4E2D;\\u6587")  // the bytes of 中文
/// ```
///
/// Uses no memory beyond the result; streaming keeps a few bytes.
public struct UnicodeEscape: StreamingTextCodec, Hashable {
    /// The syntax of an escape.
    public enum Form: Sendable, Hashable, CaseIterable {
        /// `\uXXXX`, with a surrogate pair for characters above U+FFFF: JSON, Java, JavaScript.
        case utf16
        /// `\u{X…}` with one to six digits: Swift, Rust, JavaScript.
        case braces
        /// `\uXXXX`, and `\UXXXXXXXX` above U+FFFF: C, Python, Go.
        case long
        /// `&#xX…;`: HTML and XML.
        case hexReference
        /// `&#N…;`: HTML and XML.
        case decimalReference
        /// `U+XXXX` with four to six digits, the notation of the Unicode Standard.
        ///
        /// A hexadecimal digit that follows is escaped as well; otherwise it would be read as part of the code point.
        case codePoint
    }

    /// The error that encoding throws, for bytes that are not UTF-8.
    public typealias EncodingFailure = CodecError

    /// The syntax of escapes in encoding.
    public var form: Form
    /// Whether encoding escapes all characters, not only non-ASCII ones.
    public var escapesAll: Bool
    /// Deviations from the strict form that decoding accepts: `mixedAlphabets` (a `\`, `&#` or `U+` that does not begin
    /// an escape is kept).
    public var options: DecodingOptions = []

    /// `\uXXXX` with surrogate pairs.
    public static let standard = UnicodeEscape(form: .utf16)
    /// `\u{X…}`.
    public static let braces = UnicodeEscape(form: .braces)
    /// `\uXXXX` and `\UXXXXXXXX`.
    public static let long = UnicodeEscape(form: .long)
    /// `&#xX…;`.
    public static let hexReference = UnicodeEscape(form: .hexReference)
    /// `&#N…;`.
    public static let decimalReference = UnicodeEscape(form: .decimalReference)
    /// `U+XXXX`.
    public static let codePoint = UnicodeEscape(form: .codePoint)

    /// Creates a codec.
    public init(form: Form, escapesAll: Bool = false) {
        self.form = form
        self.escapesAll = escapesAll
    }

    /// The maximum number of bytes of text for `byteCount` bytes: six per byte, if all are escaped.
    public func maximumEncodedCount(for byteCount: Int) -> Int { byteCount.addressable * 6 }

    /// The maximum decoded size of `characterCount` bytes of text: the same number, if nothing is escaped.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount }

    /// Encodes UTF-8 text and appends the result to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Text in UTF-8.
    ///   - output: Requires room for the text; six times the number of bytes is always enough.
    /// - Throws: `.invalidUTF8`.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var encoder = UnicodeEscapeEncoder(self)
        try encoder.update(bytes, into: &output)
        try encoder.finish(into: &output)
    }

    /// Decodes `text` and appends the UTF-8 bytes to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole text in UTF-8.
    ///   - output: Requires room for the bytes; the size of the text is always enough.
    /// - Throws: `.invalidSyntax` at the start of an invalid escape, `.truncated` if the text ends inside one,
    ///   `.invalidUTF8`, `.limitExceeded` if `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = UnicodeEscapeDecoder(options)
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    /// Creates an encoder at the start of a stream.
    public func makeEncoder() -> some ByteTransform { UnicodeEscapeEncoder(self) }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { UnicodeEscapeDecoder(options) }

    /// The number of leading characters that never need an escape; excludes line feeds, which must be counted.
    static func plainCount(_ bytes: Span<UInt8>, _ limit: Int) -> Int {
        let limit = min(bytes.count, limit)
        var count = 0
        while count < limit {
            let byte = bytes[count]
            guard byte >= 0x20, byte < 0x7f, byte != .backslash, byte != .ampersand,
                byte != UInt8(ascii: "U")
            else { break }
            count += 1
        }
        return count
    }
}
