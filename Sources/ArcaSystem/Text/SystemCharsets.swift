public import ArcaCore

#if hasFeature(Embedded)
/// The charsets of the program's `iconv` and of ``BuiltInCharsets``, for decoding and encoding.
public final class SystemCharsets: CharsetDecoding {
    /// Creates a converter.
    public init() {}
}
#else
/// The charsets of the system's `iconv` and of ``BuiltInCharsets``, for decoding and encoding.
///
/// Accepts IANA names in any case, the additional names of `iconv`, and the labels used in mail and on the web
/// (Encoding standard, section 4.2) with their actual meaning: `ks_c_5601-1987` is code page 949.
///
/// ```swift
/// let charsets = SystemCharsets()
/// try charsets.decode([0x82, 0xa0], charset: "Shift_JIS")  // あ
/// try charsets.encode("あ", charset: "euc-jp")              // a4 a2
/// ```
public struct SystemCharsets: CharsetDecoding {
    /// Creates a converter.
    public init() {}
}
#endif

extension SystemCharsets {
    /// Decodes all bytes in a charset, whose name may be in any case.
    ///
    /// Invalid bytes are decoded as U+FFFD with `replacingInvalid`, otherwise an error.
    ///
    /// - Throws: `.unsupported` without a position for an unknown charset; `.invalidUTF8`, `.invalidCharacter` or
    ///   `.truncated` at the first invalid byte.
    public func decode(_ bytes: Span<UInt8>, charset: String, replacingInvalid: Bool) throws(CodecError) -> String {
        let name = Self.resolve(charset)
        do {
            return try BuiltInCharsets().decode(bytes, charset: name, replacingInvalid: replacingInvalid)
        } catch  where error.code == .unsupported {
            let converter = try CharsetConverter(from: name, to: "UTF-8", named: charset)
            let text = try converter.convert(bytes, replacement: replacingInvalid ? Array("\u{fffd}".utf8) : nil) {
                (offset, isTruncated) in
                let place = TextPosition(offset: offset, in: bytes)
                return isTruncated
                    ? CodecError(.truncated, at: place, "text ends within a character of \(charset)")
                    : CodecError(.invalidCharacter, at: place, "byte \(Self.hex(bytes[offset])) is not \(charset) here")
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// Encodes the whole text.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - charset: The name of the charset, in any case. The byte order of `UTF-16` and `UTF-32` depends on the
    ///     system.
    ///   - replacement: The encoded replacement for characters that the charset lacks; nil to throw instead.
    /// - Returns: The bytes, ending in the charset's initial shift state.
    /// - Throws: `.unsupported` without a position for an unknown charset; `.unencodable` at the first character that
    ///   the charset lacks, with its UTF-8 offset.
    public func encode(
        _ text: String, charset: String, replacement: [UInt8]? = nil
    ) throws(CodecError) -> [UInt8] {
        let converter = try CharsetConverter(from: "UTF-8", to: Self.resolve(charset), named: charset)
        let bytes = Array(text.utf8)
        return try converter.convert(bytes.span, replacement: replacement) { offset, _ in
            let character = String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
            let shown = character.map { "U+" + Self.hex($0.value).dropFirst(2) } ?? "a character"
            return CodecError(
                .unencodable, at: TextPosition(offset: offset, in: bytes), "\(charset) has no character \(shown)")
        }
    }

    /// Whether ``decode(_:charset:replacingInvalid:)`` supports a charset.
    public func knows(_ charset: String) -> Bool {
        let name = Self.resolve(charset)
        return (try? BuiltInCharsets().decode([UInt8](), charset: name)) != nil
            || (try? CharsetConverter(from: name, to: "UTF-8", named: charset)) != nil
    }

    private static func resolve(_ label: String) -> String {
        var name = label.lowercased()
        if name.hasPrefix("x-") { name.removeFirst(2) }
        return aliases[name] ?? name
    }

    /// Labels of the Encoding standard, section 4.2, that glibc does not know.
    ///
    /// The Unicode encodings map to the built-in ones, which detect byte order marks.
    private static let aliases = [
        "chinese": "euc-cn", "gb_2312-80": "euc-cn", "iso-ir-58": "euc-cn", "x-big5": "big5", "cn-big5": "big5",
        "ks_c_5601-1987": "uhc", "ks_c_5601-1989": "uhc", "ksc5601": "uhc", "ksc_5601": "uhc", "windows-949": "uhc",
        "iso-8859-6-e": "iso-8859-6", "iso-8859-6-i": "iso-8859-6", "iso-8859-8-e": "iso-8859-8",
        "iso-8859-8-i": "iso-8859-8", "logical": "iso-8859-8", "visual": "iso-8859-8", "l9": "iso-8859-15",
        "sun_eu_greek": "iso-8859-7", "dos-874": "cp874", "koi": "koi8-r", "mac-roman": "macintosh",
        "mac-ukrainian": "mac-cyrillic", "unicode-1-1-utf-7": "utf-7", "unicode-1-1-utf-8": "utf-8",
        "unicode11utf8": "utf-8", "unicode20utf8": "utf-8", "ucs-2": "utf-16", "iso-10646-ucs-2": "utf-16",
        "csunicode": "utf-16", "unicode": "utf-16",
    ]

    private static func hex(_ value: some BinaryInteger) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        let width = value > 0xff ? 4 : 2
        return "0x" + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
