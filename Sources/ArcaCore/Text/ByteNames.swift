// Bytes and numbers in error messages.

package func hex(_ value: some BinaryInteger) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "0x" + (digits.count < 2 ? "0" + digits : digits)
}

extension UInt8 {
    /// The byte as shown in error messages: `'a'`, or `byte 0x0a`.
    package var quoted: String {
        if self > 0x20, self < 0x7f { return "'\(Character(Unicode.Scalar(self)))'" }
        let digits = String(self, radix: 16)
        return "byte 0x" + (digits.utf8.count < 2 ? "0" : "") + digits
    }

    package var isWhitespace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0d) }
}
