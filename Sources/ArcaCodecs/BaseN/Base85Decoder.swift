struct Base85Decoder: ByteTransform {
    private enum Phase { case beforeLess, beforeOpeningTilde, body, beforeGreater, end }

    private let rules: Base85Rules
    private var phase: Phase
    private var position = StreamPosition()
    /// The incomplete group; five symbols need up to 33 bits.
    private var group: UInt64 = 0
    private var symbolCount = 0
    private var groupStart = StreamPosition()
    private var lastSymbol = StreamPosition()

    init(_ rules: Base85Rules) {
        self.rules = rules
        phase = rules.isDelimited ? .beforeLess : .body
    }

    func maximumOutputCount(for byteCount: Int) -> Int { rules.byteCount(for: byteCount.addressable + symbolCount) }

    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        try bytes.withUnsafeBufferPointer { (source) throws(CodecError) in
            guard let start = source.baseAddress else { return }
            var index = 0
            while index < source.count {
                if symbolCount == 0, phase == .body {
                    index += decodeGroups(start + index, source.count - index, into: &output)
                    guard index < source.count else { return }
                }
                repeat {
                    try step(start[index], into: &output)
                    index += 1
                } while index < source.count && symbolCount != 0
            }
        }
    }

    mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError) {
        if rules.isDelimited, phase != .end {
            throw phase == .beforeLess
                ? CodecError(.invalidSyntax, at: position.textPosition, "the text does not start with <~")
                : CodecError(.truncated, at: position.textPosition, "the text does not end with ~>")
        }
        try finishGroup(into: &output)
    }

    private mutating func decodeGroups(
        _ start: Source, _ count: Int, into output: inout OutputSpan<UInt8>
    ) -> Int {
        var run = options.contains(.whitespace) ? WhitespaceScan.firstIndex(start, count) : count
        run = min(run / 5, output.freeCapacity / 4)
        guard run > 0 else { return 0 }
        let done = output.withUnsafeMutableBufferPointer { memory, initialized in
            guard let target = memory.baseAddress else { return 0 }
            let done = Base85Kernels.decode(
                start, run * 5, to: target + initialized, alphabet: rules.alphabet,
                stopsAt: options.contains(.expandedGroups) ? nil : rules.folded)
            initialized += done / 5 * 4
            return done
        }
        position.advance(by: done)
        return done
    }

    private var options: DecodingOptions { rules.options }

    private mutating func step(_ byte: UInt8, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        if options.contains(.whitespace), byte.isWhitespace {
            position.advance(past: byte)
            return
        }
        switch phase {
        case .body: try takeBody(byte, into: &output)
        case .beforeLess:
            try expect(byte, 0x3c, "the text does not start with <~")
            phase = .beforeOpeningTilde
        case .beforeOpeningTilde:
            try expect(byte, 0x7e, "the text does not start with <~")
            phase = .body
        case .beforeGreater:
            try expect(byte, 0x3e, "> does not follow the closing ~")
            phase = .end
        case .end: throw CodecError(.trailingData, at: position.textPosition, "data after ~>")
        }
        position.advance(past: byte)
    }

    private func expect(_ byte: UInt8, _ expected: UInt8, _ reason: String) throws(CodecError) {
        if byte != expected { throw CodecError(.invalidSyntax, at: position.textPosition, reason) }
    }

    private mutating func takeBody(_ byte: UInt8, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        let value = rules.alphabet.values[Int(byte)]
        if value != SymbolTable.invalid {
            if symbolCount == 0 { groupStart = position }
            lastSymbol = position
            group = group * 85 + UInt64(value)
            symbolCount += 1
            if symbolCount == 5 {
                let whole = try checked(group, symbols: 5)
                if !options.contains(.expandedGroups), let letter = rules.letter(for: whole) {
                    throw CodecError(
                        .invalidSyntax, at: groupStart.textPosition, "a group that has a letter is written out",
                        hint: "canonical is \(Character(Unicode.Scalar(letter)))")
                }
                try append(whole, 4, to: &output)
            }
        } else if let folded = rules.group(for: byte) {
            guard symbolCount == 0 else {
                throw CodecError(
                    .invalidSyntax, at: position.textPosition, "\(byte.quoted) inside a group of five")
            }
            try append(folded, 4, to: &output)
        } else if rules.isDelimited, byte == .tilde {
            phase = .beforeGreater
        } else {
            let hint: String? =
                if byte.isWhitespace {
                    CodecHint.whitespace.rawValue
                } else if byte == 0x7e, rules.foldsZeros {
                    CodecHint.delimiters.rawValue
                } else {
                    nil
                }
            throw CodecError(
                .invalidCharacter, at: position.textPosition, "\(byte.quoted) is not a symbol of \(rules.name)",
                hint: hint)
        }
    }

    private func checked(_ value: UInt64, symbols: Int) throws(CodecError) -> UInt32 {
        guard let group = UInt32(exactly: value) else {
            throw CodecError(
                .overflow, at: groupStart.textPosition,
                "a group of \(symbols) symbols stands for more than 32 bits",
                hint: "the largest is \(String(decoding: rules.symbols(for: .max), as: UTF8.self))")
        }
        return group
    }

    private mutating func append(
        _ bytes: UInt32, _ count: Int, to output: inout OutputSpan<UInt8>
    ) throws(CodecError) {
        guard output.freeCapacity >= count else {
            throw CodecError(.limitExceeded, at: position.textPosition, "the decoded bytes do not fit the buffer")
        }
        for index in 0..<count { output.append(UInt8(truncatingIfNeeded: bytes >> UInt32(24 - 8 * index))) }
        group = 0
        symbolCount = 0
    }

    /// Decodes the two to four symbols of the last group, as if padded with the highest symbol.
    private mutating func finishGroup(into output: inout OutputSpan<UInt8>) throws(CodecError) {
        guard symbolCount > 0 else { return }
        guard symbolCount > 1, rules.hasPartialGroups else {
            throw CodecError(
                .invalidLength, at: position.textPosition,
                "\(symbolCount) \(symbolCount == 1 ? "symbol" : "symbols") in the last group cannot stand for bytes",
                hint: rules.hasPartialGroups ? nil : "\(rules.name) has groups of 5 symbols only")
        }
        let count = symbolCount - 1
        var value = group
        for _ in symbolCount..<5 { value = value * 85 + 84 }
        let whole = try checked(value, symbols: symbolCount)
        let clean = (whole >> UInt32(32 - 8 * count)) << UInt32(32 - 8 * count)
        let canonical = rules.symbols(for: clean)[..<symbolCount]
        var written = group
        for index in stride(from: symbolCount - 1, through: 0, by: -1) {
            guard options.contains(.trailingBits) || canonical[index] == rules.alphabet.symbols[Int(written % 85)]
            else {
                throw CodecError(
                    .trailingBits, at: lastSymbol.textPosition, "the last group is not the one that encoding gives",
                    hint: "canonical is \(String(decoding: canonical, as: UTF8.self))")
            }
            written /= 85
        }
        try append(clean, count, to: &output)
    }
}
