enum TextLayout {
    /// The width in columns, one per scalar: help texts contain no wide or combining characters.
    static func width(_ text: some StringProtocol) -> Int { text.unicodeScalars.count }

    /// Wraps text at spaces into lines of at most `width` columns; longer words overflow.
    ///
    /// Empty lines are kept, and lines that start with a space are not wrapped. U+00A0 is printed as a space but never
    /// broken at.
    static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard paragraph.first != " ", !paragraph.isEmpty else {
                lines.append(String(paragraph))
                continue
            }
            var line = ""
            var used = 0
            for word in paragraph.split(separator: " ") {
                let length = Self.width(word)
                if used > 0 && used + 1 + length > width {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                if used > 0 {
                    line += " "
                    used += 1
                }
                for character in word { line.append(character == "\u{A0}" ? " " : character) }
                used += length
            }
            lines.append(line)
        }
        return lines
    }

    /// A row of two columns: the label at column 2, the text at `column`, or on the next line if the label is too long.
    static func row(_ label: String, _ text: String, column: Int, width: Int) -> String {
        let lines = wrap(text, width: max(20, width - column))
        let indent = String(repeating: " ", count: column)
        var result = "  " + label
        let used = 2 + Self.width(label)
        var rest = lines[...]
        if let first = lines.first, !first.isEmpty, used + 2 <= column {
            result += String(repeating: " ", count: column - used) + first
            rest = rest.dropFirst()
        }
        result += "\n"
        for line in rest where !line.isEmpty { result += indent + line + "\n" }
        return result
    }
}
