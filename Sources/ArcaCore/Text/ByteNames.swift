// Bytes and numbers in error messages, and names for ASCII characters.

package func hex(_ value: some BinaryInteger) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "0x" + (digits.count < 2 ? "0" + digits : digits)
}

extension UInt8 {
    /// The byte as shown in error messages: `'a'`, or `byte 0x0a`.
    package var quoted: String {
        if isVisible { return "'\(Character(Unicode.Scalar(self)))'" }
        let digits = String(self, radix: 16)
        return "byte 0x" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
}

// Inlined across modules, because the loops of codecs use them.
extension UInt8 {
    @inlinable package static var tab: UInt8 { 0x09 }
    @inlinable package static var newline: UInt8 { 0x0a }
    @inlinable package static var carriageReturn: UInt8 { 0x0d }
    @inlinable package static var space: UInt8 { 0x20 }
    @inlinable package static var exclamationMark: UInt8 { 0x21 }
    @inlinable package static var quotationMark: UInt8 { 0x22 }
    @inlinable package static var numberSign: UInt8 { 0x23 }
    @inlinable package static var dollarSign: UInt8 { 0x24 }
    @inlinable package static var percent: UInt8 { 0x25 }
    @inlinable package static var ampersand: UInt8 { 0x26 }
    @inlinable package static var apostrophe: UInt8 { 0x27 }
    @inlinable package static var leftParenthesis: UInt8 { 0x28 }
    @inlinable package static var rightParenthesis: UInt8 { 0x29 }
    @inlinable package static var asterisk: UInt8 { 0x2a }
    @inlinable package static var plus: UInt8 { 0x2b }
    @inlinable package static var comma: UInt8 { 0x2c }
    @inlinable package static var hyphen: UInt8 { 0x2d }
    @inlinable package static var period: UInt8 { 0x2e }
    @inlinable package static var slash: UInt8 { 0x2f }
    @inlinable package static var colon: UInt8 { 0x3a }
    @inlinable package static var semicolon: UInt8 { 0x3b }
    @inlinable package static var lessThan: UInt8 { 0x3c }
    @inlinable package static var equals: UInt8 { 0x3d }
    @inlinable package static var greaterThan: UInt8 { 0x3e }
    @inlinable package static var questionMark: UInt8 { 0x3f }
    @inlinable package static var at: UInt8 { 0x40 }
    @inlinable package static var leftBracket: UInt8 { 0x5b }
    @inlinable package static var backslash: UInt8 { 0x5c }
    @inlinable package static var rightBracket: UInt8 { 0x5d }
    @inlinable package static var underscore: UInt8 { 0x5f }
    @inlinable package static var backtick: UInt8 { 0x60 }
    @inlinable package static var leftBrace: UInt8 { 0x7b }
    @inlinable package static var verticalBar: UInt8 { 0x7c }
    @inlinable package static var rightBrace: UInt8 { 0x7d }
    @inlinable package static var tilde: UInt8 { 0x7e }

    @inlinable package var isWhitespace: Bool { self == .space || (self >= .tab && self <= .carriageReturn) }
    @inlinable package var isBlank: Bool { self == .space || self == .tab }
    @inlinable package var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    @inlinable package var isUppercase: Bool { self >= 0x41 && self <= 0x5a }
    @inlinable package var isLowercase: Bool { self >= 0x61 && self <= 0x7a }
    @inlinable package var isLetter: Bool { (self | 0x20).isLowercase }
    @inlinable package var isAlphanumeric: Bool { isLetter || isDigit }
    /// Whether the byte is a character of ASCII or a space.
    @inlinable package var isPrintable: Bool { self >= 0x20 && self <= 0x7e }
    /// Whether the byte is a character of ASCII other than a space.
    @inlinable package var isVisible: Bool { self >= 0x21 && self <= 0x7e }
    /// The value of a hexadecimal digit in either case.
    @inlinable package var hexDigitValue: UInt8? {
        let letter = self | 0x20
        if isDigit { return self - 0x30 }
        return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : nil
    }
    /// The byte, in lower case if it is a letter of ASCII.
    @inlinable package var lowercased: UInt8 { isUppercase ? self | 0x20 : self }
    /// The byte, in upper case if it is a letter of ASCII.
    @inlinable package var uppercased: UInt8 { isLowercase ? self & 0xdf : self }
}
