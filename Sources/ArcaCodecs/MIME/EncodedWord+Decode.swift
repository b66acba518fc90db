extension EncodedWord {
    /// Decodes the encoded words of a header field's value.
    ///
    /// Whitespace between adjacent encoded words is dropped, and their bytes are joined before the charset is
    /// converted. This restores characters that a mailer split incorrectly. Folds are removed.
    ///
    /// Strict decoding rejects anything that looks like an encoded word but violates RFC 2047: unknown encodings, more
    /// than 75 characters, invalid Base64 or Q text, an encoded word next to other text. Lenient decoding accepts these
    /// if they are unambiguous, leaves words in unknown charsets unchanged, and replaces invalid bytes with U+FFFD.
    ///
    /// - Parameters:
    ///   - bytes: The field's value, folds included.
    ///   - context: `.text` for unstructured fields; `.phrase` for structured ones, where parentheses also delimit
    ///     encoded words and quoted strings are copied as is; `.comment` for the inside of a comment.
    ///   - strictness: Whether to reject or repair violations of the standard.
    ///   - charsets: The charset decoder.
    /// - Returns: The text.
    /// - Throws: `.invalidSyntax`, `.invalidLength`, `.invalidCharacter` and the codes of Base64 at the position in
    ///   `bytes`; `.unsupported` (charset), `.invalidUTF8` and other codes of `charsets` at the first affected encoded
    ///   word.
    public static func decode(
        _ bytes: borrowing some Bytes, context: Context = .text, strictness: Strictness = .strict,
        charsets: any CharsetDecoding = BuiltInCharsets()
    ) throws(CodecError) -> String {
        var decoder = Decoder(
            bytes: [UInt8](bytes: bytes), context: context, isStrict: strictness == .strict, charsets: charsets)
        return try decoder.decode()
    }

    /// Decodes the encoded words of a header field's value, with the same errors as for bytes.
    public static func decode(
        _ text: String, context: Context = .text, strictness: Strictness = .strict,
        charsets: any CharsetDecoding = BuiltInCharsets()
    ) throws(CodecError) -> String {
        try decode(text.utf8, context: context, strictness: strictness, charsets: charsets)
    }
}

extension EncodedWord {
    private struct Decoder {
        let bytes: [UInt8]
        let context: Context
        let isStrict: Bool
        let charsets: any CharsetDecoding
        var index = 0
        var text = ""

        /// Bytes of adjacent encoded words in one charset, not yet converted.
        private var pending: [UInt8] = []
        private var pendingCharset = ""
        private var pendingRange = 0..<0
        /// Bytes outside encoded words, not yet converted.
        private var plain: [UInt8] = []
        private var plainStart = 0
        /// Blanks since the last encoded word; kept only if no other encoded word follows.
        private var blanks: [UInt8] = []
        private var isAfterWord = false
        /// Blanks between the pending words and the preceding ones.
        private var gap: [UInt8] = []
        /// The depth of open parentheses in a structured field; quotes have no meaning inside them.
        private var depth = 0

        init(bytes: [UInt8], context: Context, isStrict: Bool, charsets: any CharsetDecoding) {
            self.bytes = bytes
            self.context = context
            self.isStrict = isStrict
            self.charsets = charsets
        }

        private struct Word {
            let charset: String
            let bytes: [UInt8]
            let end: Int
        }

        mutating func decode() throws(CodecError) -> String {
            var isDelimited = true
            while index < bytes.count {
                let byte = bytes[index]
                if byte.isBlank || byte == .carriageReturn || byte == .newline {
                    try blank(byte)
                    isDelimited = true
                } else if context == .phrase, depth == 0, isStrict, byte == .quotationMark {
                    try quotedString()
                    isDelimited = false
                } else if byte == .equals, isDelimited || !isStrict, let word = try word(at: index) {
                    try take(word)
                    isDelimited = false
                } else {
                    try appendPlain(byte)
                    isDelimited = context != .text && (byte == .leftParenthesis || byte == .rightParenthesis)
                    if isDelimited { depth = max(0, depth + (byte == .leftParenthesis ? 1 : -1)) }
                }
            }
            try flushPending()
            plain += blanks
            try flushPlain()
            return text
        }

        private func error(_ code: CodecError.Code, at place: Int, _ reason: String, hint: String? = nil)
            -> CodecError
        {
            CodecError(code, at: TextPosition(offset: place, in: bytes), reason, hint: hint)
        }

        // MARK: Text outside encoded words

