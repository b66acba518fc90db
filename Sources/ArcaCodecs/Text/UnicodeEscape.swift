/// Text in ASCII, with the other characters written as escapes by their code points.
///
/// A form says how encoding writes a character; decoding reads all of them, in one text too. Surrogate pairs are
/// joined; half of one is an error, and so are code points that are no characters of their own and escapes that are
/// not finished. To be lossless, encoding also escapes each backslash, `&` before `#`, and `U` before `+`.
///
/// ```swift
/// try UnicodeEscape.standard.encode("né😀".utf8)   // n\u00E9\uD83D\uDE00
/// try UnicodeEscape.braces.encode("né😀".utf8)     // n\u{E9}\u{1F600}
/// try UnicodeEscape.decode("&#x4E2D;\\u6587")      // the bytes of 中文
/// ```
///
/// Memory: the result alone; the streaming forms keep a few bytes.
public struct UnicodeEscape: StreamingTextCodec, Hashable {
    /// How a character is written.
    public enum Form: Sendable, Hashable, CaseIterable {
        /// `\uXXXX`, characters beyond U+FFFF as a surrogate pair: JSON, Java, JavaScript.
        case utf16
        /// `\u{X…}` with one to six digits: Swift, Rust, JavaScript.
        case braces
        /// `\uXXXX`, and `\UXXXXXXXX` beyond U+FFFF: C, Python, Go.
        case long
        /// `&#xX…;`: HTML and XML.
        case hexReference
        /// `&#N…;`: HTML and XML.
        case decimalReference
        /// `U+XXXX` with four to six digits, as the Unicode Standard names code points.
        ///
        /// A hexadecimal digit that follows is escaped too, or it would be taken for the code point's.
        case codePoint
    }

    /// What is decoded or encoded can fail: bytes that are not UTF-8.
    public typealias EncodingFailure = CodecError

    /// How encoding writes a character.
    public var form: Form
    /// Whether encoding escapes all characters, not only those beyond ASCII.
    public var escapesAll: Bool
    /// What decoding accepts besides proper escapes: with `mixedAlphabets` a backslash, `&#` or `U+` that starts none
    /// stands for itself.
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

    /// Makes a codec.
    ///
    /// - Parameters:
    ///   - form: How encoding writes a character.
    ///   - escapesAll: Whether encoding escapes all characters, not only those beyond ASCII.
    public init(form: Form, escapesAll: Bool = false) {
        self.form = form
        self.escapesAll = escapesAll
    }

    /// Six bytes of text for each byte, when all are escaped.
    public func maximumEncodedCount(for byteCount: Int) -> Int { byteCount.addressable * 6 }

    /// As many bytes as the text has, when nothing is escaped.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount }

    /// Appends the text for UTF-8 `bytes` to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Text in UTF-8.
    ///   - output: Needs room for the text; six bytes for each byte are enough.
    /// - Throws: `.invalidUTF8`.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var encoder = UnicodeEscapeEncoder(self)
        try encoder.update(bytes, into: &output)
        try encoder.finish(into: &output)
    }

    /// Appends the UTF-8 text that `text` stands for to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole text in UTF-8.
    ///   - output: Needs room for the bytes; as many as the text has are enough.
    /// - Throws: `.invalidSyntax` at the start of an invalid escape, `.truncated` when the text ends inside one,
    ///   `.invalidUTF8`, `.limitExceeded` when `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = UnicodeEscapeDecoder(options)
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    /// Makes an encoder at the start of a stream.
    public func makeEncoder() -> some ByteTransform { UnicodeEscapeEncoder(self) }

    /// Makes a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { UnicodeEscapeDecoder(options) }

    /// How many characters at the start stand for themselves, whatever follows; a line feed is left to be counted.
    static func plainCount(_ bytes: Span<UInt8>, _ limit: Int) -> Int {
        let limit = min(bytes.count, limit)
        var count = 0
        while count < limit {
            let byte = bytes[count]
            guard byte >= 0x20, byte < 0x7f, byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "&"),
                byte != UInt8(ascii: "U")
            else { break }
            count += 1
        }
        return count
    }
}
