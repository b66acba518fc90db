internal import ArcaCore

/// Evidence for and against quoted-printable (RFC 2045, section 6.7) in the first 64 KiB of a text.
package struct MailMarks {
    private(set) var count = 0
    /// Escapes that no encoder writes: they encode letters, digits and common punctuation.
    private(set) var needless = 0
    /// Escaped equals signs after a space or before a quote.
    private(set) var equations = 0
    /// Equals signs that do not begin an escape.
    private(set) var strays = 0
    /// Soft line breaks after long lines.
    private(set) var softBreaks = 0
    /// Soft line breaks at the maximum line length.
    private(set) var fullLines = 0

    /// The maximum length of a line that encoders write, in characters: 76, and two of a line end.
    private static let longestLine = 78
    /// The minimum length of a line before a soft break, in characters: encoders break only long lines.
    private static let shortestBrokenLine = 40
    /// The length of a line that a soft break ends because it is full: 76 characters with the mark, or fewer if an escape
    /// would be split.
    private static let fullLine = 73...75
    /// The size of a text that hardly ends in an escaped space, in bytes.
    private static let shortText = 8
    /// Maximum length of the name of a charset, in characters.
    private static let longestCharset = 40

    init(_ bytes: Span<UInt8>) {
        var lineStart = 0
        // No encoder writes longer lines, so a final equals sign there is literal.
        var hasLongLines = false
        for index in 0..<min(bytes.count, Codec.Clue.countedByteCount) {
            if bytes[index] == 0x0a {
                if index - lineStart > Self.longestLine { hasLongLines = true }
                lineStart = index + 1
            }
            guard bytes[index] == .equals, index + 2 < bytes.count else { continue }
            if bytes[index + 1] == .newline || bytes[index + 1] == .carriageReturn {
                // The last line cannot be joined to another.
                guard index - lineStart > Self.shortestBrokenLine, index + 3 < bytes.count else { continue }
                softBreaks += 1
                if Self.fullLine.contains(index - lineStart) { fullLines += 1 }
                continue
            }
            let text = String(decoding: [bytes[index + 1], bytes[index + 2]], as: UTF8.self)
            guard bytes[index + 1] < 0x61, bytes[index + 2] < 0x61, let value = UInt8(text, radix: 16) else {
                strays += 1
                continue
            }
            count += 1
            let next = index + 3 < bytes.count ? bytes[index + 3] : 0
            if value == .equals, index > 0, bytes[index - 1] == .space || next == .quotationMark || next == .apostrophe
            {
                equations += 1
            }
            let isAtEnd = index + 3 >= bytes.count || bytes[index + 3] == 0x0a || bytes[index + 3] == 0x0d
            if (0x21...0x7e).contains(value) && value != UInt8(ascii: "=")
                || value == 0x20 && (!isAtEnd || index < Self.shortText)
            {
                needless += 1
            }
        }
        if hasLongLines {
            strays += softBreaks
            (softBreaks, fullLines) = (0, 0)
        }
    }

    /// Prior cost of quoted-printable, in bits.
    ///
    /// Soft line breaks are better evidence than an escape, and best at the full line length. In a URL, `=` precedes
    /// values.
    func bits(isURL: Bool) -> Double {
        let bits = fullLines > 0 ? -8.0 : softBreaks > 0 ? 0 : isURL ? 15 : equations > 0 ? 1 : 6
        return bits + Self.needlessBits * Double(needless)
    }

    /// Additional cost of lenient decoding, in bits.
    var lenientBits: Double { 6 + Self.strayBits * Double(strays) }

    /// Cost of an escape that no encoder writes, and of an equals sign that every encoder escapes.
    private static let (needlessBits, strayBits) = (6.0, 12.0)

    /// Counts the beginnings of encoded words (RFC 2047, section 2): `=?`, a charset, `?b?` or `?q?`.
    package static func encodedWordCount(_ bytes: Span<UInt8>) -> Int {
        let names = ByteSet.alphanumeric + ByteSet("-_.*")
        var count = 0
        var index = 0
        while index + 6 < bytes.count {
            index += 1
            guard bytes[index] == .questionMark, bytes[index - 1] == .equals else { continue }
            var end = index + 1
            while end < bytes.count, end - index < longestCharset, names.contains(bytes[end]) { end += 1 }
            guard end + 2 < bytes.count, end > index + 1, bytes[end] == UInt8(ascii: "?") else { continue }
            let encoding = bytes[end + 1] | 0x20
            if encoding == UInt8(ascii: "b") || encoding == UInt8(ascii: "q"), bytes[end + 2] == .questionMark {
                count += 1
                index = end + 2
            }
        }
        return count
    }
}
