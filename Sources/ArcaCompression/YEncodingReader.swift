internal import ArcaCodecs

struct YEncodingReader {
    private struct Frame {
        var bytes: [UInt8]
        let offset: Int
        let name: String
        let size: Int
        let line: Int
        let part: Int?
        let total: Int?
        let range: Range<Int>
        var isChecked = false
        /// The checksum of the whole file, and its offset in the text.
        var fileChecksum: (value: UInt32, offset: Int)?
    }

    private let text: [UInt8]
    private let isStrict: Bool
    private let undoublesDots: Bool
    private var index = 0

    init(_ text: [UInt8], _ strictness: Strictness, undoublesDots: Bool = false) {
        self.text = text
        isStrict = strictness == .strict
        self.undoublesDots = undoublesDots
    }

    private func error(_ code: CodecErrorCode, at place: Int, _ reason: String, hint: String? = nil) -> CodecError {
        CodecError(code, at: TextPosition(offset: place, in: text), reason, hint: hint)
    }

    private mutating func line() -> Range<Int>? {
        guard index < text.count else { return nil }
        let start = index
        let end = text[start...].firstIndex(of: .newline) ?? text.count
        index = end + 1
        return start..<(end > start && text[end - 1] == .carriageReturn ? end - 1 : end)
    }

    private func begins(_ line: Range<Int>, _ word: String) -> Bool { text[line].starts(with: word.utf8) }

    // MARK: Files

    mutating func file() throws(CodecError) -> YEncoding.File {
        var frames: [Frame] = []
        while let frame = try frame(isFirst: frames.isEmpty) { frames.append(frame) }
        guard let first = frames.first else {
            throw error(
                .truncated, at: text.count, "no line with =ybegin", hint: "it is '=ybegin line=128 size=N name=NAME'")
        }
        if !isStrict { frames.sort { $0.range.lowerBound < $1.range.lowerBound } }
        var bytes: [UInt8] = []
        let start = frames[0].range.lowerBound
        for (place, frame) in frames.enumerated() {
            guard frame.name == first.name, frame.size == first.size, (frame.part == nil) == (first.part == nil) else {
                throw error(
                    .trailingData, at: frame.offset, "another file: \(frame.name)", hint: "decode one file at a time")
            }
            guard place == 0 || frame.part != nil, frame.range.lowerBound == start + bytes.count else {
                throw error(
                    .invalidSyntax, at: frame.offset, "a part that does not follow the one before",
                    hint: "expected the part that begins with byte \(start + bytes.count + 1)")
            }
            bytes += frame.bytes
        }
        let range = start..<start + bytes.count
        if range == 0..<first.size {
            let actual = Checksum.crc32(bytes)
            for case let (value, place)? in frames.map({ $0.fileChecksum }) where value != actual {
                throw mismatch(place, actual)
            }
        }
        let isWhole = range == 0..<first.size && frames.contains { $0.fileChecksum != nil }
        return YEncoding.File(
            bytes: bytes, name: first.name, range: range, byteCount: first.size,
            isChecked: isWhole || frames.allSatisfy { $0.isChecked })
    }

    private func mismatch(_ place: Int, _ actual: UInt32) -> CodecError {
        error(
            .checksumMismatch, at: place, "the CRC-32 does not match the bytes",
            hint: "that of the bytes is \(YEncoding.hexadecimal(actual))")
    }

    // MARK: Frames

    private mutating func frame(isFirst: Bool) throws(CodecError) -> Frame? {
        var header: Range<Int>?
        while header == nil {
            guard let line = line() else { return nil }
            if begins(line, "=ybegin ") {
                header = line
            } else if isStrict {
                throw isFirst
                    ? error(
                        .invalidSyntax, at: line.lowerBound, "a line that is not '=ybegin line=128 size=N name=NAME'")
                    : error(.trailingData, at: line.lowerBound, "extra data after the line with =yend")
            }
        }
        guard let header else { return nil }
        var frame = try begin(header)
        try readBody(into: &frame)
        return frame
    }

