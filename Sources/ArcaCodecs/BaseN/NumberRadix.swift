/// Bases without groups, such as 58 and 62: the bytes are written as one big number.
///
/// Each leading zero byte becomes a leading zero symbol, so every text has one meaning. Time grows with the square of
/// the length. Limbs of several digits keep it small at the lengths these encodings are used for.
struct NumberRadix: Sendable, Hashable {
    let name: String
    let symbols: [UInt8]
    private let values: [UInt8]

    /// Digits per limb, as many as fit in 30 bits.
    private static let limbDigits = 5

    init(name: String, _ symbols: String) {
        self.init(name: name, Array(symbols.utf8))
    }

    init(name: String, _ symbols: [UInt8], foldsCase: Bool = false) {
        self.name = name
        self.symbols = symbols
        var values = [UInt8](repeating: SymbolTable.invalid, count: 256)
        for (value, symbol) in symbols.enumerated() {
            values[Int(symbol)] = UInt8(value)
            if foldsCase { values[Int(symbol & 0xdf | (symbol < 0x40 ? 0x20 : 0))] = UInt8(value) }
        }
        self.values = values
    }

    private var base: UInt64 { UInt64(symbols.count) }

    /// The maximum number of symbols for `byteCount` bytes.
    ///
    /// log 256 / log 58 is 1.3658, log 256 / log 62 is 1.3436, and log 256 / log 36 is 1.5474.
    static func maximumEncodedCount(for byteCount: Int, base: Int = 58) -> Int {
        let byteCount = byteCount.addressable
        return byteCount + (byteCount * (base < 58 ? 548 : 366) + 999) / 1000
    }

    func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        var zeros = 0
        while zeros < bytes.count, bytes[zeros] == 0 { zeros += 1 }
        for _ in 0..<zeros { output.append(symbols[0]) }

        // Limbs of base^5, least significant first; each step multiplies in four bytes.
        let limbBase = base * base * base * base * base
        var limbs: [UInt32] = []
        limbs.reserveCapacity(
            NumberRadix.maximumEncodedCount(for: bytes.count - zeros, base: symbols.count) / NumberRadix.limbDigits + 1)
        var index = zeros
        while index < bytes.count {
            let count = min(4, bytes.count - index)
            var carry: UInt64 = 0
            for offset in 0..<count { carry = carry << 8 | UInt64(bytes[index + offset]) }
            for limb in limbs.indices {
                let value = UInt64(limbs[limb]) << UInt64(8 * count) + carry
                carry = value / limbBase
                limbs[limb] = UInt32(truncatingIfNeeded: value - carry * limbBase)
            }
            while carry > 0 {
                limbs.append(UInt32(truncatingIfNeeded: carry % limbBase))
                carry /= limbBase
            }
            index += count
        }
        var isFirst = true
        for limb in limbs.reversed() {
            var divisor = limbBase / base
            for _ in 0..<NumberRadix.limbDigits {
                let digit = Int(UInt64(limb) / divisor % base)
                divisor /= base
                if isFirst, digit == 0 { continue }
                isFirst = false
                output.append(symbols[digit])
            }
        }
    }

    func decode(
        _ text: Span<UInt8>, into output: inout OutputSpan<UInt8>, options: DecodingOptions, limit: Int
    ) throws(CodecError) {
        var zeros = 0
        var digits: [UInt8] = []
        for index in text.indices {
            let value = values[Int(text[index])]
            if value == SymbolTable.invalid {
                if options.contains(.whitespace), text[index].isWhitespace { continue }
                throw invalidCharacter(text[index], at: TextPosition(offset: index, in: text))
            }
            if digits.isEmpty, value == 0 { zeros += 1 } else { digits.append(value) }
            guard zeros + digits.count <= limit else {
                throw CodecError(
                    .limitExceeded, at: TextPosition(offset: index, in: text),
                    "the text is longer than \(limit) symbols", hint: .limit)
            }
        }
        // Limbs of 32 bits, least significant first; each step multiplies in five digits.
        var limbs: [UInt32] = []
        limbs.reserveCapacity(digits.count / 5 + 1)
        var index = 0
        while index < digits.count {
            let count = min(NumberRadix.limbDigits, digits.count - index)
            var carry: UInt64 = 0
            var factor: UInt64 = 1
            for offset in 0..<count {
                carry = carry * base + UInt64(digits[index + offset])
                factor *= base
            }
            for limb in limbs.indices {
                let value = UInt64(limbs[limb]) * factor + carry
                limbs[limb] = UInt32(truncatingIfNeeded: value)
                carry = value >> 32
            }
            if carry > 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
            index += count
        }
        let topBytes = limbs.last.map { 4 - $0.leadingZeroBitCount / 8 } ?? 0
        guard output.freeCapacity >= zeros + topBytes + max(0, limbs.count - 1) * 4 else {
            throw CodecError(
                .limitExceeded, at: TextPosition(offset: text.count, in: text),
                "the decoded bytes do not fit the buffer")
        }
        for _ in 0..<zeros { output.append(0) }
        for (place, limb) in limbs.reversed().enumerated() {
            for byte in (0..<(place == 0 ? topBytes : 4)).reversed() {
                output.append(UInt8(truncatingIfNeeded: limb >> UInt32(8 * byte)))
            }
        }
    }

    private func invalidCharacter(_ byte: UInt8, at position: TextPosition) -> CodecError {
        let hint: String? =
            switch byte {
            case _ where byte.isWhitespace: CodecHint.whitespace.rawValue
            case 0x30, 0x4f, 0x49,
                0x6c where base == 58:
                "\(name) has none of 0, O, I and l, which look alike"
            default: nil
            }
        return CodecError(
            .invalidCharacter, at: position, "\(byte.quoted) is not a symbol of \(name)", hint: hint)
    }
}
