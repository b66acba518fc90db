/// Text as a list of its code points: `U+0041 U+1F600`.
///
/// Encoding writes four to six hexadecimal digits, with a space between code points. Strict decoding accepts only this
/// form. Lenient decoding also accepts lower-case letters, other white space, commas, and escapes in place of code
/// points (`\u0041`, `\u{41}`, `\U00000041`, `%u0041`, `&#65;`, `&#x41;`), several of them without a separator too.
///
/// ```swift
/// try CodePointList.encode("né".utf8)                     // U+006E U+00E9
/// try CodePointList.decode("U+006E U+00E9".utf8)          // né
/// ```
public enum CodePointList {
    /// Encodes text.
    ///
    /// - Parameter text: Text in UTF-8.
    /// - Returns: ASCII text, at most seven characters for each byte.
    /// - Throws: `.invalidUTF8`.
    public static func encode(_ text: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        guard let string = String(validating: [UInt8](bytes: text), as: UTF8.self) else {
            throw CodecError(.invalidUTF8, "the text is not UTF-8")
        }
        return Array(string.unicodeScalars.map(notation).joined(separator: " ").utf8)
    }

    /// Decodes a list.
    ///
    /// - Parameters:
    ///   - text: The list.
    ///   - strictness: Whether to accept other notations and separators.
    /// - Returns: Text in UTF-8.
    /// - Throws: `.invalidSyntax` at an item that is not a code point, with its position.
    public static func decode(
        _ text: borrowing some Bytes, strictness: Strictness = .strict
    ) throws(CodecError) -> [UInt8] {
        let text = [UInt8](bytes: text)
        var units: [UInt16] = []
        var index = 0
        while index < text.count {
            if strictness == .lenient, separators.contains(text[index]) {
                index += 1
                continue
            }
            guard let item = item(text[index...]) else {
                throw error(at: index, in: text, "not a code point such as U+0041", strictness)
            }
            let (start, value) = (index, item.value)
            // Surrogates are only valid in pairs, which the end checks.
            guard value <= 0x10ffff, item.isUTF16 || Unicode.Scalar(value) != nil else {
                throw error(at: start, in: text, "not the number of a character", .lenient)
            }
            index = item.end
            guard strictness == .strict else {
                units += Unicode.Scalar(value).map { Array(String(Character($0)).utf16) } ?? [UInt16(value)]
                continue
            }
            guard let scalar = Unicode.Scalar(value), text[start..<index].elementsEqual(notation(scalar).utf8) else {
                throw error(at: start, in: text, "not written as U+ and 4 to 6 upper-case digits", strictness)
            }
            units += String(Character(scalar)).utf16
            guard index < text.count else { break }
            guard text[index] == .space, index + 1 < text.count else {
                throw error(at: index, in: text, "expected a space and another code point", strictness)
            }
            index += 1
        }
        guard let decoded = String(validating: units, as: UTF16.self) else {
            throw error(at: 0, in: text, "half of a surrogate pair", .lenient)
        }
        return Array(decoded.utf8)
    }

    /// The characters between items that lenient decoding skips.
    private static let separators = ASCIISet(" \t\r\n,")

    private static func notation(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    private static func error(
        at offset: Int, in text: [UInt8], _ reason: String, _ strictness: Strictness
    ) -> CodecError {
        CodecError(
            .invalidSyntax, at: TextPosition(offset: offset, in: text), reason,
            hint: strictness == .strict ? CodecHint.otherSigns.rawValue : nil)
    }

    private struct Notation {
        let start: String
        var digitCount = 1...6
        var radix: UInt32 = 16
        var end = ""
        /// Whether it is a unit of UTF-16.
        var isUTF16 = false
    }

    /// Longer starts before shorter ones.
    private static let notations = [
        Notation(start: "U+", digitCount: 4...6), Notation(start: "u+", digitCount: 4...6),
        Notation(start: "\\u{", end: "}"), Notation(start: "\\u", digitCount: 4...4, isUTF16: true),
        Notation(start: "\\U", digitCount: 8...8),
        Notation(start: "%u", digitCount: 4...4, isUTF16: true), Notation(start: "&#x", end: ";"),
        Notation(start: "&#X", end: ";"), Notation(start: "&#", digitCount: 1...7, radix: 10, end: ";"),
    ]

    /// The first item of a list; nil if the text begins with something else.
    private static func item(_ text: ArraySlice<UInt8>) -> (value: UInt32, end: Int, isUTF16: Bool)? {
        guard let notation = notations.first(where: { text.starts(with: $0.start.utf8) }) else { return nil }
        let digits = text.dropFirst(notation.start.utf8.count).prefix { byte in
            byte.hexDigitValue.map { $0 < notation.radix } ?? false
        }
        // Digits beyond the maximum belong to nothing.
        guard notation.digitCount.contains(digits.count), text[digits.endIndex...].starts(with: notation.end.utf8)
        else {
            return nil
        }
        let value = digits.reduce(UInt32(0)) { $0 * notation.radix + UInt32($1.hexDigitValue ?? 0) }
        return (value, digits.endIndex + notation.end.utf8.count, notation.isUTF16)
    }
}
