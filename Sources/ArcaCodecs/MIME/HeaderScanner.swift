/// A tokenizer for structured header fields (RFC 5322 section 3.2, RFC 2045 section 5.1).
///
/// Folds count as whitespace, and comments are skipped. Offsets refer to the bytes of the field.
struct HeaderScanner {
    /// The field's raw value, folds included.
    let bytes: [UInt8]
    var offset = 0

    init(_ bytes: borrowing some Bytes) { self.bytes = [UInt8](bytes: bytes) }

    var isAtEnd: Bool { offset >= bytes.count }

    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    func error(_ code: CodecError.Code, at place: Int? = nil, _ reason: String, hint: String? = nil) -> CodecError {
        CodecError(code, at: TextPosition(offset: place ?? offset, in: bytes), reason, hint: hint)
    }

    mutating func skipWhitespace() {
        while let byte = next, byte.isBlank || byte == .carriageReturn || byte == .newline { offset += 1 }
    }

    /// Skips whitespace and nested comments (RFC 5322 section 3.2.2: CFWS).
    ///
    /// - Throws: `.truncated` for an unclosed comment, at its parenthesis.
    mutating func skipCommentsAndWhitespace() throws(CodecError) {
        skipWhitespace()
        while next == .leftParenthesis {
            let start = offset
            var depth = 0
            repeat {
                guard let byte = next else { throw error(.truncated, at: start, "comment is not closed") }
                offset += 1
                if byte == .backslash {
                    offset += 1
                } else if byte == .leftParenthesis {
                    depth += 1
                } else if byte == .rightParenthesis {
                    depth -= 1
                }
            } while depth > 0
            offset = min(offset, bytes.count)
            skipWhitespace()
        }
    }

    mutating func run(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = offset
        while let byte = next, belongs(byte) { offset += 1 }
        return bytes[start..<offset]
    }

    /// Reads the quoted string at the current offset, and removes quotes, backslashes and folds.
    ///
    /// - Throws: `.truncated` for an unclosed string, at its opening quote.
    mutating func quotedString() throws(CodecError) -> [UInt8] {
        let start = offset
        offset += 1
        var text: [UInt8] = []
        while let byte = next {
            offset += 1
            if byte == .quotationMark { return text }
            if byte == .backslash, let escaped = next {
                offset += 1
                text.append(escaped)
            } else if byte != .carriageReturn && byte != .newline {
                // Unfolding removes line ends and keeps the whitespace after them (RFC 5322 section 2.2.3).
                text.append(byte)
            }
        }
        throw error(.truncated, at: start, "quoted string is not closed")
    }
}

enum HeaderBytes {
    /// Whether a byte is allowed in a token: printable ASCII except space and tspecials (RFC 2045 section 5.1).
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x7e:
            switch byte {
            case .leftParenthesis, .rightParenthesis, .lessThan, .greaterThan, .at,
                .comma, .semicolon, .colon, .backslash, .quotationMark,
                .slash, .leftBracket, .rightBracket, .questionMark, .equals:
                false
            default: true
            }
        default: false
        }
    }

    /// Whether a byte is allowed in an atom (RFC 5322 section 3.2.3).
    static func isAtom(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    /// Whether a byte is allowed unescaped in an extended parameter value: attribute-char (RFC 2231 section 7).
    static func isAttributeCharacter(_ byte: UInt8) -> Bool {
        isToken(byte) && byte != .asterisk && byte != .apostrophe && byte != .percent
    }

    static func lowercasedText(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map { $0.lowercased }, as: UTF8.self)
    }

    static func appendHex(_ byte: UInt8, to text: inout [UInt8]) {
        for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
    }
}