    private mutating func begin(_ header: Range<Int>) throws(CodecError) -> Frame {
        var fields = try YEncodingFields(text, header, isStrict: isStrict)
        let part = try fields.number("part", isRequired: false)
        let total = try fields.number("total", isRequired: false)
        let lineCount = try fields.number("line") ?? 0
        let size = try fields.number("size") ?? 0
        let name = try fields.name()
        try fields.finish()
        guard YEncoding.lineCounts.contains(lineCount) || !isStrict else {
            throw error(.invalidSyntax, at: header.lowerBound, "lines of \(lineCount) characters", hint: "1 to 998")
        }
        if let total, part ?? 1 > total {
            throw error(.invalidSyntax, at: header.lowerBound, "part \(part ?? 1) of \(total)")
        }
        var range = 0..<size
        if let part {
            guard let line = line(), begins(line, "=ypart ") else {
                throw error(
                    .invalidSyntax, at: min(index, text.count), "no line with =ypart", hint: "part \(part) needs it")
            }
            var fields = try YEncodingFields(text, line, isStrict: isStrict)
            let (begin, end) = (try fields.number("begin") ?? 0, try fields.number("end") ?? 0)
            try fields.finish()
            guard begin >= 1, end >= begin - 1, end <= size else {
                throw error(.invalidSyntax, at: line.lowerBound, "bytes \(begin) to \(end) of \(size)")
            }
            range = begin - 1..<end
        }
        return Frame(
            bytes: [], offset: header.lowerBound, name: name, size: size, line: lineCount, part: part, total: total,
            range: range)
    }

    private mutating func readBody(into frame: inout Frame) throws(CodecError) {
        var shortLine: Range<Int>?
        while true {
            guard let line = line() else { throw error(.truncated, at: text.count, "no line with =yend") }
            if begins(line, "=yend") { return try end(line, &frame) }
            if begins(line, "=y") {
                throw error(.invalidSyntax, at: line.lowerBound, "a line that is not '=yend size=N'")
            }
            if isStrict {
                if let shortLine {
                    throw error(
                        .lineLength, at: shortLine.upperBound, "a line of \(shortLine.count) characters",
                        hint: "expected \(frame.line)")
                }
                let isEscaped = line.count > 1 && text[line.upperBound - 2] == YEncoding.escape
                guard !line.isEmpty, line.count <= frame.line + (isEscaped ? 1 : 0) else {
                    throw error(
                        .lineLength, at: min(line.lowerBound + frame.line, line.upperBound),
                        "a line of \(line.count) characters", hint: "expected \(frame.line)")
                }
                if line.count < frame.line { shortLine = line }
            }
            try read(line, into: &frame.bytes)
        }
    }

    private func read(_ line: Range<Int>, into bytes: inout [UInt8]) throws(CodecError) {
        var place = line.lowerBound
        if undoublesDots, line.count > 1, text[place] == .period, text[place + 1] == .period {
            place += 1
        }
        while place < line.upperBound {
            var value = text[place]
            if value == YEncoding.escape {
                place += 1
                guard place < line.upperBound else {
                    throw error(.truncated, at: place, "an escape without its character")
                }
                value = text[place] &- YEncoding.escapeShift
                guard !isStrict || [0, .tab, .newline, .carriageReturn, .space, .period, .equals].contains(value) else {
                    throw error(.invalidCharacter, at: place, "an escape that no encoder needs")
                }
            } else if value == 0 || value == .carriageReturn {
                throw error(.invalidCharacter, at: place, "a byte that has to be escaped")
            }
            bytes.append(value &- YEncoding.shift)
            place += 1
        }
    }

    private func end(_ line: Range<Int>, _ frame: inout Frame) throws(CodecError) {
        var fields = try YEncodingFields(text, line, isStrict: isStrict)
        let size = try fields.number("size") ?? 0
        let part = try fields.number("part", isRequired: frame.part != nil && isStrict)
        let partChecksum = try fields.checksum("pcrc32", of: frame.bytes)
        let isWhole = frame.range == 0..<frame.size
        let checksum = try fields.checksum("crc32", of: isWhole ? frame.bytes : nil)
        try fields.finish()
        guard size == frame.range.count else {
            throw error(
                .invalidLength, at: line.lowerBound,
                "\(frame.part == nil ? "=ybegin" : "=ypart") says \(frame.range.count) bytes, and =yend says \(size)",
                hint: "there are \(frame.bytes.count)")
        }
        guard size == frame.bytes.count else {
            throw error(
                .invalidLength, at: line.lowerBound, "\(frame.bytes.count) bytes, and =yend says \(size)",
                hint: "part of the text is missing, or repeated")
        }
        if let part, part != frame.part {
            throw error(
                .invalidSyntax, at: line.lowerBound, "the end of part \(part)", hint: "=ybegin says another one")
        }
        if let (value, place) = partChecksum {
            let actual = Checksum.crc32(frame.bytes)
            guard value == actual else { throw mismatch(place, actual) }
            frame.isChecked = true
        }
        frame.fileChecksum = checksum
        guard !isStrict || (frame.part == nil ? checksum != nil : partChecksum != nil) else {
            throw error(
                .invalidSyntax, at: line.upperBound, "no CRC-32",
                hint: (frame.part == nil ? CodecHint.noChecksum : .noPartChecksum).rawValue)
        }
    }
}

