internal import ArcaCore

/// Evidence for and against quoted-printable (RFC 2045, section 6.7) in the first 64 KiB of a text.
struct MailMarks {
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

    init(_ bytes: Span<UInt8>) {
        var lineStart = 0
        // No encoder writes longer lines, so a final equals sign there is literal.
        var hasLongLines = false
        for index in 0..<min(bytes.count, 65536) {
            if bytes[index] == .newline {
                if index - lineStart > 78 { hasLongLines = true }
                lineStart = index + 1
            }
            guard bytes[index] == .equals, index + 2 < bytes.count else { continue }
            if bytes[index + 1] == .newline || bytes[index + 1] == .carriageReturn {
                // The last line cannot be joined to another.
                guard index - lineStart > 40, index + 3 < bytes.count else { continue }
                softBreaks += 1
                // 76 characters including the mark, or fewer if an escape would be split.
                if (73...75).contains(index - lineStart) { fullLines += 1 }
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
            let isAtEnd =
                index + 3 >= bytes.count || bytes[index + 3] == .newline || bytes[index + 3] == .carriageReturn
            if value.isVisible && value != .equals || value == .space && (!isAtEnd || index < 8) {
                needless += 1
            }
        }
        if hasLongLines {
            strays += softBreaks
            (softBreaks, fullLines) = (0, 0)
        }
    }

    /// Counts the beginnings of encoded words (RFC 2047, section 2): `=?`, a charset, `?b?` or `?q?`.
    static func encodedWordCount(_ bytes: Span<UInt8>) -> Int {
        let names = ByteSet.alphanumeric + ByteSet("-_.*")
        var count = 0
        var index = 0
        while index + 6 < bytes.count {
            index += 1
            guard bytes[index] == .questionMark, bytes[index - 1] == .equals else { continue }
            var end = index + 1
            while end < bytes.count, end - index < 40, names.contains(bytes[end]) { end += 1 }
            guard end + 2 < bytes.count, end > index + 1, bytes[end] == .questionMark else { continue }
            let encoding = bytes[end + 1] | 0x20
            if encoding == UInt8(ascii: "b") || encoding == UInt8(ascii: "q"), bytes[end + 2] == .questionMark {
                count += 1
                index = end + 2
            }
        }
        return count
    }
}
