import ArcaCore

/// Text that was wrapped and possibly indented or quoted, as in mail and comments.
package enum WrappedText {
    /// Line prefixes of mail, comments and tables, followed by a space.
    private static let marks = [">", "#", "//", "|", "*", ";", "--"].map { Array($0.utf8) }

    /// The common prefix of all lines that are not empty, or nil.
    package static func mark(_ bytes: Span<UInt8>) -> [UInt8]? {
        var mark: [UInt8]?
        var start = 0
        while start < bytes.count {
            var first = start
            while first < bytes.count, bytes[first] <= 0x20, bytes[first] != .newline { first += 1 }
            if first < bytes.count, bytes[first] != .newline {
                mark = mark ?? marks.first { isMarked(bytes, first, $0) }
                guard let mark, isMarked(bytes, first, mark) else { return nil }
            }
            start = first
            while start < bytes.count, bytes[start] != .newline { start += 1 }
            start += 1
        }
        return mark
    }

    private static func isMarked(_ bytes: Span<UInt8>, _ start: Int, _ mark: [UInt8]) -> Bool {
        let end = start + mark.count
        guard end < bytes.count, bytes[end] == .space || bytes[end] == mark[0] else { return false }
        return mark.indices.allSatisfy { bytes[start + $0] == mark[$0] }
    }

    /// The offset of a line's text, after whitespace and prefixes.
    package static func textStart(_ bytes: Span<UInt8>, _ start: Int, _ mark: [UInt8]?) -> Int {
        var index = start
        func skipSpace() { while index < bytes.count, bytes[index] <= 0x20, bytes[index] != .newline { index += 1 } }
        skipSpace()
        guard let mark else { return index }
        // Quoted replies can have several prefixes.
        while isMarked(bytes, index, mark) {
            index += mark.count
            skipSpace()
        }
        return index
    }

    /// Joins the lines, without their prefixes and surrounding whitespace.
    static func unwrap(_ bytes: [UInt8]) -> [UInt8] {
        let mark = mark(bytes.span)
        var result: [UInt8] = []
        var start = 0
        while start < bytes.count {
            let first = textStart(bytes.span, start, mark)
            let end = bytes[first...].firstIndex(of: .newline) ?? bytes.count
            let last = bytes[first..<end].lastIndex { $0 > 0x20 } ?? first - 1
            result += bytes[first..<last + 1]
            start = end + 1
        }
        return result
    }
}
