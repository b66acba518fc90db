/// uuencode as in POSIX: lines of 45 bytes, each prefixed with its length, between `begin` and `end`.
///
/// Encoding writes a backtick for zero, like GNU and BSD, and the given file name. Strict decoding requires full lines
/// and accepts a space or a backtick for zero. Lenient decoding also accepts lines without trailing spaces, text before
/// and after the file, and lines alone, without `begin`. Decoding also reads the Base64 form, `begin-base64`, and GNU's
/// encoded names.
///
/// Source: POSIX.1-2017, uuencode; GNU sharutils 4.15.
public enum UUEncoding {
    /// A decoded file.
    public struct File: Sendable, Hashable {
        /// The bytes.
        public let bytes: [UInt8]
        /// The file name after `begin`, or empty without it.
        public let name: String
        /// The number of bytes before and after the file that lenient decoding ignored, without blank lines.
        public let ignoredCount: Int
    }

    private static let lineByteCount = 45

    /// Encodes a file.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - name: The file name, in visible ASCII characters.
    /// - Returns: The complete text.
    /// - Throws: `.invalidOption` for a name that is empty or not visible ASCII.
    public static func encode(_ bytes: borrowing some Bytes, name: String) throws(CodecError) -> [UInt8] {
        guard !name.isEmpty, name.utf8.allSatisfy({ $0.isVisible }) else {
            throw CodecError(
                .invalidOption, "'\(name)' is not a file name for uuencode", hint: "use visible ASCII characters")
        }
        return bytes.withBytes { span in
            var text = Array("begin 644 \(name)\n".utf8)
            for start in stride(from: 0, to: span.count, by: lineByteCount) {
                let count = min(lineByteCount, span.count - start)
                text.append(symbol(count))
                for group in stride(from: start, to: start + count, by: 3) {
                    var value = 0
                    for place in group..<group + 3 {
                        value = value << 8 | (place < start + count ? Int(span[place]) : 0)
                    }
                    for shift in [18, 12, 6, 0] { text.append(symbol(value >> shift & 63)) }
                }
                text.append(.newline)
            }
            return text + Array("`\nend\n".utf8)
        }
    }

    private static func symbol(_ value: Int) -> UInt8 { value == 0 ? .backtick : UInt8(value + 32) }

