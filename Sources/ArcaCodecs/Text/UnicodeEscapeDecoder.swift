struct UnicodeEscapeDecoder: ByteTransform {
    private enum State {
        case text
        case backslash
        /// After `\u`, before its first digit or brace.
        case short
        /// Inside `\uXXXX` or `\UXXXXXXXX`, with the number of missing digits.
        case digits(Int)
        case braces
        case ampersand
        case reference
        case hexReference
        case decimalReference
        case capital
        case codePoint
    }

    private let isLenient: Bool
    private var decoder = UTF8Accumulator()
    private var state = State.text
    /// The characters of the incomplete escape: ASCII, at most twelve.
    private var seen: [UInt8] = []
    private var start = TextPosition(offset: 0, line: 1, column: 1)
    private var value: UInt32 = 0
    private var digitCount = 0
    /// The high surrogate of a pair; the low surrogate must follow.
    private var high: UInt32?
    private var highStart = TextPosition(offset: 0, line: 1, column: 1)

    init(_ options: DecodingOptions) { isLenient = options.contains(.mixedAlphabets) }

    /// Includes the characters of an incomplete escape.
    func maximumOutputCount(for byteCount: Int) -> Int { byteCount.addressable + 16 }

    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var index = 0
        while index < bytes.count {
            if case .text = state, high == nil, decoder.isBetweenCharacters {
                let count = UnicodeEscape.plainCount(bytes.extracting(index...), output.freeCapacity)
                output.append(contentsOf: bytes.extracting(index..<index + count))
                decoder.advance(by: count)
                index += count
            }
            guard index < bytes.count else { return }
            let position = decoder.position
            defer { index += 1 }
            guard let scalar = try decoder.append(bytes[index]) else { continue }
            // A character that ends an escape without being part of it is processed again.
            while try !take(scalar, at: position, into: &output) {}
        }
    }

    mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError) {
        try decoder.finish()
        switch state {
        case .text: break
        case .ampersand, .capital: try giveUp(into: &output)
        case .codePoint where digitCount >= 4: try complete(into: &output)
        default:
            guard isLenient else {
                throw CodecError(.truncated, at: decoder.position, "the text ends inside an escape")
            }
            try giveUp(into: &output)
        }
        if high != nil { throw halfPair() }
    }

    /// Processes a character; returns false if it ended an escape and must be processed again.
    private mutating func take(
        _ scalar: Unicode.Scalar, at position: TextPosition, into output: inout OutputSpan<UInt8>
    ) throws(CodecError) -> Bool {
        let byte = UInt8(exactly: scalar.value) ?? 0xff
        let digit = byte.hexDigitValue.map { UInt32($0) }
        switch state {
        case .text:
            if high != nil, byte != .backslash { throw halfPair() }
            switch byte {
            case .backslash: state = .backslash
            case .ampersand: state = .ampersand
            case UInt8(ascii: "U"): state = .capital
            default:
                try append(scalar, into: &output)
                return true
            }
            (start, value, digitCount) = (position, 0, 0)
            seen.removeAll(keepingCapacity: true)
        case .backslash:
            switch byte {
            case UInt8(ascii: "u"): state = .short
            case UInt8(ascii: "U"): state = .digits(8)
            default: return try reject("a backslash that starts no Unicode escape", into: &output)
            }
        case .short where byte == .leftBrace: state = .braces
        case .short, .digits:
            guard let digit else { return try reject("an escape with too few hexadecimal digits", into: &output) }
            var missing = 4
            if case .digits(let count) = state { missing = count }
            value = value << 4 | digit
            state = .digits(missing - 1)
            if missing == 1 {
                try complete(into: &output)
                return true
            }
        case .braces, .hexReference:
            if let digit, digitCount < 6 {
                value = value << 4 | digit
                digitCount += 1
            } else if digitCount > 0, byte == (isBraces ? .rightBrace : .semicolon) {
                try complete(into: &output)
                return true
            } else {
                return try reject("an escape that is not one to six hexadecimal digits and its end", into: &output)
            }
        case .ampersand:
            guard byte == .numberSign else {
                try giveUp(into: &output)
                return false
            }
            state = .reference
        case .reference where byte | 0x20 == UInt8(ascii: "x"): state = .hexReference
        case .reference, .decimalReference:
            if let digit, digit < 10, digitCount < 7 {
                value = value * 10 + digit
                digitCount += 1
                state = .decimalReference
            } else if digitCount > 0, byte == .semicolon {
                try complete(into: &output)
                return true
            } else {
                return try reject("a reference that is not one to seven digits and a semicolon", into: &output)
            }
        case .capital:
            guard byte == .plus else {
                try giveUp(into: &output)
                return false
            }
            state = .codePoint
        case .codePoint:
            if let digit, digitCount < 6 {
                value = value << 4 | digit
                digitCount += 1
            } else if digitCount >= 4 {
                try complete(into: &output)
                return false
            } else {
                return try reject("U+ without four to six hexadecimal digits", into: &output)
            }
        }
        seen.append(byte)
        return true
    }

    private var isBraces: Bool { if case .braces = state { true } else { false } }

    /// Ends an escape and appends its character.
    private mutating func complete(into output: inout OutputSpan<UInt8>) throws(CodecError) {
        let isUTF16 = if case .digits = state { seen.count > 1 && seen[1] == UInt8(ascii: "u") } else { false }
        state = .text
        if let first = high {
            guard isUTF16, value & 0xfffffc00 == 0xdc00 else { throw halfPair() }
            high = nil
            value = 0x10000 + (first & 0x3ff) << 10 + value & 0x3ff
        } else if isUTF16, value & 0xfffffc00 == 0xd800 {
            (high, highStart) = (value, start)
            return
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw CodecError(
                .invalidSyntax, at: start,
                value > 0x10ffff ? "a code point beyond U+10FFFF" : "half a surrogate pair",
                hint: value > 0x10ffff ? nil : "surrogates are not characters; only \\uXXXX may be a pair of them")
        }
        try append(scalar, into: &output)
    }

    /// Rejects an invalid escape, or keeps its characters if lenient.
    private mutating func reject(
        _ reason: String, into output: inout OutputSpan<UInt8>
    ) throws(CodecError) -> Bool {
        guard isLenient else {
            let hint = seen.first == .backslash ? "a backslash itself is written \\u005C" : nil
            throw CodecError(.invalidSyntax, at: start, reason, hint: hint)
        }
        try giveUp(into: &output)
        return false
    }

    /// Appends the characters of an invalid escape unchanged.
    private mutating func giveUp(into output: inout OutputSpan<UInt8>) throws(CodecError) {
        if high != nil { throw halfPair() }
        state = .text
        for byte in seen { try append(Unicode.Scalar(byte), into: &output) }
        seen.removeAll(keepingCapacity: true)
    }

    private func halfPair() -> CodecError {
        CodecError(
            .invalidSyntax, at: highStart, "half a surrogate pair, without its second half",
            hint: "characters beyond U+FFFF are written as a pair: \\uD83D\\uDE00")
    }

    private func append(_ scalar: Unicode.Scalar, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        guard output.freeCapacity >= UTF8.width(scalar) else {
            throw CodecError(.limitExceeded, at: decoder.position, "the decoded text does not fit the buffer")
        }
        for unit in scalar.utf8 { output.append(unit) }
    }
}
