/// Bytes as a string literal of C, Python, Swift or a shell: `"a\tb"`, `b'a\tb'`, `$'a\tb'`.
///
/// Encoding escapes the quote, the backslash and everything except visible ASCII. C and shells use octal escapes of
/// three digits, which a following digit cannot extend. Python uses `\xde` in a bytes literal. Swift uses `\u{de}` and
/// accepts only UTF-8 text. Strict decoding accepts one literal with the quotes and escapes of its language. Lenient
/// decoding also accepts unquoted text and the escapes of all languages.
public struct StringLiteral: Sendable, Hashable {
    private enum Language: Sendable { case c, python, swift, shell }

    /// C and C++: `"…"`.
    public static let c = StringLiteral(.c)
    /// Python bytes literals: `b'…'`.
    public static let python = StringLiteral(.python)
    /// Swift: `"…"` with `\u{…}`.
    public static let swift = StringLiteral(.swift)
    /// bash, zsh and ksh: `$'…'`.
    public static let shell = StringLiteral(.shell)

    private let language: Language

    private init(_ language: Language) { self.language = language }

    private var opening: String {
        switch language {
        case .c, .swift: "\""
        case .python: "b'"
        case .shell: "$'"
        }
    }

    private var quote: UInt8 { language == .c || language == .swift ? .quotationMark : .apostrophe }

    /// Encodes bytes as a literal.
    ///
    /// - Parameter bytes: Any bytes; for Swift, text in UTF-8.
    /// - Returns: The literal with its quotes.
    /// - Throws: `.invalidUTF8` for Swift.
    public func encode(_ bytes: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        let bytes = [UInt8](bytes: bytes)
        if language == .swift, let place = UTF8Check.firstInvalid(bytes.span) {
            throw CodecError(
                .invalidUTF8, at: TextPosition(offset: place, in: bytes), "a byte that is not UTF-8",
                hint: "strings of Swift hold text")
        }
        var text = Array(opening.utf8)
        for byte in bytes {
            switch byte {
            case .newline: text += Array("\\n".utf8)
            case .carriageReturn: text += Array("\\r".utf8)
            case .tab: text += Array("\\t".utf8)
            case .backslash, quote: text += [.backslash, byte]
            case 0x20...0x7e: text.append(byte)
            case 0x80... where language == .swift: text.append(byte)
            default: text += escape(byte)
            }
        }
        return text + [quote]
    }

    private func escape(_ byte: UInt8) -> [UInt8] {
        let digits = String(byte, radix: language == .c || language == .shell ? 8 : 16)
        let padding = String(
            repeating: "0", count: max(0, (language == .c || language == .shell ? 3 : 2) - digits.utf8.count))
        return switch language {
        case .c, .shell: Array("\\\(padding)\(digits)".utf8)
        case .python: Array("\\x\(padding)\(digits)".utf8)
        case .swift: Array("\\u{\(digits)}".utf8)
        }
    }

    /// Decodes a literal.
    ///
    /// - Returns: The bytes of the string.
    /// - Throws: `.invalidSyntax`, `.invalidCharacter`, `.overflow`, `.truncated` and `.trailingData`, with their
    ///   positions.
    public func decode(_ text: borrowing some Bytes, strictness: Strictness = .strict) throws(CodecError) -> [UInt8] {
        var reader = Reader(text: [UInt8](bytes: text), language: language, isStrict: strictness == .strict)
        return try reader.read(opening: Array(opening.utf8), quote: quote)
    }

    private struct Reader {
        let text: [UInt8]
        let language: Language
        let isStrict: Bool
        private var index = 0
        private var output: [UInt8] = []

        init(text: [UInt8], language: Language, isStrict: Bool) {
            self.text = text
            self.language = language
            self.isStrict = isStrict
        }

        private func error(_ code: CodecErrorCode, at place: Int, _ reason: String, hint: String? = nil) -> CodecError {
            CodecError(code, at: TextPosition(offset: place, in: text), reason, hint: hint)
        }

