internal import ArcaCore

enum CAVPLine {
    /// A part of a bracketed line, separated by commas.
    enum SectionPart {
        /// `Keylen = 128`
        case parameter(CAVPField)
        /// `ENCRYPT`
        case mode(String)
    }

    case blank
    case comment(String)
    case section([SectionPart])
    case field(CAVPField)
    case mark(String, TextPosition)

    /// Lines without a value that have a meaning: decryption must fail.
    private static let marks: Set<String> = ["FAIL"]

    static func lines(of bytes: Span<UInt8>) throws(CodecError) -> [CAVPLine] {
        var lines: [CAVPLine] = []
        var start = 0
        var index = 0
        while index <= bytes.count {
            if index == bytes.count || bytes[index] == .newline {
                lines.append(try line(start..<index, number: lines.count + 1, of: bytes))
                start = index + 1
            }
            index += 1
        }
        return lines
    }

    private static func line(_ range: Range<Int>, number: Int, of bytes: Span<UInt8>) throws(CodecError) -> CAVPLine {
        let content = trim(range, of: bytes)
        guard let first = content.first.map({ bytes[$0] }) else { return .blank }
        func position(_ offset: Int) -> TextPosition {
            TextPosition(offset: offset, line: number, column: offset - range.lowerBound + 1)
        }
        func field(_ part: Range<Int>) throws(CodecError) -> CAVPField? {
            guard let sign = part.first(where: { bytes[$0] == .equals }) else { return nil }
            let name = trim(part.lowerBound..<sign, of: bytes)
            let value = trim(sign + 1..<part.upperBound, of: bytes)
            guard !name.isEmpty else {
                throw CodecError(.invalidSyntax, at: position(part.lowerBound), "a value without a name")
            }
            return CAVPField(
                name: try text(name, of: bytes, at: position), value: try text(value, of: bytes, at: position),
                position: position(value.lowerBound))
        }

        // One of NIST's files has a line of two exclamation marks.
        if content.allSatisfy({ bytes[$0] == .exclamationMark }) { return .comment("!!") }
        if first == .numberSign {  // "#"
            // Comments may use any encoding, because they are only displayed.
            let comment = trim(content.lowerBound + 1..<content.upperBound, of: bytes)
            return .comment(bytes.extracting(comment).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
        }
        if first == .leftBracket {  // "["
            guard bytes[content.upperBound - 1] == .rightBracket else {
                throw CodecError(.invalidSyntax, at: position(content.upperBound), "a bracket that is not closed")
            }
            var parts: [SectionPart] = []
            for part in split(content.lowerBound + 1..<content.upperBound - 1, of: bytes) {
                if let field = try field(part) {
                    parts.append(.parameter(field))
                } else if part.isEmpty {
                    throw CodecError(.invalidSyntax, at: position(part.lowerBound), "an empty part of a bracket")
                } else {
                    parts.append(.mode(try text(part, of: bytes, at: position)))
                }
            }
            return .section(parts)
        }
        if let field = try field(content) { return .field(field) }
        let word = try text(content, of: bytes, at: position)
        guard marks.contains(word) else {
            throw CodecError(
                .invalidSyntax, at: position(content.lowerBound),
                "a line that is neither comment, bracket, name = value nor FAIL")
        }
        return .mark(word, position(content.lowerBound))
    }

    private static func split(_ range: Range<Int>, of bytes: Span<UInt8>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        for index in range where bytes[index] == .comma {
            parts.append(trim(start..<index, of: bytes))
            start = index + 1
        }
        return parts + [trim(start..<range.upperBound, of: bytes)]
    }

    private static func trim(_ range: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, isSpace(bytes[lower]) { lower += 1 }
        while lower < upper, isSpace(bytes[upper - 1]) { upper -= 1 }
        return lower..<upper
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte.isBlank || byte == .carriageReturn }

    private static func text(
        _ range: Range<Int>, of bytes: Span<UInt8>, at position: (Int) -> TextPosition
    ) throws(CodecError) -> String {
        let text = bytes.extracting(range).withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) }
        guard let text else { throw CodecError(.invalidUTF8, at: position(range.lowerBound), "text that is not UTF-8") }
        return text
    }
}
