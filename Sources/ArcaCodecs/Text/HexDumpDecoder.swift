/// A streaming decoder that processes a dump line by line.
///
/// Each line is parsed by its columns, then encoded again from the parsed bytes. The first difference is the error, so
/// every rule of the layout is checked.
struct HexDumpDecoder: ByteTransform {
    let dump: HexDump
    private let isLenient: Bool
    /// The number of bytes so far, which the next offset must match.
    private var offset = 0
    /// The first offset, if it may be nonzero.
    private var base = 0
    private var isFirst = true
    var text: [UInt8] = []
    private var textStart = StreamPosition()
    var bytes: [UInt8] = []
    private var lastLine: [UInt8] = []
    private var hasStar = false
    /// Whether a line was short, so no bytes may follow.
    private var hasShortLine = false
    /// Whether the length was read, so nothing may follow.
    private var hasLength = false
    /// The case of the first letter digit.
    private var isUpper: Bool?
    private var squeezedCount = 0
    /// The first digit of an incomplete byte, in lenient plain dumps.
    var half: (digit: UInt8, position: TextPosition)?

    private static let longestLine = 2048

    init(_ dump: HexDump) {
        self.dump = dump
        isLenient = dump.options.contains(.whitespace)
    }

    func maximumOutputCount(for byteCount: Int) -> Int {
        let squeezed = dump.layout == .canonical ? dump.maximumSqueezedCount - squeezedCount : 0
        return (byteCount.addressable + text.count + 1) / 2 + squeezed
    }

    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var index = 0
        while index < bytes.count {
            if text.isEmpty, !isLenient { index += takeFullLines(bytes.extracting(index...), into: &output) }
            guard index < bytes.count else { return }
            let byte = bytes[index]
            index += 1
            if byte == .newline {
                try takeLine(into: &output)
                textStart.advance(by: text.count)
                textStart.advance(past: .newline)
                text.removeAll(keepingCapacity: true)
            } else {
                guard text.count < Self.longestLine else {
                    throw error(.limitExceeded, text.count, "a line of more than \(Self.longestLine) characters")
                }
                text.append(byte)
            }
        }
    }

    mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError) {
        if !text.isEmpty { try takeLine(into: &output) }
        if let half { throw CodecError(.invalidLength, at: half.position, "half a byte at the end") }
        if hasStar { throw error(.truncated, text.count, "the text ends after *", hint: "the length comes last") }
        if dump.layout == .canonical, !hasLength, offset > 0, !isLenient {
            throw error(.truncated, text.count, "the length is missing", hint: "hexdump -C ends with it")
        }
    }

    func position(_ column: Int) -> TextPosition {
        let start = textStart.textPosition
        return TextPosition(offset: start.offset + column, line: start.line, column: start.column + column)
    }

    func error(
        _ code: CodecError.Code, _ column: Int, _ reason: String, hint: String? = nil
    ) -> CodecError {
        CodecError(code, at: position(column), reason, hint: hint)
    }

    private mutating func takeLine(into output: inout OutputSpan<UInt8>) throws(CodecError) {
        bytes.removeAll(keepingCapacity: true)
        let end = isLenient && text.last == .carriageReturn ? text.count - 1 : text.count
        if isLenient, text.allSatisfy({ $0.isWhitespace }) { return }
        guard !hasLength else { throw error(.trailingData, 0, "a line after the length") }
        if dump.layout == .canonical, end == 1, text[0] == .asterisk {
            guard !lastLine.isEmpty, !hasStar, !hasShortLine else {
                throw error(.invalidSyntax, 0, "* where there is no line to repeat")
            }
            hasStar = true
            return
        }
        let start = dump.layout == .plain ? 0 : try takeOffset(end, into: &output)
        guard !hasLength else { return }
        guard !hasShortLine else { throw error(.trailingData, 0, "a line after one that is not full") }
        if isLenient { try readLenient(from: start, to: end) } else { try readStrict() }
        try append(bytes, into: &output)
        hasShortLine = !isLenient && bytes.count < dump.columns
        swap(&lastLine, &bytes)
    }

    private mutating func append(
        _ bytes: [UInt8], into output: inout OutputSpan<UInt8>
    ) throws(CodecError) {
        guard output.freeCapacity >= bytes.count else {
            throw error(.limitExceeded, text.count, "the decoded bytes do not fit the buffer")
        }
        output.append(contentsOf: bytes.span)
        offset += bytes.count
    }
}

