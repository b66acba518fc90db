/// Encoded words: text in any language in header fields, as in `=?utf-8?q?caf=C3=A9?=`.
///
/// Source: RFC 2047; RFC 2231 section 5 for the language.
public enum EncodedWord {
    /// The encodings of RFC 2047.
    public enum Encoding: Sendable, Hashable {
        /// Base64.
        case b
        /// Like quoted-printable, with `_` for a space.
        case q
        /// The shorter of the two, or Q if it is at most four characters longer, because it stays readable.
        case automatic
    }

    /// The location of encoded words, which decides the characters that need no encoding (RFC 2047 section 5).
    public enum Context: Sendable, Hashable {
        /// An unstructured field such as Subject.
        case text
        /// A phrase in a structured field, such as a display name.
        case phrase
        /// Between parentheses in a structured field.
        case comment
    }

    /// The maximum length of an encoded word (RFC 2047 section 2).
    static let maximumLength = 75
    /// The maximum length of a line with an encoded word (RFC 2047 section 2).
    static let maximumLineLength = 76

    /// Encodes text for a header field: encodes words that need it, and folds lines.
    ///
    /// Decoding the field's body gives back exactly `text`. Line ends and other control characters are encoded, so text
    /// cannot inject a header field. A character (grapheme cluster) is split across encoded words only if it does not
    /// fit in one, and then between Unicode scalars.
    ///
    /// If the first word does not fit after `column`, the result begins with a fold: a line end and a space. They
    /// belong to the whitespace after the field's colon, not to its body. With a `column` of 0 this never happens.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - context: The location of the text in the header.
    ///   - encoding: B, Q, or an automatic choice.
    ///   - language: A language tag such as `en`, included in each encoded word (RFC 2231 section 5).
    ///   - column: The number of preceding bytes on the first line: the field's name, colon and space.
    ///   - lineEnding: The line ending; CRLF for mail transport.
    /// - Returns: ASCII text with lines of at most 76 characters, unless a single plain word is longer.
    /// - Throws: `.invalidOption` if the language has anything except letters, digits and hyphens, or more than 20
    ///   characters.
    public static func encode(
        _ text: String, context: Context = .text, encoding: Encoding = .automatic, language: String? = nil,
        afterColumn column: Int = 0, lineEnding: LineWrapping.Ending = .crlf
    ) throws(CodecError) -> String {
        if let language {
            let isTag = language.utf8.allSatisfy { $0.isAlphanumeric || $0 == .hyphen }
            guard isTag, (1...20).contains(language.utf8.count) else {
                throw CodecError(
                    .invalidOption, "language \(language) is not 1 to 20 letters, digits and hyphens",
                    hint: "en and zh-Hans are language tags")
            }
        }
        var encoder = Encoder(
            context: context, encoding: encoding, label: language.map { "utf-8*\($0)" } ?? "utf-8", column: column,
            lineEnding: lineEnding == .crlf ? "\r\n" : "\n")
        encoder.encode(text)
        return String(decoding: encoder.output, as: UTF8.self)
    }
}

extension EncodedWord {
    private struct Encoder {
        let context: Context
        let encoding: Encoding
        let label: String
        var column: Int
        let lineEnding: String
        var output: [UInt8] = []

        mutating func encode(_ text: String) {
            let tokens = Self.tokens(text)
            let range = tokens.indices.filter { index in
                needsEncoding(tokens[index], isEdge: index == 0 || index == tokens.count - 1)
            }
            guard var start = range.first, var end = range.last else { return appendPlain(tokens[...]) }
            // Whitespace next to an encoded word stays unencoded only if a plain word follows it.
            if start > 0, Self.isBlank(tokens[start]) { start -= 1 }
            if end + 1 < tokens.count, Self.isBlank(tokens[end]) { end += 1 }
            let before = start > 0 ? tokens[..<(start - 1)] : []
            appendPlain(before)
            let gap = start > 0 ? String(tokens[start - 1]) : ""
            appendEncoded(tokens[start...end].joined(), gap: gap)
            appendPlain(tokens[(end + 1)...])
        }

        private static func tokens(_ text: String) -> [Substring] {
            var tokens: [Substring] = []
            var start = text.startIndex
            var index = start
            while index < text.endIndex {
                let isBlank = text[index] == " " || text[index] == "\t"
                var next = index
                while next < text.endIndex, (text[next] == " " || text[next] == "\t") == isBlank {
                    next = text.index(after: next)
                }
                tokens.append(text[start..<next])
                start = next
                index = next
            }
            return tokens
        }

        private static func isBlank(_ token: Substring) -> Bool { token.first == " " || token.first == "\t" }

