/// Bytes as a list of binary, octal or decimal numbers: `01101000 01101001`, `150 151`, `104 105`.
///
/// Encoding writes eight binary digits, three octal digits or a decimal number without leading zeros, with a space
/// between numbers. Strict decoding accepts only this form. Lenient decoding accepts commas, semicolons, hyphens and
/// line ends between numbers, brackets around them, prefixes (`0b`, `0o`), shorter numbers, and binary digits without
/// separators in groups of eight or seven.
///
/// ```swift
/// NumberList.binary.encode("hi".utf8)                            // 01101000 01101001
/// try NumberList.decimal.decode("[104, 105]".utf8, strictness: .lenient)   // hi
/// ```
public struct NumberList: Sendable, Hashable {
    /// Binary numbers.
    public static let binary = NumberList(radix: 2, digitCount: 8)
    /// Octal numbers.
    public static let octal = NumberList(radix: 8, digitCount: 3)
    /// Decimal numbers.
    public static let decimal = NumberList(radix: 10, digitCount: 0)

    private let radix: Int
    /// Digits per number; 0 for no leading zeros.
    private let digitCount: Int

    /// Encodes bytes as a list.
    ///
    /// - Returns: The numbers with spaces between them, at most nine characters per byte.
    public func encode(_ bytes: borrowing some Bytes) -> [UInt8] {
        bytes.withBytes { span in
            var text: [UInt8] = []
            for index in 0..<span.count {
                if index > 0 { text.append(.space) }
                let digits = Array(String(span[index], radix: radix).utf8)
                for _ in 0..<max(0, digitCount - digits.count) { text.append(0x30) }
                text += digits
            }
            return text
        }
    }

    /// Decodes a list.
    ///
    /// - Returns: One byte per number.
    /// - Throws: `.invalidCharacter`, `.invalidLength` and `.overflow`, with their positions.
    public func decode(_ text: borrowing some Bytes, strictness: Strictness = .strict) throws(CodecError) -> [UInt8] {
        try text.withBytes { (span) throws(CodecError) in
            strictness == .strict ? try strict(span) : try lenient(span)
        }
    }

    private func error(
        _ code: CodecErrorCode, at place: Int, in text: Span<UInt8>, _ reason: String, hint: String? = nil
    )
        -> CodecError
    { CodecError(code, at: TextPosition(offset: place, in: text), reason, hint: hint) }

    private func digit(_ byte: UInt8) -> Int? {
        let value = Int(byte) - 0x30
        return value >= 0 && value < radix ? value : nil
    }

    private func strict(_ text: Span<UInt8>) throws(CodecError) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            let start = index
            var value = 0
            while index < text.count, let digit = digit(text[index]) {
                value = value * radix + digit
                index += 1
                guard value < 256 else { throw error(.overflow, at: start, in: text, "number beyond 255") }
            }
            if index < text.count, text[index] != .space || index == start {
                throw error(
                    .invalidCharacter, at: index, in: text, "not a digit of base \(radix)",
                    hint: CodecHint.otherSeparators.rawValue)
            }
            let isRight =
                digitCount > 0 ? index - start == digitCount : index - start == 1 || text[start] != UInt8(ascii: "0")
            guard isRight else {
                throw error(
                    .invalidLength, at: start, in: text,
                    digitCount > 0 ? "number without \(digitCount) digits" : "zero before a number",
                    hint: CodecHint.otherLengths.rawValue)
            }
            bytes.append(UInt8(value))
            if index < text.count {
                index += 1
                guard index < text.count else {
                    throw error(.truncated, at: index, in: text, "no number after the last space")
                }
            }
        }
        return bytes
    }

    private static let separators = ASCIISet(" \t\r\n,;|-[](){}")

    private func lenient(_ text: Span<UInt8>) throws(CodecError) -> [UInt8] {
        var tokens: [Range<Int>] = []
        var index = 0
        while index < text.count {
            guard !Self.separators.contains(text[index]) else {
                index += 1
                continue
            }
            if text[index] == UInt8(ascii: "0"), index + 2 < text.count, radix != 10,
                text[index + 1] | 0x20 == (radix == 2 ? 0x62 : 0x6f)
            {
                index += 2
            }
            let start = index
            while index < text.count, digit(text[index]) != nil { index += 1 }
            guard index > start, index == text.count || Self.separators.contains(text[index]) else {
                throw error(.invalidCharacter, at: index, in: text, "not a digit of base \(radix)")
            }
            tokens.append(start..<index)
        }
        var bytes: [UInt8] = []
        for token in tokens {
            // Digits without separators between bytes.
            let width =
                radix != 2 || token.count <= 8 ? token.count : token.count % 8 == 0 ? 8 : token.count % 7 == 0 ? 7 : 0
            guard width > 0 else {
                throw error(
                    .invalidLength, at: token.lowerBound, in: text, "\(token.count) binary digits",
                    hint: "expected groups of eight, or of seven")
            }
            for start in stride(from: token.lowerBound, to: token.upperBound, by: width) {
                var value = 0
                for place in start..<start + width {
                    value = value * radix + (digit(text[place]) ?? 0)
                    guard value < 256 else { throw error(.overflow, at: start, in: text, "number beyond 255") }
                }
                bytes.append(UInt8(value))
            }
        }
        return bytes
    }
}
