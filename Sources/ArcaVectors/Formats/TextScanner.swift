import ArcaCore

/// Reads text from left to right, byte by byte, because untrusted lines may be many or long.
///
/// Formats use it instead of `Regex`, because compiling one takes longer than reading most lines.
struct TextScanner {
    /// The remaining bytes.
    private(set) var rest: Substring.UTF8View

    init(_ text: some StringProtocol) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    /// Consumes a literal, or nothing.
    mutating func take(_ literal: String) -> Bool {
        guard rest.starts(with: literal.utf8) else { return false }
        rest = rest.dropFirst(literal.utf8.count)
        return true
    }

    /// Consumes the first literal that matches, or nothing.
    mutating func take(oneOf literals: [String]) -> String? { literals.first { take($0) } }

    /// Consumes bytes while a condition holds.
    mutating func take(while isIncluded: (UInt8) -> Bool) -> Substring {
        let taken = rest.prefix(while: isIncluded)
        rest = rest[taken.endIndex...]
        return Substring(taken)
    }

    /// Consumes one or more bytes while a condition holds.
    mutating func takeSome(while isIncluded: (UInt8) -> Bool) -> Substring? {
        let taken = take(while: isIncluded)
        return taken.isEmpty ? nil : taken
    }

    /// Consumes quoted text and returns it without quotes.
    mutating func takeQuoted() -> Substring? {
        let start = rest
        if take("\"") {
            let text = take { $0 != .quotationMark }
            if take("\"") { return text }
        }
        rest = start
        return nil
    }

    /// The first match after an occurrence of a literal.
    ///
    /// A match should not read past the next occurrence of the literal, or the time is quadratic.
    static func first<Match>(
        _ literal: String, in text: some StringProtocol, _ match: (inout TextScanner) -> Match?
    ) -> Match? {
        guard let first = literal.utf8.first else { return nil }
        var rest = Substring(text).utf8
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            var scanner = TextScanner(Substring(rest))
            if scanner.take(literal), let match = match(&scanner) { return match }
            rest = rest.dropFirst()
        }
        return nil
    }
}

extension UInt8 {
    var isCapital: Bool { isUppercase }
    /// Whether it is an ASCII letter, a digit or an underscore.
    var isWord: Bool { isLetter || isDigit || self == .underscore }
}

extension StringProtocol {
    /// The lines, without their endings: LF, CR, CR LF, vertical tab or form feed.
    ///
    /// Each line is a separate string. In a slice cut between bytes, each step to the next character goes back to the start of
    /// a run of flags, which takes quadratic time.
    var textLines: [Substring] {
        let text = Substring(self)
        let bytes = text.utf8
        var lines: [Substring] = []
        var (start, index) = (bytes.startIndex, bytes.startIndex)
        while index < bytes.endIndex {
            let byte = bytes[index]
            let line = start..<index
            index = bytes.index(after: index)
            guard 0x0a...0x0d ~= byte else { continue }
            if byte == .carriageReturn, index < bytes.endIndex, bytes[index] == .newline {
                index = bytes.index(after: index)
            }
            lines.append(Substring(String(text[line])))
            start = index
        }
        lines.append(Substring(String(text[start...])))
        return lines
    }

    /// Whether a text occurs in this one, compared byte by byte.
    ///
    /// `contains` compares characters, which takes quadratic time where many code points form one run, like flags.
    func has(_ text: String) -> Bool { TextScanner.first(text, in: self) { _ in true } ?? false }

    /// The text with all occurrences replaced, byte by byte.
    func replacingText(_ old: String, with new: String) -> String {
        var result = ""
        var rest = Substring(self)
        while let after = TextScanner.first(old, in: rest, { $0.rest }) {
            result += Substring(rest.utf8[..<after.startIndex].dropLast(old.utf8.count))
            result += new
            rest = Substring(after)
        }
        return result + rest
    }

    /// The text without trailing ASCII white space.
    var withoutTrailingSpace: Substring {
        var bytes = Substring(self).utf8
        while let last = bytes.last, last.isWhitespace { bytes.removeLast() }
        return Substring(bytes)
    }

    /// The text without ASCII white space.
    var withoutSpace: String { String(decoding: utf8.filter { !$0.isWhitespace }, as: UTF8.self) }
}
