/// uuencode as in POSIX: lines of 45 bytes, each prefixed with its length, between `begin` and `end`.
///
/// Encoding writes a backtick for zero, like GNU and BSD, and the given file name. Strict decoding requires full lines
/// and accepts a space or a backtick for zero. Lenient decoding also accepts lines without trailing spaces, and text
/// before and after the file.
///
/// Source: POSIX.1-2017, uuencode.
public enum UUEncoding {
    /// A decoded file.
    public struct File: Sendable, Hashable {
        /// The bytes.
        public let bytes: [UInt8]
        /// The file name after `begin`.
        public let name: String
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
        while name == nil {
            guard let range = line() else {
                throw error(.truncated, at: text.count, "no line with begin", hint: "it is 'begin 644 NAME'")
            }
            let words = text[range].split(separator: .space, maxSplits: 2)
            if words.count == 3, words[0].elementsEqual("begin".utf8), (3...4).contains(words[1].count),
                words[1].allSatisfy({ (0x30...0x37).contains($0) })
            {
                name = String(decoding: words[2], as: UTF8.self)
            } else if isStrict {
                throw error(.invalidSyntax, at: range.lowerBound, "a line that is not 'begin 644 NAME'")
            }
        }
        var bytes: [UInt8] = []
        while true {
            guard let range = line() else { throw error(.truncated, at: text.count, "no line with end") }
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
        return File(bytes: bytes, name: name ?? "")
    }
}
