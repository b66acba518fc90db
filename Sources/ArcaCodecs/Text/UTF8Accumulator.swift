/// Assembles characters from single bytes of UTF-8, strictly (RFC 3629, section 4), and tracks the position.
struct UTF8Accumulator {
    private(set) var offset = 0
    private var line = 1
    private var lineStart = 0
    private var start = TextPosition(offset: 0, line: 1, column: 1)
    private var value: UInt32 = 0
    private var missing = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xbf

    var position: TextPosition { TextPosition(offset: offset, line: line, column: offset - lineStart + 1) }

    var isBetweenCharacters: Bool { missing == 0 }

    mutating func advance(by count: Int) { offset += count }

    /// Adds the next byte; returns the completed character, or nil if more bytes must follow.
    ///
    /// - Throws: `.invalidUTF8` with the position of the character.
    mutating func append(_ byte: UInt8) throws(CodecError) -> Unicode.Scalar? {
        if missing == 0 {
            start = position
            offset += 1
            if byte < 0x80 {
                if byte == .newline {
                    line += 1
                    lineStart = offset
                }
                return Unicode.Scalar(byte)
            }
            allowed = 0x80...0xbf
            switch byte {
            case 0xc2...0xdf: (missing, value) = (1, UInt32(byte & 0x1f))
            case 0xe0...0xef: (missing, value) = (2, UInt32(byte & 0x0f))
            case 0xf0...0xf4: (missing, value) = (3, UInt32(byte & 0x07))
            default: throw malformed
            }
            // The second byte determines overlong forms, surrogates and values above U+10FFFF.
            switch byte {
            case 0xe0: allowed = 0xa0...0xbf
            case 0xed: allowed = 0x80...0x9f
            case 0xf0: allowed = 0x90...0xbf
            case 0xf4: allowed = 0x80...0x8f
            default: break
            }
            return nil
        }
        guard allowed.contains(byte) else { throw malformed }
        allowed = 0x80...0xbf
        offset += 1
        missing -= 1
        value = value << 6 | UInt32(byte & 0x3f)
        return missing == 0 ? Unicode.Scalar(value) : nil
    }

    /// Ends the text.
    ///
    /// - Throws: `.invalidUTF8` with the position of an incomplete character.
    func finish() throws(CodecError) {
        if missing > 0 { throw malformed }
    }

    private var malformed: CodecError { CodecError(.invalidUTF8, at: start, "bytes that are not a character in UTF-8") }
}

extension Unicode.Scalar {
    var utf8: String.UTF8View { String(self).utf8 }
}