        private func needsEncoding(_ token: Substring, isEdge: Bool) -> Bool {
            if Self.isBlank(token) {
                // Readers trim the ends of a field. In phrases and comments any whitespace means a single space.
                return isEdge || (context != .text && token != " ")
            }
            let bytes = token.utf8
            if bytes.count > 900 { return true }
            var previous: UInt8 = 0
            for byte in bytes {
                guard byte.isVisible else { return true }
                if previous == .equals, byte == .questionMark { return true }
                previous = byte
                switch context {
                case .text: continue
                case .phrase: if !HeaderBytes.isAtom(byte) { return true }
                case .comment: if "()\\".utf8.contains(byte) { return true }
                }
            }
            return false
        }

        private mutating func fold() {
            output += Array(lineEnding.utf8)
            column = 0
        }

        private mutating func append(_ text: some Sequence<UInt8>) {
            let count = output.count
            output += text
            column += output.count - count
        }

        /// Appends plain words and blanks, with folds before blanks.
        private mutating func appendPlain(_ tokens: ArraySlice<Substring>) {
            for (index, token) in zip(tokens.indices, tokens) {
                if output.isEmpty, column > 0, column + token.utf8.count > maximumLineLength {
                    fold()
                    append([.space])
                } else if Self.isBlank(token), index + 1 < tokens.endIndex,
                    column + token.utf8.count + tokens[index + 1].utf8.count > maximumLineLength, column > 0
                {
                    fold()
                }
                append(token.utf8)
            }
        }

        /// Appends text as encoded words: the first after `gap`, the others on separate lines.
        private mutating func appendEncoded(_ text: String, gap: String) {
            let useQ: Bool
            switch encoding {
            case .q: useQ = true
            case .b: useQ = false
            case .automatic:
                let count = text.utf8.count
                useQ = text.utf8.reduce(0) { $0 + qLength($1) } < (count + 2) / 3 * 4 + 5
            }
            let overhead = label.utf8.count + 7
            var rest = Substring(text)
            var separator = gap
            while !rest.isEmpty {
                let room = min(maximumLineLength - column - separator.utf8.count, maximumLength) - overhead
                var end = fitting(rest, room, useQ)
                if end == rest.startIndex {
                    // Nothing fits on this line. A fold must be followed by whitespace, which readers trim at the start
                    // of a field.
                    if column > (separator.isEmpty ? 1 : separator.utf8.count) {
                        fold()
                        if separator.isEmpty { separator = " " }
                        continue
                    }
                    let fullRoom = maximumLength - overhead
                    end = fitting(rest, fullRoom, useQ)
                    if end == rest.startIndex { end = fittingScalars(rest, fullRoom, useQ) }
                }
                append(separator.utf8)
                appendWord(rest[..<end], useQ)
                rest = rest[end...]
                separator = " "
                if !rest.isEmpty { fold() }
            }
        }

        /// The end of the longest prefix of whole characters that encodes to at most `room` characters.
        private func fitting(_ text: Substring, _ room: Int, _ useQ: Bool) -> String.Index {
            var end = text.startIndex
            var size = 0
            while end < text.endIndex {
                let next = text.index(after: end)
                for byte in text[end..<next].utf8 { size += useQ ? qLength(byte) : 1 }
                if (useQ ? size : (size + 2) / 3 * 4) > room { break }
                end = next
            }
            return end
        }

        /// The same for Unicode scalars, with at least one scalar; any scalar fits in an empty word.
        private func fittingScalars(_ text: Substring, _ room: Int, _ useQ: Bool) -> String.Index {
            var end = text.startIndex
            var size = 0
            for (index, scalar) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
                for byte in UTF8.encode(scalar)?.map({ $0 }) ?? [] { size += useQ ? qLength(byte) : 1 }
                let next = text.unicodeScalars.index(after: index)
                if (useQ ? size : (size + 2) / 3 * 4) > room, end > text.startIndex { break }
                end = next
            }
            return end
        }

        private mutating func appendWord(_ text: Substring, _ useQ: Bool) {
            append("=?\(label)?\(useQ ? "q" : "b")?".utf8)
            if useQ {
                for byte in text.utf8 {
                    if byte == .space {
                        append([UInt8.underscore])
                    } else if qLength(byte) == 1 {
                        append([byte])
                    } else {
                        var escape = [UInt8.equals]
                        HeaderBytes.appendHex(byte, to: &escape)
                        append(escape)
                    }
                }
            } else {
                append(Base64.standard.encode(text.utf8).utf8)
            }
            append("?=".utf8)
        }

        /// The length of a byte in the Q encoding, in characters.
        private func qLength(_ byte: UInt8) -> Int {
            if byte.isAlphanumeric || byte == .space { return 1 }
            let isPlain: Bool
            switch context {
            case .text: isPlain = byte.isVisible && !"=?_".utf8.contains(byte)
            case .phrase: isPlain = "!*+-/".utf8.contains(byte)
            case .comment: isPlain = byte.isVisible && !"=?_()\\\"".utf8.contains(byte)
            }
            return isPlain ? 1 : 3
        }
    }
}