    /// Decodes a file.
    ///
    /// - Throws: `.invalidSyntax`, `.invalidCharacter`, `.invalidLength`, `.truncated` and `.trailingData`, with their
    ///   positions.
    public static func decode(_ text: borrowing some Bytes, strictness: Strictness = .strict) throws(CodecError) -> File
    {
        let text = [UInt8](bytes: text)
        func error(_ code: CodecErrorCode, at place: Int, _ reason: String, hint: String? = nil) -> CodecError {
            CodecError(code, at: TextPosition(offset: place, in: text), reason, hint: hint)
        }
        var index = 0
        func line() -> Range<Int>? {
            guard index < text.count else { return nil }
            let start = index
            let end = text[start...].firstIndex(of: .newline) ?? text.count
            index = end + 1
            return start..<(end > start && text[end - 1] == .carriageReturn ? end - 1 : end)
        }
        let isStrict = strictness == .strict
        var name: String?
        var isBase64 = false
        var ignored = 0
        if !isStrict, text.withBytes({ bareLineCount($0) }) != nil { name = "" }
        func ignore(_ range: Range<Int>) { if !text[range].allSatisfy({ $0.isWhitespace }) { ignored += range.count } }
        while name == nil {
            guard let range = line() else {
                throw error(.truncated, at: text.count, "no line with begin", hint: "it is 'begin 644 NAME'")
            }
            if let start = Start(text[range]) {
                (name, isBase64) = (start.name, start.isBase64)
            } else if isStrict {
                throw error(
                    .invalidSyntax, at: range.lowerBound, "a line that is not 'begin 644 NAME'",
                    hint: CodecHint.surroundingText.rawValue)
            } else {
                ignore(range)
            }
        }
        var bytes: [UInt8] = []
        if isBase64 {
            let start = index
            var end: Range<Int>?
            while end == nil {
                guard let range = line() else { throw error(.truncated, at: text.count, "no line with ====") }
                if text[range].elementsEqual("====".utf8) { end = range }
            }
            let body = text[start..<(end?.lowerBound ?? start)]
            do throws(CodecError) {
                bytes = try Base64.standard.allowing(isStrict ? .whitespace : .lenient).decode(body)
            } catch {
                throw CodecError(
                    error.code, at: TextPosition(offset: start + (error.position?.offset ?? 0), in: text), error.reason,
                    hint: error.hint)
            }
        }
        while !isBase64 {
            guard let range = line() else {
                if name == "" { break }
                throw error(.truncated, at: text.count, "no line with end")
            }
            if text[range].elementsEqual("end".utf8) { break }
            guard let first = text[range].first else {
                if isStrict { throw error(.invalidSyntax, at: range.lowerBound, "an empty line") }
                continue
            }
            guard (0x20...0x60).contains(first) else {
                throw error(.invalidCharacter, at: range.lowerBound, "not a length")
            }
            let count = Int(first &- 0x20) & 63
            let symbols = (count + 2) / 3 * 4
            let found = range.count - 1
            guard found == symbols || !isStrict && found < symbols + 2 else {
                throw error(
                    .invalidLength, at: range.lowerBound, "\(found) characters for \(count) bytes",
                    hint: "expected \(symbols)")
            }
            var line: [UInt8] = []
            var value = 0
            for place in 0..<symbols {
                let offset = range.lowerBound + 1 + place
                let byte = offset < range.upperBound ? text[offset] : .space
                guard (0x20...0x60).contains(byte) else {
                    throw error(.invalidCharacter, at: offset, "not a symbol of uuencode")
                }
                value = value << 6 | (Int(byte) - 32) & 63
                if place % 4 == 3 {
                    line += [UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
                    value = 0
                }
            }
            bytes += line.prefix(count)
        }
        if isStrict, index < text.count { throw error(.trailingData, at: index, "extra data after the line with end") }
        while let range = line() {
            if Start(text[range]) != nil {
                throw error(
                    .trailingData, at: range.lowerBound, "another file begins", hint: "decode one file at a time")
            }
            ignore(range)
        }
        return File(bytes: bytes, name: name ?? "", ignoredCount: ignored)
    }

    /// The number of lines with data in a text that consists of such lines and an optional end; nil for other text.
    package static func bareLineCount(_ text: Span<UInt8>) -> Int? {
        var count = 0
        var isLast = false
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count, text[end] != .newline { end += 1 }
            let isMarked = end > start && text[end - 1] == .carriageReturn
            let line = text.extracting(start..<(isMarked ? end - 1 : end))
            start = end + 1
            guard !line.isEmpty else { continue }
            // The end: a line of no bytes, or `end`.
            let isZero = line.count < 3 && (line[0] == .space || line[0] == .backtick)
            if isZero || line.count == 3 && line[0] == UInt8(ascii: "e") { return count > 0 ? count : nil }
            let byteCount = Int(line[0]) - 0x20
            let symbolCount = (byteCount + 2) / 3 * 4
            // Spaces at the end may be lost; only the last line is shorter than the others.
            guard !isLast, (1...lineByteCount).contains(byteCount),
                (symbolCount - 3...symbolCount + 1).contains(line.count - 1)
            else { return nil }
            for index in 1..<line.count where !(0x20...0x60).contains(line[index]) { return nil }
            isLast = byteCount < lineByteCount
            count += 1
        }
        return count > 0 ? count : nil
    }

    /// The first line of a file.
    private struct Start {
        let name: String
        let isBase64: Bool

        init?(_ line: ArraySlice<UInt8>) {
            let words = line.split(separator: .space, maxSplits: 2)
            guard words.count == 3, (3...4).contains(words[1].count),
                words[1].allSatisfy({ (0x30...0x37).contains($0) })
            else { return nil }
            let word = String(decoding: words[0], as: UTF8.self)
            guard ["begin", "begin-base64", "begin-encoded", "begin-base64-encoded"].contains(word) else { return nil }
            isBase64 = word.hasPrefix("begin-base64")
            guard word.hasSuffix("-encoded") else {
                name = String(decoding: words[2], as: UTF8.self)
                return
            }
            guard let decoded = try? Base64.standard.decode(words[2]) else { return nil }
            name = String(decoding: decoded, as: UTF8.self)
        }
    }
}