// The fast path for a valid dump.
extension HexDumpDecoder {
    /// Decodes full regular lines up to any other line, which `takeLine` handles; returns the bytes consumed.
    private mutating func takeFullLines(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
        guard let isUpper, !hasStar, !hasShortLine, !hasLength else { return 0 }
        var shape = HexDumpLine(dump, offset: offset)
        let digits = shape.offsetDigits
        let length = shape.length(dump.columns) + 1
        let places = (0..<dump.columns).map(shape.place)
        var taken = 0
        bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress, output.freeCapacity >= dump.columns else { return }
            // The expected line; its digits and text are filled in from the actual line before the comparison.
            var model = [UInt8](capacity: length) { line in
                shape.write([UInt8](repeating: 0, count: dump.columns), into: &line)
                line.append(.newline)
            }
            while taken + length <= source.count, output.freeCapacity >= dump.columns, shape.offsetDigits == digits {
                let line = start + taken
                let isSame = output.withUnsafeMutableBufferPointer { memory, initialized in
                    guard let target = memory.baseAddress,
                        fill(&model, line, to: target + initialized, places: places, shape: shape, isUpper: isUpper)
                    else { return false }
                    let isSame = model.withUnsafeBufferPointer { expected in
                        guard let expected = expected.baseAddress else { return false }
                        return areEqual(expected, line, length)
                    }
                    if isSame { initialized += dump.columns }
                    return isSame
                }
                guard isSame else { break }
                taken += length
                offset += dump.columns
                shape = HexDumpLine(dump, offset: offset)
            }
            guard taken > 0 else { return }
            isFirst = false
            lastLine = Array(bytes: output.span.extracting(last: dump.columns))
        }
        for _ in 0..<taken / length {
            textStart.advance(by: length - 1)
            textStart.advance(past: .newline)
        }
        return taken
    }

    /// Decodes the digits of a line and completes the expected line; returns false for an invalid digit.
    private func fill(
        _ model: inout [UInt8], _ line: Source, to bytes: Destination, places: [Int], shape: HexDumpLine,
        isUpper: Bool
    ) -> Bool {
        var rest = offset
        for digit in stride(from: shape.offsetDigits - 1, through: 0, by: -1) {
            model[digit] = .hexDigit(UInt8(truncatingIfNeeded: rest & 15), isUpper: false)
            rest >>= 4
        }
        let text = shape.textStart + (dump.layout == .canonical ? 1 : 0)
        for index in 0..<dump.columns {
            let place = places[index]
            guard let high = line[place].hexDigitValue, let low = line[place + 1].hexDigitValue else { return false }
            let byte = high << 4 | low
            bytes[index] = byte
            model[place] = .hexDigit(high, isUpper: isUpper)
            model[place + 1] = .hexDigit(low, isUpper: isUpper)
            if dump.layout != .plain { model[text + index] = HexDumpLine.visible(byte) }
        }
        return true
    }

    private func areEqual(_ left: Source, _ right: Source, _ count: Int) -> Bool {
        var difference: UInt64 = 0
        var index = 0
        while index + 8 <= count {
            difference |= load64(left, index) ^ load64(right, index)
            index += 8
        }
        while index < count {
            difference |= UInt64(left[index] ^ right[index])
            index += 1
        }
        return difference == 0
    }
}

// Offsets.
extension HexDumpDecoder {
    /// Reads and checks the offset, expands a preceding `*`, and returns the offset of the rest of the line.
    ///
    /// If the result equals `end`, the dump has ended.
    private mutating func takeOffset(
        _ end: Int, into output: inout OutputSpan<UInt8>
    ) throws(CodecError) -> Int {
        var start = 0
        if isLenient { while start < end, text[start].isWhitespace { start += 1 } }
        var index = start
        var value = 0
        while index < end, index - start < 15, let digit = text[index].hexDigitValue {
            value = value << 4 | Int(digit)
            index += 1
        }
        guard start < end else { throw error(.invalidSyntax, 0, "an empty line") }
        guard index > start else {
            throw error(.invalidCharacter, start, "\(text[start].quoted) where an offset should be")
        }
        if isFirst, isLenient { base = value }
        isFirst = false
        if hasStar {
            try repeatLastLine(value - base - offset, start, into: &output)
        } else if value != base + offset {
            throw error(
                .checksumMismatch, start, "the offset does not match the \(offset) bytes before it",
                hint: "it would be \(written(offset: base + offset))")
        }
        guard dump.layout == .canonical, index == end else { return index }
        if !isLenient, text != Array(written(offset: offset).utf8) {
            throw error(.invalidSyntax, 0, "the length is written otherwise than hexdump does")
        }
        hasLength = true
        return index
    }

    private mutating func repeatLastLine(
        _ count: Int, _ start: Int, into output: inout OutputSpan<UInt8>
    ) throws(CodecError) {
        guard count > 0, count % lastLine.count == 0 else {
            throw error(
                .checksumMismatch, start, "the offset after * is not some lines of \(lastLine.count) bytes on")
        }
        guard count <= dump.maximumSqueezedCount - squeezedCount else {
            throw error(
                .limitExceeded, start, "* stands for more than \(dump.maximumSqueezedCount) bytes",
                hint: "raise the limit, or dump with hexdump -Cv")
        }
        squeezedCount += count
        let line = lastLine
        for _ in 0..<count / line.count { try append(line, into: &output) }
        hasStar = false
    }