        mutating func read(opening: [UInt8], quote: UInt8) throws(CodecError) -> [UInt8] {
            var closing: UInt8? = quote
            if text.starts(with: opening) {
                index = opening.count
            } else if isStrict {
                throw error(
                    .invalidSyntax, at: 0,
                    "a string that does not begin with \(String(decoding: opening, as: UTF8.self))",
                    hint: CodecHint.noQuotes.rawValue)
            } else if let first = text.first, first == 0x22 || first == 0x27, text.last == first, text.count > 1 {
                index = 1
                closing = first
            } else {
                closing = nil
            }
            while index < text.count {
                let byte = text[index]
                if byte == closing {
                    if !isStrict, let next = nextString(quote: byte) {
                        index = next
                        continue
                    }
                    guard index + 1 == text.count else {
                        throw error(.trailingData, at: index + 1, "extra data after the end of the string")
                    }
                    return output
                }
                if byte == .backslash {
                    try readEscape()
                    continue
                }
                guard byte >= 0x20 || !isStrict else {
                    throw error(.invalidCharacter, at: index, "a control character in a string", hint: "escape it")
                }
                output.append(byte)
                index += 1
            }
            guard closing == nil else { throw error(.truncated, at: text.count, "the string is not closed") }
            return output
        }

        /// The start of the contents of an adjacent string literal, on the same line or after a backslash on the next
        /// line; C concatenates them.
        private func nextString(quote: UInt8) -> Int? {
            var next = index + 1
            while next < text.count, text[next].isWhitespace || text[next] == .backslash { next += 1 }
            return next < text.count && text[next] == quote ? next + 1 : nil
        }

        private mutating func readEscape() throws(CodecError) {
            let start = index
            guard index + 1 < text.count else { throw error(.truncated, at: start, "a backslash at the end") }
            let byte = text[index + 1]
            index += 2
            switch byte {
            case UInt8(ascii: "n"): output.append(.newline)
            case UInt8(ascii: "r"): output.append(.carriageReturn)
            case UInt8(ascii: "t"): output.append(.tab)
            case .backslash, .quotationMark, .apostrophe: output.append(byte)
            case UInt8(ascii: "a") where language != .swift || !isStrict: output.append(7)
            case UInt8(ascii: "b") where language != .swift || !isStrict: output.append(8)
            case UInt8(ascii: "f") where language != .swift || !isStrict: output.append(12)
            case UInt8(ascii: "v") where language != .swift || !isStrict: output.append(11)
            case UInt8(ascii: "e") where language == .shell || !isStrict: output.append(0x1b)
            case UInt8(ascii: "x") where language != .swift || !isStrict: try readHex(start)
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                index -= 1
                try readOctal(start)
            case UInt8(ascii: "u"), UInt8(ascii: "U"): try readCodePoint(start, byte)
            default:
                throw error(.invalidSyntax, at: start, "an unknown escape", hint: "a backslash itself is written twice")
            }
        }

        private mutating func readHex(_ start: Int) throws(CodecError) {
            var value = 0
            var count = 0
            // C consumes all following digits; more than two would exceed a byte.
            while count < 2, index < text.count, let digit = text[index].hexDigitValue {
                value = value << 4 | Int(digit)
                index += 1
                count += 1
            }
            guard count == 2 || count == 1 && language != .python else {
                throw error(.invalidSyntax, at: start, "\\x without two digits")
            }
            output.append(UInt8(value))
        }

        private mutating func readOctal(_ start: Int) throws(CodecError) {
            if language == .swift, isStrict {
                guard text[index] == UInt8(ascii: "0") else {
                    throw error(.invalidSyntax, at: start, "an unknown escape")
                }
                output.append(0)
                index += 1
                return
            }
            var value = 0
            var count = 0
            while count < 3, index < text.count, (0x30...0x37).contains(text[index]) {
                value = value * 8 + Int(text[index] - 0x30)
                index += 1
                count += 1
            }
            guard value < 256 else { throw error(.overflow, at: start, "an octal number beyond 377") }
            output.append(UInt8(value))
        }

        private mutating func readCodePoint(_ start: Int, _ letter: UInt8) throws(CodecError) {
            let isBraced = index < text.count && text[index] == .leftBrace
            guard language != .python || !isStrict, isBraced == (language == .swift) || !isStrict else {
                throw error(.invalidSyntax, at: start, "an escape of another language")
            }
            if isBraced { index += 1 }
            let wanted = isBraced ? 8 : letter == UInt8(ascii: "u") ? 4 : 8
            var value: UInt32 = 0
            var count = 0
            while count < wanted, index < text.count, let digit = text[index].hexDigitValue {
                value = value << 4 | UInt32(digit)
                index += 1
                count += 1
            }
            guard count == wanted || isBraced && count > 0, let scalar = Unicode.Scalar(value) else {
                throw error(.invalidSyntax, at: start, "not a code point")
            }
            if isBraced {
                guard index < text.count, text[index] == .rightBrace else {
                    throw error(.invalidSyntax, at: start, "\\u{ without }")
                }
                index += 1
            }
            output += Array(String(Character(scalar)).utf8)
        }
    }
}
