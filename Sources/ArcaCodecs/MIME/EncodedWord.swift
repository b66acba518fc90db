public import ArcaCore

/// Encoded words: text of any language in header fields, as `=?utf-8?q?caf=C3=A9?=`.
///
/// Source: RFC 2047; RFC 2231 section 5 for the language.
public enum EncodedWord {
    /// The two encodings of bytes.
    public enum Encoding: Sendable, Hashable {
        /// Base64.
        case b
        /// Like quoted-printable, with `_` for the space.
        case q
        /// The shorter of the two; Q, which stays readable, where it is less than five characters longer.
        case automatic
    }

    /// Where encoded words stand; it decides which characters may stand unencoded (RFC 2047 section 5).
    public enum Context: Sendable, Hashable {
        /// An unstructured field such as Subject.
        case text
        /// A display name and the like in a structured field.
        case phrase
        /// Between parentheses in a structured field.
        case comment
    }

    /// The longest encoded word (RFC 2047 section 2).
    static let maximumLength = 75
    /// The longest line that holds an encoded word (RFC 2047 section 2).
    static let maximumLineLength = 76

    /// Encodes text for a header field: words that need it become encoded words, lines are folded.
    ///
    /// Decoding the field's body gives back exactly `text`, whatever it holds: line ends and other control characters are encoded, so
    /// no text can add a header field. No character (grapheme cluster) is split over two encoded words unless it is
    /// longer than one by itself; then it is split between its Unicode scalars.
    ///
    /// Where a first word does not fit behind `column`, the result begins with a fold: a line end and a space, which
    /// belong to the white space behind the field's colon and not to its body. With a `column` of 0 it never does.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - context: Where it will stand.
    ///   - encoding: B, Q or what suits the text.
    ///   - language: A language tag such as `en`, written into each encoded word (RFC 2231 section 5).
    ///   - column: Bytes that stand before it in its first line: the field's name, colon and space.
    ///   - lineEnding: What ends a line: CRLF on the wire.
    /// - Returns: ASCII; lines of at most 76 characters unless a single plain word is longer.
    /// - Throws: `.invalidOption` when the language is not letters, digits and hyphens, or has more than 20 of them.
    public static func encode(
        _ text: String, context: Context = .text, encoding: Encoding = .automatic, language: String? = nil,
        afterColumn column: Int = 0, lineEnding: LineWrapping.Ending = .crlf
    ) throws(CodecError) -> String {
        if let language {
            let isTag = language.utf8.allSatisfy { HeaderBytes.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
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
            // White space beside an encoded word stays outside only when a plain word follows it there.
            if start > 0, Self.isBlank(tokens[start]) { start -= 1 }
            if end + 1 < tokens.count, Self.isBlank(tokens[end]) { end += 1 }
            let before = start > 0 ? tokens[..<(start - 1)] : []
            appendPlain(before)
            let gap = start > 0 ? String(tokens[start - 1]) : ""
            appendEncoded(tokens[start...end].joined(), gap: gap)
            appendPlain(tokens[(end + 1)...])
        }

        /// Splits text into words and the blanks between them, which alternate.
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

        /// Whether a token cannot stand as it is.
        private func needsEncoding(_ token: Substring, isEdge: Bool) -> Bool {
            if Self.isBlank(token) {
                // Readers trim a field's ends; in phrases and comments any white space means one space.
                return isEdge || (context != .text && token != " ")
            }
            let bytes = token.utf8
            if bytes.count > 900 { return true }
            var previous: UInt8 = 0
            for byte in bytes {
                guard (0x21...0x7e).contains(byte) else { return true }
                if previous == UInt8(ascii: "="), byte == UInt8(ascii: "?") { return true }
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

        /// Appends words and blanks as they are, folded before blanks.
        private mutating func appendPlain(_ tokens: ArraySlice<Substring>) {
            for (index, token) in zip(tokens.indices, tokens) {
                if output.isEmpty, column > 0, column + token.utf8.count > maximumLineLength {
                    fold()
                    append([0x20])
                } else if Self.isBlank(token), index + 1 < tokens.endIndex,
                    column + token.utf8.count + tokens[index + 1].utf8.count > maximumLineLength, column > 0
                {
                    fold()
                }
                append(token.utf8)
            }
        }

        /// Appends text as encoded words, the first after `gap`, the others on lines of their own.
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
                    // Nothing fits on this line. A fold needs white space after it; at the very beginning of a field
                    // readers trim that.
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

        /// The end of the longest run of whole characters whose encoding has at most `room` characters.
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

        /// The same for Unicode scalars, at least one of them; any scalar fits an empty word.
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
                    if byte == 0x20 {
                        append([UInt8(ascii: "_")])
                    } else if qLength(byte) == 1 {
                        append([byte])
                    } else {
                        var escape = [UInt8(ascii: "=")]
                        HeaderBytes.appendHex(byte, to: &escape)
                        append(escape)
                    }
                }
            } else {
                append(Base64.encode(text.utf8).utf8)
            }
            append("?=".utf8)
        }

        /// Characters that a byte takes in the Q encoding.
        private func qLength(_ byte: UInt8) -> Int {
            if HeaderBytes.isAlphanumeric(byte) || byte == 0x20 { return 1 }
            let isPlain: Bool
            switch context {
            case .text: isPlain = (0x21...0x7e).contains(byte) && !"=?_".utf8.contains(byte)
            case .phrase: isPlain = "!*+-/".utf8.contains(byte)
            case .comment: isPlain = (0x21...0x7e).contains(byte) && !"=?_()\\\"".utf8.contains(byte)
            }
            return isPlain ? 1 : 3
        }
    }
}
