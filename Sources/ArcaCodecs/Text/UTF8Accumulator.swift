internal import ArcaCore

/// Puts characters together from single bytes of UTF-8, strictly (RFC 3629, section 4), and knows where it is.
struct UTF8Accumulator {
    /// Bytes of the stream so far.
    private(set) var offset = 0
    private var line = 1
    private var lineStart = 0
    /// Where the character that is being read starts.
    private var start = TextPosition(offset: 0, line: 1, column: 1)
    private var value: UInt32 = 0
    private var missing = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xbf

    /// Where the next byte lies.
    var position: TextPosition { TextPosition(offset: offset, line: line, column: offset - lineStart + 1) }

    /// Whether the next byte starts a character.
    var isBetweenCharacters: Bool { missing == 0 }

    /// Goes past ASCII characters that hold no line feed.
    mutating func advance(by count: Int) { offset += count }

    /// Takes a byte.
    ///
    /// - Parameter byte: The next byte of the text.
    /// - Returns: The character that it completes, or nil when more bytes must follow.
    /// - Throws: `.invalidUTF8` at the start of the character.
    mutating func append(_ byte: UInt8) throws(CodecError) -> Unicode.Scalar? {
        if missing == 0 {
            start = position
            offset += 1
            if byte < 0x80 {
                if byte == 0x0a {
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
            // Overlong forms, surrogates and values beyond U+10FFFF differ in the second byte.
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
    /// - Throws: `.invalidUTF8` at the start of a character that is cut short.
    func finish() throws(CodecError) {
        if missing > 0 { throw malformed }
    }

    private var malformed: CodecError { CodecError(.invalidUTF8, at: start, "bytes that are not a character in UTF-8") }
}

extension Unicode.Scalar {
    /// The bytes of the character in UTF-8.
    var utf8: String.UTF8View { String(self).utf8 }
}
