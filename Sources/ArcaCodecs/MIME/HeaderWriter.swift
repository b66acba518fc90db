/// Writes header fields and prevents values from injecting another field.
enum HeaderWriter {
    /// The type of a field's value, which determines the encoding of non-ASCII text.
    private enum Structure {
        case text, addresses, ascii
    }

    /// Writes one field with its line ending; non-ASCII display names in address fields become encoded words.
    ///
    /// - Throws: `.invalidCharacter` for an invalid name, or for line ends or NUL in the value, with their position;
    ///   `.unencodable` for a non-ASCII address or identifier.
    static func field(
        _ name: String, _ value: String, lineEnding: LineWrapping.Ending
    ) throws(CodecError) -> [UInt8] {
        try check(name, value)
        let column = name.utf8.count + 2
        let text: String
        switch structure(of: name) {
        case .text: text = try EncodedWord.encode(value, afterColumn: column, lineEnding: lineEnding)
        case .addresses: text = try addresses(value, column, lineEnding)
        case .ascii:
            try checkASCII(value, in: value, "field \(name) holds characters beyond ASCII")
            text = value
        }
        return Array("\(name): \(text)\(lineEnding == .crlf ? "\r\n" : "\n")".utf8)
    }

    private static func check(_ name: String, _ value: String) throws(CodecError) {
        let bytes = Array(name.utf8)
        let isName = { (byte: UInt8) in byte.isVisible && byte != .colon }
        if let bad = bytes.firstIndex(where: { !isName($0) }) ?? (bytes.isEmpty ? 0 : nil) {
            throw CodecError(
                .invalidCharacter, at: TextPosition(offset: bad, in: bytes),
                "field name is empty or holds another character than printable ASCII without colon")
        }
        let text = Array(value.utf8)
        if let bad = text.firstIndex(where: { $0 == .carriageReturn || $0 == .newline || $0 == 0 }) {
            throw CodecError(
                .invalidCharacter, at: TextPosition(offset: bad, in: text),
                "value of \(name) holds \(text[bad] == 0 ? "NUL" : "a line end, which would begin another field")")
        }
    }

    /// Whether a field contains mailboxes, in which only display names may have encoded words.
    static func isAddressField(_ name: String) -> Bool { structure(of: name) == .addresses }

    private static func structure(of name: String) -> Structure {
        switch name.lowercased() {
        case "from", "to", "cc", "bcc", "sender", "reply-to", "resent-from", "resent-to", "resent-cc", "resent-bcc",
            "resent-sender", "disposition-notification-to":
            .addresses
        case "date", "message-id", "in-reply-to", "references", "content-id", "mime-version", "return-path", "received",
            "resent-date", "resent-message-id", "list-id", "content-location", "dkim-signature":
            .ascii
        default: .text
        }
    }

    private static func checkASCII(_ part: String, in value: String, _ reason: String) throws(CodecError) {
        guard let bad = part.utf8.first(where: { $0 >= 0x80 }) else { return }
        let bytes = Array(value.utf8)
        let offset = bytes.firstIndex(of: bad) ?? 0
        throw CodecError(.unencodable, at: TextPosition(offset: offset, in: bytes), reason)
    }

    /// Writes a list of mailboxes (RFC 5322, section 3.4), with folds between them.
    private static func addresses(
        _ value: String, _ column: Int, _ lineEnding: LineWrapping.Ending
    ) throws(CodecError) -> String {
        var text = ""
        var column = column
        for (index, mailbox) in mailboxes(value).enumerated() {
            if index > 0 {
                text += ","
                column += 1
            }
            var item = try self.mailbox(mailbox, in: value, index > 0 ? column + 1 : column, lineEnding)
            // A mailbox that would be broken gets its own line.
            if index > 0,
                item.contains(where: { $0.isNewline }) || column + 1 + item.utf8.count > EncodedWord.maximumLineLength
            {
                text += lineEnding == .crlf ? "\r\n" : "\n"
                item = try self.mailbox(mailbox, in: value, 1, lineEnding)
                column = 0
            }
            if index > 0 {
                text += " "
                column += 1
            }
            text += item
            let lastLine = item.utf8.split(separator: .newline, omittingEmptySubsequences: false).last?.count ?? 0
            column = lastLine == item.utf8.count ? column + lastLine : lastLine
        }
        return text
    }

    /// Splits a list at commas outside quotes, comments and angle brackets.
    private static func mailboxes(_ value: String) -> [String] {
        var pieces: [String] = []
        var current = ""
        var isQuoted = false
        var isEscaped = false
        var depth = 0
        for character in value {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if !isQuoted {
                if character == "(" || character == "<" { depth += 1 }
                if character == ")" || character == ">" { depth -= 1 }
                if character == ",", depth <= 0 {
                    pieces.append(trimmed(current))
                    current = ""
                    continue
                }
            }
            current.append(character)
        }
        pieces.append(trimmed(current))
        return pieces
    }

    private static func trimmed(_ text: String) -> String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        var rest = text[...].drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return String(rest)
    }

    private static func mailbox(
        _ text: String, in value: String, _ column: Int, _ lineEnding: LineWrapping.Ending
    ) throws(CodecError) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        guard let bracket = text.lastIndex(of: "<") else {
            try checkASCII(text, in: value, "address holds characters beyond ASCII; a name is followed by <address>")
            return text
        }
        let address = String(text[bracket...])
        try checkASCII(address, in: value, "address holds characters beyond ASCII")
        var name = trimmed(String(text[..<bracket]))
        if name.count > 1, name.first == "\"", name.last == "\"" {
            var plain = ""
            var isEscaped = false
            for character in name.dropFirst().dropLast() {
                if character == "\\", !isEscaped {
                    isEscaped = true
                } else {
                    isEscaped = false
                    plain.append(character)
                }
            }
            name = plain
        }
        let phrase = try EncodedWord.encode(name, context: .phrase, afterColumn: column, lineEnding: lineEnding)
        let lastLine = phrase.utf8.split(separator: .newline, omittingEmptySubsequences: false).last?.count ?? 0
        let used = lastLine == phrase.utf8.count ? column + lastLine : lastLine
        let isFull = used + 1 + address.utf8.count > EncodedWord.maximumLineLength
        return phrase + (isFull ? (lineEnding == .crlf ? "\r\n " : "\n ") : " ") + address
    }
}
