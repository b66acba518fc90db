/// The strict streaming decoder for all power-of-two bases; errors have a position and a hint.
///
/// Whole groups go through the base's fast loop, which stops before the first group with an invalid byte. Everything
/// else goes through `step` byte by byte, which implements the rules.
struct RadixDecoder<Base: Radix>: ByteTransform, @unchecked Sendable {  // its tables never change
    /// The value of each byte; Base16 changes it once the letter case is known.
    var values: UnsafePointer<UInt8>
    private let table: SymbolTable
    private let padding: UInt8
    private let rule: PaddingRule
    private let lines: LineWrapping?
    private let options: DecodingOptions
    private let name: StaticString
    /// A byte that is ignored anywhere: Crockford's hyphen.
    private let ignored: UInt8?

    var position = StreamPosition()
    /// Values of the incomplete group, most significant first.
    private var group: UInt64 = 0
    private var symbolCount = 0
    private var paddingCount = 0
    private var lastSymbol = TextPosition(offset: 0, line: 1, column: 1)
    private var column = 0
    private var isAfterShortLine = false
    /// Whether any unused bits of the last symbol were set.
    private var hasDroppedBits = false
    private var isAfterReturn = false

    init(
        _ table: SymbolTable, values: UnsafePointer<UInt8>, padding: UInt8 = 0x3d, rule: PaddingRule,
        lines: LineWrapping?, options: DecodingOptions, ignored: UInt8? = nil, name: StaticString = Base.name
    ) {
        self.name = name
        self.table = table
        self.values = values
        self.padding = padding
        self.rule = options.contains(.missingPadding) && rule == .required ? .either : rule
        self.lines = options.contains(.whitespace) ? nil : lines
        self.options = options
        self.ignored = ignored
    }

    func maximumOutputCount(for byteCount: Int) -> Int { Base.byteCount(for: byteCount.addressable + symbolCount) }

    var notes: [String] {
        hasDroppedBits ? ["unused bits of the last symbol are not zero: something may be missing at the end"] : []
    }

    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        try bytes.withUnsafeBufferPointer { (source) throws(CodecError) in
            guard let start = source.baseAddress else { return }
            let count = source.count
            var index = 0
            while index < count {
                if symbolCount == 0, paddingCount == 0, !isAfterReturn {
                    let done = decodeGroups(start + index, count - index, into: &output)
                    index += done
                    guard index < count else { return }
                }
                // Only to the end of the group, then the fast loop continues.
                repeat {
                    try step(start[index], into: &output)
                    index += 1
                } while index < count && symbolCount != 0
            }
        }
    }

    mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError) {
        if isAfterReturn, lines?.acceptsReturn != true { throw loneReturn() }
        guard symbolCount > 0 else { return }
        if paddingCount == 0 {
            try checkLastGroup(at: position.textPosition)
            if rule == .required {
                throw CodecError(
                    .missingPadding, at: position.textPosition, "the padding is missing", hint: canonical)
            }
        } else if paddingCount < Base.groupSymbols - symbolCount {
            throw CodecError(
                .missingPadding, at: position.textPosition, "the padding is incomplete", hint: canonical)
        }
        try emit(into: &output)
    }

    /// Decodes whole groups with the fast loop, up to the end of the line, the free capacity or an invalid byte.
    private mutating func decodeGroups(
        _ start: Source, _ count: Int, into output: inout OutputSpan<UInt8>
    ) -> Int {
        var run = count
        if lines != nil || options.contains(.whitespace) {
            if let lines { run = isAfterShortLine ? 0 : min(run, lines.columns - column) }
            run = WhitespaceScan.firstIndex(start, run)
        }
        // A padded group would only make the fast loop stop and search, so exclude it.
        if run > 0, start[run - 1] == padding, rule != .absent { run -= Base.groupSymbols }
        run = min(run / Base.groupSymbols, output.freeCapacity / Base.groupBytes)
        guard run > 0 else { return 0 }
        let done = output.withUnsafeMutableBufferPointer { memory, initialized in
            guard let target = memory.baseAddress else { return 0 }
            let done = Base.decodeGroups(start, run * Base.groupSymbols, to: target + initialized, values: values)
            initialized += done / Base.groupSymbols * Base.groupBytes
            return done
        }
        position.advance(by: done)
        column += done
        return done
    }

    func skips(_ byte: UInt8) -> Bool {
        options.contains(.whitespace) && byte.isWhitespace || byte == ignored
    }

    mutating func step(_ byte: UInt8, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        if isAfterReturn, byte != .newline {
            guard lines?.acceptsReturn == true else { throw loneReturn() }
            try takeLineEnding(.newline)
        }
        let value = values[Int(byte)]
        if value != SymbolTable.invalid {
            try checkLine()
            if paddingCount > 0 {
                guard options.contains(.concatenation), paddingCount == Base.groupSymbols - symbolCount else {
                    throw afterPadding()
                }
                try emit(into: &output)
                paddingCount = 0
            }
            lastSymbol = position.textPosition
            group = group << UInt64(Base.bits) | UInt64(value)
            symbolCount += 1
            if symbolCount == Base.groupSymbols { try emit(into: &output) }
        } else if byte == padding, rule != .absent {
            try checkLine()
            try takePadding()
        } else if skips(byte) {
            // nothing to do
        } else if lines != nil, byte == .newline || byte == .carriageReturn {
            try takeLineEnding(byte)
            if byte == .carriageReturn { return }  // its position is kept until the LF is seen
        } else {
            throw invalidCharacter(byte)
        }
        position.advance(past: byte)
    }

    /// Appends the bytes of the group, complete or not, and starts a new one.
    private mutating func emit(into output: inout OutputSpan<UInt8>) throws(CodecError) {
        let count = symbolCount * Base.bits / 8
        guard output.freeCapacity >= count else {
            throw CodecError(.limitExceeded, at: position.textPosition, "the decoded bytes do not fit the buffer")
        }
        let unused = symbolCount * Base.bits - count * 8
        for index in 0..<count {
            output.append(UInt8(truncatingIfNeeded: group >> UInt64(unused + (count - 1 - index) * 8)))
        }
        group = 0
        symbolCount = 0
    }
}