    private func written(offset: Int) -> String {
        let line = HexDumpLine(dump, offset: offset)
        let digits = [UInt8](capacity: line.offsetDigits) { output in line.writeOffset(into: &output) }
        return String(decoding: digits, as: UTF8.self)
    }
}

// Lines of the exact layout.
extension HexDumpDecoder {
    private mutating func readStrict() throws(CodecError) {
        let layout = HexDumpLine(dump, offset: offset)
        let prefix = [UInt8](capacity: layout.bytesStart) { output in layout.writePrefix(into: &output) }
        for index in prefix.indices where index >= text.count || text[index] != prefix[index] {
            throw error(
                .invalidSyntax, index,
                "an offset is eight digits or more and \(dump.layout == .xxd ? "a colon and a space" : "two spaces")")
        }
        while bytes.count < dump.columns {
            let place = layout.place(of: bytes.count)
            guard place < text.count, text[place] != .space else { break }
            bytes.append(try byte(at: place, end: text.count))
        }
        guard !bytes.isEmpty else { throw error(.invalidSyntax, layout.bytesStart, "a line without bytes") }
        let shape = HexDumpLine(dump, offset: offset, isUpper: isUpper)
        let expected = [UInt8](capacity: layout.textStart + dump.columns + 3) { output in
            shape.write(bytes, into: &output)
        }
        guard expected != text else { return }
        let place = zip(expected, text).enumerated().first { $1.0 != $1.1 }?.offset ?? min(expected.count, text.count)
        if place == expected.count { throw error(.invalidSyntax, place, "something after the end of the line") }
        if place == text.count { throw error(.truncated, place, "the line ends too early") }
        if place >= layout.textStart, dump.layout != .plain {
            throw error(
                .checksumMismatch, place, "the text column does not match the bytes",
                hint: "\(expected[place].quoted) would be there")
        }
        throw error(
            .invalidSyntax, place, "\(text[place].quoted) where \(expected[place].quoted) should be")
    }

    /// Reads two digits, in the same case as all previous ones.
    private mutating func byte(at place: Int, end: Int) throws(CodecError) -> UInt8 {
        let high = try digit(at: place)
        guard place + 1 < end, !text[place + 1].isWhitespace else {
            throw error(.invalidLength, place, "half a byte")
        }
        return try high << 4 | digit(at: place + 1)
    }

    private mutating func digit(at place: Int) throws(CodecError) -> UInt8 {
        guard let value = text[place].hexDigitValue else {
            throw error(.invalidCharacter, place, "\(text[place].quoted) is not a hexadecimal digit")
        }
        if value > 9, !isLenient {
            let isCapital = text[place] < 0x60
            if isUpper ?? isCapital != isCapital {
                throw error(.invalidCharacter, place, "digits in capital and in small letters")
            }
            isUpper = isCapital
        }
        return value
    }
}

// Lines of other shapes.
extension HexDumpDecoder {
    private mutating func readLenient(from start: Int, to end: Int) throws(CodecError) {
        if dump.layout == .plain { return try readDigits(to: end) }
        var index = start
        if index < end, text[index] == .colon { index += 1 }
        while true {
            let gap = index
            while index < end, text[index].isWhitespace { index += 1 }
            guard index < end else { break }
            if dump.layout == .canonical, text[index] == .verticalBar { break }
            // Two spaces end xxd's digits; the rest is text, even if it looks like digits.
            if dump.layout == .xxd, !bytes.isEmpty, index - gap > 1 { break }
            bytes.append(try byte(at: index, end: end))
            index += 2
        }
        guard !bytes.isEmpty else { throw error(.invalidSyntax, index, "a line without bytes") }
        if index < end { try checkTextColumn(from: index, to: end) }
    }

    /// Compares the text column; trailing spaces may be missing or surplus, because editors change them.
    private func checkTextColumn(from start: Int, to end: Int) throws(CodecError) {
        var expected = bytes.map(HexDumpLine.visible)
        if dump.layout == .canonical {
            let bar = UInt8.verticalBar
            expected = [bar] + expected + [bar]
        }
        // xxd's text may start with spaces, which look like the gap before it.
        var start = start
        if dump.layout == .xxd {
            let spaces = expected.prefix { $0 == .space }.count
            start -= min(spaces, max(0, text[..<start].reversed().prefix { $0 == .space }.count - 2))
        }
        for index in 0..<max(expected.count, end - start) {
            let found = start + index < end ? text[start + index] : .space
            guard found == (index < expected.count ? expected[index] : .space) else {
                throw error(.checksumMismatch, start + index, "the text column does not match the bytes")
            }
        }
    }

    private mutating func readDigits(to end: Int) throws(CodecError) {
        for index in 0..<end where !text[index].isWhitespace {
            let digit = try digit(at: index)
            if let first = half {
                bytes.append(first.digit << 4 | digit)
                half = nil
            } else {
                half = (digit, position(index))
            }
        }
    }
}