        private mutating func appendPlain(_ byte: UInt8) throws(CodecError) {
            try flushPending()
            if plain.isEmpty { plainStart = index - blanks.count }
            plain += blanks
            blanks = []
            isAfterWord = false
            plain.append(byte)
            index += 1
        }

        /// Reads a blank, or removes the line end of a fold (RFC 5322 section 2.2.3).
        private mutating func blank(_ byte: UInt8) throws(CodecError) {
            if byte.isBlank {
                blanks.append(byte)
                index += 1
                return
            }
            let lineEnd = byte == .carriageReturn && index + 1 < bytes.count && bytes[index + 1] == .newline ? 2 : 1
            let isFold = index + lineEnd < bytes.count && bytes[index + lineEnd].isBlank
            if isStrict, !isFold || (byte == .carriageReturn && lineEnd == 1) {
                throw error(
                    .invalidSyntax, at: index, "line end that does not fold the line",
                    hint: "a folded line begins with a space or tab")
            }
            let isAtStart = index == 0
            // A line end that is not a fold separates words like a blank and becomes one, because fields have no lines.
            if !isFold, index + lineEnd < bytes.count, !isAtStart { blanks.append(.space) }
            index += lineEnd
            // A leading fold is part of the whitespace after the field's colon.
            while isAtStart, index < bytes.count, bytes[index].isBlank { index += 1 }
        }

        /// Copies a quoted string, which must not contain encoded words (RFC 2047 section 5).
        private mutating func quotedString() throws(CodecError) {
            let start = index
            try appendPlain(bytes[index])
            while index < bytes.count {
                let byte = bytes[index]
                if byte == .carriageReturn || byte == .newline {
                    try blank(byte)
                    continue
                }
                plain.append(byte)
                index += 1
                if byte == .quotationMark { return }
                if byte == .backslash, index < bytes.count {
                    plain.append(bytes[index])
                    index += 1
                }
            }
            throw error(.truncated, at: start, "quoted string is not closed")
        }

        private mutating func flushPlain() throws(CodecError) {
            guard !plain.isEmpty else { return }
            // RFC 6532 allows UTF-8 in header fields.
            if let bad = UTF8Check.firstInvalid(plain.span) {
                guard !isStrict else {
                    let place = bytes[plainStart...].firstIndex { $0 == plain[bad] } ?? plainStart
                    throw error(
                        .invalidUTF8, at: place, "byte \(hex(plain[bad])) is not UTF-8",
                        hint: "other charsets need encoded words"
                    )
                }
                text.unicodeScalars.append(contentsOf: plain.map { Unicode.Scalar($0) })
            } else {
                text += String(decoding: plain, as: UTF8.self)
            }
            plain = []
        }

        // MARK: Encoded words

        private mutating func take(_ word: Word) throws(CodecError) {
            if isAfterWord, pendingCharset != word.charset { try flushPending() }
            if isAfterWord {
                gap = blanks
            } else {
                plain += blanks
                try flushPlain()
                gap = []
            }
            blanks = []
            if pending.isEmpty {
                pendingRange = index..<word.end
                pendingCharset = word.charset
            }
            pendingRange = pendingRange.lowerBound..<word.end
            pending += word.bytes
            isAfterWord = true
            index = word.end
        }

        private mutating func flushPending() throws(CodecError) {
            guard !pending.isEmpty else { return }
            do {
                text += try charsets.decode(pending.span, charset: pendingCharset, replacingInvalid: !isStrict)
            } catch {
                guard !isStrict else {
                    throw self.error(
                        error.code, at: pendingRange.lowerBound,
                        "encoded word is not text in its charset: \(error.reason)",
                        hint: error.hint)
                }
                // The word is left unchanged, with the whitespace on both sides.
                let word = bytes[pendingRange].filter { $0 != .carriageReturn && $0 != .newline }
                text += String(decoding: gap + word, as: UTF8.self)
                isAfterWord = false
            }
            pending = []
        }