/// The fields of a line that begins with `=y`: `size=12 crc32=0123abcd`.
struct YEncodingFields {
    private let text: [UInt8]
    private let line: Range<Int>
    private let isStrict: Bool
    private var fields: [(name: String, range: Range<Int>)] = []
    private let nameRange: Range<Int>?

    init(_ text: [UInt8], _ line: Range<Int>, isStrict: Bool) throws(CodecError) {
        self.text = text
        self.line = line
        self.isStrict = isStrict
        var end = line.upperBound
        var name: Range<Int>?
        let mark = Array(" name=".utf8)
        if text[line].starts(with: "=ybegin".utf8), line.count >= mark.count {
            for place in line.lowerBound...line.upperBound - mark.count
            where text[place..<place + mark.count].elementsEqual(mark) {
                end = place
                name = place + mark.count..<line.upperBound
                break
            }
        }
        nameRange = name
        // The first word is the keyword.
        for word in text[line.lowerBound..<end].split(separator: .space, omittingEmptySubsequences: !isStrict)
            .dropFirst()
        {
            guard let sign = word.firstIndex(of: .equals), fields.count < 16 else {
                throw CodecError(
                    .invalidSyntax, at: TextPosition(offset: word.startIndex, in: text), "not a field",
                    hint: "fields are NAME=VALUE, a space between them")
            }
            let name = String(decoding: word[..<sign], as: UTF8.self)
            fields.append((name, sign + 1..<word.endIndex))
        }
    }

    private func error(_ place: Int, _ reason: String, _ hint: String? = nil) -> CodecError {
        CodecError(.invalidSyntax, at: TextPosition(offset: place, in: text), reason, hint: hint)
    }

    private mutating func take(_ name: String) -> Range<Int>? {
        guard let place = fields.firstIndex(where: { $0.name == name }) else { return nil }
        return fields.remove(at: place).range
    }

    /// A number; nil only if it is missing and optional.
    mutating func number(_ name: String, isRequired: Bool = true) throws(CodecError) -> Int? {
        guard let range = take(name) else {
            guard isRequired else { return nil }
            throw error(line.upperBound, "no field \(name)", "it is \(name)=N")
        }
        guard (1...18).contains(range.count), text[range].allSatisfy({ $0.isDigit }),
            let value = Int(String(decoding: text[range], as: UTF8.self))
        else { throw error(range.lowerBound, "\(name) is not a number") }
        return value
    }

    /// A CRC-32; an error names the right one of `bytes`, unless they are nil.
    mutating func checksum(
        _ name: String, of bytes: [UInt8]?
    ) throws(CodecError) -> (value: UInt32, offset: Int)? {
        guard let range = take(name) else { return nil }
        guard isStrict ? range.count == 8 : (1...8).contains(range.count),
            text[range].allSatisfy({ $0.isDigit || (0x61...0x66).contains($0 | 0x20) }),
            let value = UInt32(String(decoding: text[range], as: UTF8.self), radix: 16)
        else {
            throw error(
                range.lowerBound, "\(name) has \(range.count) characters instead of eight hexadecimal digits",
                bytes.map { "that of the bytes is \(YEncoding.hexadecimal(Checksum.crc32($0)))" })
        }
        return (value, range.lowerBound)
    }

    func name() throws(CodecError) -> String {
        guard let range = nameRange else {
            throw error(line.upperBound, "no field name", "it is name=NAME, and the last")
        }
        let name = text[range].drop { $0 == .space }
        let end = name.lastIndex { $0 != .space }.map { $0 + 1 } ?? name.startIndex
        guard end > name.startIndex, let found = String(validating: name[..<end], as: UTF8.self) else {
            throw error(range.lowerBound, "the name is not text")
        }
        return found
    }

    func finish() throws(CodecError) {
        guard isStrict, let field = fields.first else { return }
        throw error(field.range.lowerBound - field.name.utf8.count - 1, "an unknown or repeated field")
    }
}