// Padding and the last group (RFC 4648, sections 3.2, 3.5 and 4).
extension RadixDecoder {
    private mutating func takePadding() throws(CodecError) {
        guard symbolCount > 0 else {
            throw CodecError(
                .surplusPadding, at: position.textPosition, "padding after a complete group",
                hint: "leave it out")
        }
        if paddingCount == 0 { try checkLastGroup(at: position.textPosition) }
        guard paddingCount < Base.groupSymbols - symbolCount else {
            throw CodecError(
                .surplusPadding, at: position.textPosition, "more padding than the group needs",
                hint: canonical)
        }
        paddingCount += 1
    }

    private func afterPadding() -> CodecError {
        guard paddingCount < Base.groupSymbols - symbolCount else {
            return CodecError(
                .trailingData, at: position.textPosition, "data after the padding", hint: .concatenation)
        }
        return CodecError(
            .invalidPadding, at: position.textPosition, "padding inside a group", hint: "padding ends the text")
    }

    /// Checks that the incomplete group holds whole bytes and that its unused bits are zero.
    private mutating func checkLastGroup(at end: TextPosition) throws(CodecError) {
        let unused = symbolCount * Base.bits % 8
        guard unused < Base.bits else {
            throw CodecError(
                .invalidLength, at: end,
                "\(symbolCount) \(symbolCount == 1 ? "symbol" : "symbols") in the last group cannot stand for bytes",
                hint: "something is missing before the end, or surplus")
        }
        hasDroppedBits = group & (1 << UInt64(unused) - 1) != 0
        guard options.contains(.trailingBits) || !hasDroppedBits else {
            throw CodecError(
                .trailingBits, at: lastSymbol, "unused bits of the last symbol are not zero", hint: canonical)
        }
    }

    /// The canonical last group for the error message, as in `canonical is aGk=`.
    private var canonical: String {
        let unused = UInt64(symbolCount * Base.bits % 8)
        let clean = (group >> unused) << unused
        var text = (0..<symbolCount).map { index in
            let shift = UInt64((symbolCount - 1 - index) * Base.bits)
            return table.symbols[Int(truncatingIfNeeded: clean >> shift) & (1 << Base.bits - 1)]
        }
        if rule != .absent, rule == .required || paddingCount > 0 {
            text += [UInt8](repeating: padding, count: Base.groupSymbols - symbolCount)
        }
        return "canonical is " + String(decoding: text, as: UTF8.self)
    }
}

// Lines and invalid bytes.
extension RadixDecoder {
    private mutating func checkLine() throws(CodecError) {
        guard let lines else { return }
        if isAfterShortLine {
            throw CodecError(
                .invalidSyntax, at: position.textPosition,
                "data after a line that is shorter than \(lines.columns) characters")
        }
        guard column < lines.columns else {
            throw CodecError(
                .invalidSyntax, at: position.textPosition, "the line is longer than \(lines.columns) characters",
                hint: "break it there")
        }
        column += 1
    }

    private mutating func takeLineEnding(_ byte: UInt8) throws(CodecError) {
        guard byte == .newline else {
            isAfterReturn = true
            return
        }
        guard let lines else { return }
        if lines.isExact {
            guard column > 0 else { throw CodecError(.invalidSyntax, at: position.textPosition, "an empty line") }
            if column < lines.columns { isAfterShortLine = true }
        }
        column = 0
        if isAfterReturn {
            isAfterReturn = false
            position.advance(by: 1)
        }
    }

    private func loneReturn() -> CodecError {
        CodecError(
            .invalidCharacter, at: position.textPosition, "a carriage return without a line feed",
            hint: "lines end in LF or CR LF")
    }

    private func invalidCharacter(_ byte: UInt8) -> CodecError {
        if Base.groupSymbols > 2, byte == padding, rule == .absent {
            return CodecError(
                .surplusPadding, at: position.textPosition, "padding in a form of \(name) that has none",
                hint: "leave it out")
        }
        let hint =
            byte.isWhitespace
            ? CodecHint.whitespace.rawValue : Base.hint(for: byte, values: values)
        return CodecError(
            .invalidCharacter, at: position.textPosition, "\(byte.quoted) is not a symbol of \(name)",
            hint: hint)
    }
}