        private func word(at start: Int) throws(CodecError) -> Word? {
            guard start + 1 < bytes.count, bytes[start + 1] == .questionMark else { return nil }
            func part(from place: Int) -> Range<Int>? {
                var end = place
                while end < bytes.count, bytes[end] != .questionMark {
                    if bytes[end] <= 0x20 || bytes[end] >= 0x7f { return nil }
                    end += 1
                }
                return end < bytes.count ? place..<end : nil
            }
            guard let label = part(from: start + 2), let letter = part(from: label.upperBound + 1) else { return nil }
            let textStart = letter.upperBound + 1
            guard let end = try endOfText(from: textStart, wordStart: start, isLetter: isEncodingLetter(letter)) else {
                return nil
            }
            let name = bytes[label].prefix { $0 != .asterisk }
            guard !name.isEmpty, name.allSatisfy(HeaderBytes.isToken) else {
                guard isStrict else { return nil }
                throw error(
                    .invalidSyntax, at: start + 2, "encoded word has no valid charset", hint: "=?utf-8?q?text?=")
            }
            guard isEncodingLetter(letter) else {
                guard isStrict else { return nil }
                throw error(
                    .invalidSyntax, at: letter.lowerBound, "encoded word has an unknown encoding",
                    hint: "encodings are B and Q")
            }
            let wordEnd = end + 2
            if isStrict {
                guard wordEnd - start <= maximumLength else {
                    throw error(
                        .invalidLength, at: start, "encoded word has \(wordEnd - start) characters",
                        hint: "at most 75 are allowed")
                }
                guard end > textStart else { throw error(.invalidLength, at: textStart, "encoded word is empty") }
                guard wordEnd == bytes.count || isDelimiter(bytes[wordEnd]) else {
                    throw error(
                        .invalidSyntax, at: wordEnd, "encoded word touches other text", hint: "a space must follow it")
                }
            }
            let isB = bytes[letter.lowerBound] | 0x20 == UInt8(ascii: "b")
            guard let decoded = isB ? try decodeB(textStart..<end) : try decodeQ(textStart..<end) else { return nil }
            return Word(charset: HeaderBytes.lowercasedText(name), bytes: decoded, end: wordEnd)
        }

        private func isEncodingLetter(_ range: Range<Int>) -> Bool {
            range.count == 1 && "bBqQ".utf8.contains(bytes[range.lowerBound])
        }

        private func isDelimiter(_ byte: UInt8) -> Bool {
            byte.isBlank || byte == .carriageReturn || byte == .newline
                || (context != .text && (byte == .leftParenthesis || byte == .rightParenthesis))
        }

        /// The offset of the `?=` after the encoded text; lenient reading allows spaces in it, as some mailers write.
        private func endOfText(from start: Int, wordStart: Int, isLetter: Bool) throws(CodecError) -> Int? {
            var end = start
            while end < bytes.count, bytes[end] != .questionMark {
                let byte = bytes[end]
                let isAllowed = byte.isVisible || (!isStrict && (byte == .space || byte >= 0x80))
                guard isAllowed else { break }
                end += 1
            }
            if end + 1 < bytes.count, bytes[end] == .questionMark, bytes[end + 1] == .equals {
                return end
            }
            guard isStrict, isLetter else { return nil }
            if end < bytes.count, bytes[end] == .questionMark {
                throw error(
                    .invalidCharacter, at: end, "question mark within an encoded word", hint: "Q encodes it as =3F")
            }
            throw error(
                .truncated, at: wordStart, "encoded word is not closed by ?=", hint: "spaces within it are written _")
        }

        private func decodeQ(_ range: Range<Int>) throws(CodecError) -> [UInt8]? {
            var result: [UInt8] = []
            result.reserveCapacity(range.count)
            var place = range.lowerBound
            while place < range.upperBound {
                let byte = bytes[place]
                guard byte == .equals else {
                    result.append(byte == .underscore ? .space : byte)
                    place += 1
                    continue
                }
                guard place + 2 < range.upperBound, let high = bytes[place + 1].hexDigitValue,
                    let low = bytes[place + 2].hexDigitValue
                else {
                    guard isStrict else {
                        result.append(byte)
                        place += 1
                        continue
                    }
                    throw error(
                        .invalidCharacter, at: place, "= without two hexadecimal digits", hint: "Q encodes = as =3D")
                }
                if isStrict, bytes[place + 1] >= 0x61 || bytes[place + 2] >= 0x61 {
                    throw error(.invalidCharacter, at: place, "hexadecimal digits are not upper case")
                }
                result.append(high << 4 | low)
                place += 3
            }
            return result
        }

        private func decodeB(_ range: Range<Int>) throws(CodecError) -> [UInt8]? {
            do {
                return try Base64(options: isStrict ? [] : .lenient).decode(bytes[range])
            } catch {
                guard isStrict else { return nil }
                throw self.error(
                    error.code, at: range.lowerBound + (error.position?.offset ?? 0), error.reason, hint: error.hint)
            }
        }
    }
}
