struct UnicodeEscapeEncoder: ByteTransform {
    private let form: UnicodeEscape.Form
    private let escapesAll: Bool
    private var decoder = UTF8Accumulator()
    /// An `&` or `U` that is pending until the next character is known.
    private var held: Unicode.Scalar?
    /// Whether a hexadecimal digit would be read as part of the preceding code point.
    private var isAfterOpenEscape = false

    init(_ codec: UnicodeEscape) {
        form = codec.form
        escapesAll = codec.escapesAll
    }

    func maximumOutputCount(for byteCount: Int) -> Int { (byteCount.addressable + 1) * 6 }

    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var index = 0
        while index < bytes.count {
            if !escapesAll, held == nil, !isAfterOpenEscape, decoder.isBetweenCharacters {
                let count = UnicodeEscape.plainCount(bytes.extracting(index...), output.freeCapacity)
                output.append(contentsOf: bytes.extracting(index..<index + count))
                decoder.advance(by: count)
                index += count
            }
            guard index < bytes.count else { return }
            defer { index += 1 }
            guard let scalar = try decoder.append(bytes[index]) else { continue }
            release(before: scalar, into: &output)
            if !escapesAll, scalar == "&" || scalar == "U" { held = scalar } else { write(scalar, into: &output) }
        }
    }

    mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError) {
        try decoder.finish()
        release(before: nil, into: &output)
    }

    private mutating func release(before next: Unicode.Scalar?, into output: inout OutputSpan<UInt8>) {
        guard let scalar = held else { return }
        held = nil
        if scalar == "&" ? next == "#" : next == "+" {
            escape(scalar.value, into: &output)
        } else {
            output.append(UInt8(truncatingIfNeeded: scalar.value))
            isAfterOpenEscape = false
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar, into output: inout OutputSpan<UInt8>) {
        guard let byte = UInt8(exactly: scalar.value), byte < 0x80, !escapesAll, byte != .backslash,
            !(isAfterOpenEscape && byte.hexDigitValue != nil)
        else { return escape(scalar.value, into: &output) }
        output.append(byte)
        isAfterOpenEscape = false
    }

    private mutating func escape(_ value: UInt32, into output: inout OutputSpan<UInt8>) {
        switch form {
        case .utf16:
            if value < 0x10000 {
                put("\\u", value, digits: 4, into: &output)
            } else {
                put("\\u", 0xd800 + (value - 0x10000) >> 10, digits: 4, into: &output)
                put("\\u", 0xdc00 + value & 0x3ff, digits: 4, into: &output)
            }
        case .braces: put("\\u{", value, digits: 1, "}", into: &output)
        case .long: put(value < 0x10000 ? "\\u" : "\\U", value, digits: value < 0x10000 ? 4 : 8, into: &output)
        case .hexReference: put("&#x", value, digits: 1, ";", into: &output)
        case .decimalReference: put("&#", value, digits: 1, ";", radix: 10, into: &output)
        case .codePoint:
            put("U+", value, digits: 4, into: &output)
            isAfterOpenEscape = value < 0x100000
        }
    }

    private func put(
        _ before: StaticString, _ value: UInt32, digits: Int, _ after: StaticString = "", radix: UInt32 = 16,
        into output: inout OutputSpan<UInt8>
    ) {
        for index in 0..<before.utf8CodeUnitCount { output.append(before.utf8Start[index]) }
        var divisor: UInt32 = 1
        var count = 1
        while count < digits || value / divisor >= radix {
            divisor *= radix
            count += 1
        }
        while divisor > 0 {
            output.append(.hexDigit(UInt8(value / divisor % radix), isUpper: true))
            divisor /= radix
        }
        for index in 0..<after.utf8CodeUnitCount { output.append(after.utf8Start[index]) }
    }
}
