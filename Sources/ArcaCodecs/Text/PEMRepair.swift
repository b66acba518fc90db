internal import ArcaCore

extension PEM {
    /// Calls `body` with a text whose line ends were lost, as in environment variables and JSON, with line ends.
    ///
    /// Restores line ends written as `\n` in two characters, and those around BEGIN and END lines that became spaces or
    /// were removed; removes quotes around the text, and byte order marks in the middle of joined files. The copy is
    /// wiped afterwards. Headers on such a line cannot be restored.
    ///
    /// - Returns: The result of `body`; nil if there was nothing to restore.
    package static func withRestoredLines<Result, Failure: Error>(
        of text: Span<UInt8>, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        var copy = WipingBytes()
        defer { copy.wipe() }
        var changes = 0
        func matches(_ words: StaticString, at place: Int) -> Bool {
            words.withUTF8Buffer { words in
                place >= 0 && place + words.count <= text.count
                    && words.indices.allSatisfy { text[place + $0] == words[$0] }
            }
        }
        func isLineEnd(_ place: Int) -> Bool {
            place < 0 || place >= text.count || text[place] == .newline || text[place] == .carriageReturn
        }
        /// Whether only blanks follow up to the end of the line.
        func endsLine(_ place: Int) -> Bool {
            var place = place
            while place < text.count, text[place].isBlank { place += 1 }
            return isLineEnd(place)
        }
        var isBoundary = false
        var place = 0
        while place < text.count {
            if matches("\\r\\n", at: place) || matches("\\n", at: place) {
                place += matches("\\r\\n", at: place) ? 4 : 2
                copy.append(.newline)
                changes += 1
            } else if matches("\u{feff}", at: place) {
                place += 3
                changes += 1
            } else if matches("-----BEGIN ", at: place) || matches("-----END ", at: place) {
                if !isLineEnd(place - 1), copy.bytes.last != .newline {
                    copy.append(.newline)
                    changes += 1
                }
                copy.append("-----")
                place += 5
                isBoundary = true
            } else if isBoundary, matches("-----", at: place) {
                copy.append("-----")
                place += 5
                isBoundary = false
                if !endsLine(place), !matches("\\n", at: place), !matches("\\r", at: place) {
                    copy.append(.newline)
                    changes += 1
                }
            } else if text[place] == .quotationMark || text[place] == .apostrophe,
                matches("-----BEGIN ", at: place + 1) || endsLine(place + 1)
            {
                place += 1
                changes += 1
            } else {
                if isLineEnd(place) { isBoundary = false }
                copy.append(text[place])
                place += 1
            }
        }
        return changes == 0 ? nil : try body(copy.bytes.span)
    }
}
