/// UTF-7: Unicode text as ASCII, used in mail in the 1990s: `Hi Mom +Jjo-!`.
///
/// Letters, digits, whitespace and `'(),-./:?` are written as is, `+` as `+-`, and everything else as UTF-16 in Base64
/// between `+` and `-`. Decoding also accepts what RFC 2152 leaves to the encoder: its optional direct characters, and
/// no `-` before a character that cannot continue the part. Lenient decoding also accepts encoded characters that need
/// no encoding.
///
/// Source: RFC 2152.
public enum UTF7 {
    private static let direct = ASCIISet(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'(),-./:? \t\r\n")
    private static let optional = ASCIISet("!\"#$%&*;<=>@[]^_`{|}")
    private static let base64 = Base64(padding: .absent)
    private static let symbols = ASCIISet(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

    /// Encodes text as UTF-7.
    ///
    /// - Parameter text: Text in UTF-8.
    /// - Returns: ASCII text.
    /// - Throws: `.invalidUTF8`.
    public static func encode(_ text: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        guard let string = String(validating: [UInt8](bytes: text), as: UTF8.self) else {
            throw CodecError(.invalidUTF8, "the text is not UTF-8")
        }
        var output: [UInt8] = []
        var units: [UInt8] = []
        func shift() {
            guard !units.isEmpty else { return }
            output += [UInt8.plus] + base64.encodeToBytes(units) + [UInt8.hyphen]
            units = []
        }
        for scalar in string.unicodeScalars {
            if let byte = UInt8(exactly: scalar.value), direct.contains(byte) {
                shift()
                output.append(byte)
            } else if scalar == "+", units.isEmpty {
                output += Array("+-".utf8)
            } else {
                for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                    units += [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
                }
            }
        }
        shift()
        return output
    }

    /// Decodes UTF-7 text.
    ///
    /// - Parameters:
    ///   - text: ASCII text.
    ///   - strictness: Whether to accept text that encoding does not write.
    /// - Returns: Text in UTF-8.
    /// - Throws: `.invalidCharacter`, `.truncated` without the closing `-`, `.invalidSyntax` for malformed UTF-16 and
    ///   parts that are not canonical, and the errors of Base64, with their positions.
    public static func decode(
        _ text: borrowing some Bytes, strictness: Strictness = .strict
    ) throws(CodecError) -> [UInt8] {
        let text = [UInt8](bytes: text)
        var output: [UInt8] = []
        var index = 0
        while index < text.count {
            let byte = text[index]
            guard byte == .plus else {
                guard direct.contains(byte) || optional.contains(byte) else {
                    throw CodecError(
                        .invalidCharacter, at: TextPosition(offset: index, in: text),
                        "\(byte.quoted) must be encoded in UTF-7")
                }
                output.append(byte)
                index += 1
                continue
            }
            let start = index + 1
            var end = start
            while end < text.count, symbols.contains(text[end]) { end += 1 }
            let isClosed = end < text.count && text[end] == .hyphen
            guard isClosed || end > start else {
                throw CodecError(
                    .truncated, at: TextPosition(offset: end, in: text), "- is missing after the encoded part",
                    hint: "+ itself is written +-")
            }
            let characters = end == start ? [UInt8.plus] : try part(text, start..<end)
            if strictness == .strict, end > start, let canonical = try? encode(characters).dropFirst().dropLast(),
                !canonical.elementsEqual(text[start..<end])
            {
                let same = zip(canonical, text[start..<end]).prefix { $0 == $1 }.count
                throw CodecError(
                    .invalidSyntax, at: TextPosition(offset: start + same, in: text),
                    "an encoded part that UTF-7 writes otherwise")
            }
            output += characters
            index = end + (isClosed ? 1 : 0)
        }
        return output
    }

    private static func part(_ text: [UInt8], _ range: Range<Int>) throws(CodecError) -> [UInt8] {
        let units: [UInt8]
        do {
            units = try base64.decode(text[range])
        } catch {
            throw CodecError(
                error.code, at: TextPosition(offset: range.lowerBound + (error.position?.offset ?? 0), in: text),
                error.reason)
        }
        var codeUnits: [UInt16] = []
        for index in stride(from: 0, to: units.count - 1, by: 2) {
            codeUnits.append(UInt16(units[index]) << 8 | UInt16(units[index + 1]))
        }
        guard units.count.isMultiple(of: 2), let string = String(validating: codeUnits, as: UTF16.self) else {
            throw CodecError(
                .invalidSyntax, at: TextPosition(offset: range.lowerBound, in: text), "the encoded part is not UTF-16")
        }
        return Array(string.utf8)
    }
}
