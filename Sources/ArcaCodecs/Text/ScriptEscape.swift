/// The escapes of JavaScript's `escape()`: `%E9` for `é`, `%u4E2D` for `中`.
///
/// Letters, digits and `@*_+-./` stay unescaped. Strict decoding accepts only the encoder's output. Lenient decoding
/// also accepts lower-case digits, unescaped characters, and a `%` without digits.
///
/// Source: ECMA-262, sections B.2.1.1 and B.2.1.2.
public enum ScriptEscape {
    private static let direct = ASCIISet(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@*_+-./")
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Encodes text.
    ///
    /// - Parameter text: Text in UTF-8.
    /// - Returns: ASCII text.
    /// - Throws: `.invalidUTF8`.
    public static func encode(_ text: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        guard let string = String(validating: [UInt8](bytes: text), as: UTF8.self) else {
            throw CodecError(.invalidUTF8, "the text is not UTF-8")
        }
        var output: [UInt8] = []
        for unit in string.utf16 {
            if let byte = UInt8(exactly: unit), direct.contains(byte) {
                output.append(byte)
            } else {
                output += Array((unit > 0xff ? "%u" : "%").utf8)
                for shift in stride(from: unit > 0xff ? 12 : 4, through: 0, by: -4) {
                    output.append(digits[Int(unit >> UInt16(shift) & 15)])
                }
            }
        }
        return output
    }

    /// Decodes escaped text.
    ///
    /// - Parameters:
    ///   - text: ASCII text; if lenient, any UTF-8.
    ///   - strictness: Whether to accept text that encoding does not write.
    /// - Returns: Text in UTF-8.
    /// - Throws: `.invalidCharacter`, and `.invalidSyntax` for a malformed escape or an unpaired surrogate, with their
    ///   positions.
    public static func decode(
        _ text: borrowing some Bytes, strictness: Strictness = .strict
    ) throws(CodecError) -> [UInt8] {
        let text = [UInt8](bytes: text)
        func error(_ code: CodecErrorCode, at offset: Int, _ reason: String) -> CodecError {
            CodecError(code, at: TextPosition(offset: offset, in: text), reason)
        }
        guard strictness == .lenient || text.allSatisfy({ $0 < 0x80 }),
            let string = String(validating: text, as: UTF8.self)
        else {
            throw error(.invalidCharacter, at: text.firstIndex { $0 >= 0x80 } ?? 0, "a byte that is not ASCII")
        }
        let units = Array(string.utf16)
        var output: [UInt16] = []
        var index = 0
        while index < units.count {
            let unit = units[index]
            guard unit == 0x25 else {
                guard strictness == .lenient || UInt8(exactly: unit).map(direct.contains) ?? false else {
                    throw error(.invalidCharacter, at: index, "a character that escape() writes as %XX")
                }
                output.append(unit)
                index += 1
                continue
            }
            let isLong = index + 1 < units.count && units[index + 1] == 0x75
            let (start, count) = isLong ? (index + 2, 4) : (index + 1, 2)
            if let value = number(units, start..<start + count) {
                output.append(value)
                index = start + count
            } else if strictness == .lenient {
                output.append(unit)
                index += 1
            } else {
                throw error(.invalidSyntax, at: index, "'%' without its hexadecimal digits")
            }
        }
        guard let decoded = String(validating: output, as: UTF16.self) else {
            throw error(.invalidSyntax, at: 0, "half of a surrogate pair")
        }
        let result = Array(decoded.utf8)
        if strictness == .strict {
            let canonical = try encode(result)
            if let place = zip(canonical, text).enumerated().first(where: { $1.0 != $1.1 })?.offset {
                throw error(.invalidSyntax, at: place, "an escape that escape() writes otherwise")
            }
        }
        return result
    }

    private static func number(_ units: [UInt16], _ range: Range<Int>) -> UInt16? {
        guard range.upperBound <= units.count else { return nil }
        var value: UInt16 = 0
        for unit in units[range] {
            guard let digit = UInt8(exactly: unit)?.hexDigitValue else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}
