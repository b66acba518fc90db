internal import ArcaCore
internal import ArcaCrypto

/// The symbols of a recovery code as five-bit numbers, in Crockford's Base32.
///
/// Constant time: symbols are computed and compared with masks, so no address or branch depends on the code.
struct RecoveryCodeSymbols {
    static let count = 30
    /// Symbols for the bits; the rest are check symbols.
    static let codeCount = 26
    static let groupCount = 5
    /// Maximum length of text; no one types that many spaces.
    private static let largestByteCount = 1024

    let values: SecretBytes
    let groupOffsets: [Int]

    init(_ text: borrowing some Bytes) throws {
        var offsets: [Int] = []
        var found = 0
        values = try text.withBytes { text in
            try SecretBytes(byteCount: Self.count) { output in
                var offset = 0
                while offset < min(text.count, Self.largestByteCount) {
                    let separator = Self.separatorLength(text, at: offset)
                    guard separator == 0 else {
                        offset += separator
                        continue
                    }
                    guard let value = Self.value(text[offset]) else {
                        throw VaultError(
                            .malformed, at: offset,
                            "a recovery code is written with digits and letters, without U, not with this")
                    }
                    if found % Self.groupCount == 0 { offsets.append(offset) }
                    if output.freeCapacity > 0 { output.append(value) }
                    found += 1
                    offset += 1
                }
            }
        }
        groupOffsets = offsets
        guard found == Self.count else {
            throw VaultError(
                .malformed,
                "a recovery code has six groups of five symbols; this has \(found) symbols, not \(Self.count)")
        }
    }

    static func text(of values: SecretBytes) -> SecretBytes {
        values.withBytes { values in
            SecretBytes(byteCount: count + count / groupCount - 1) { output in
                for index in 0..<count {
                    if index > 0, index % groupCount == 0 { output.append(.hyphen) }
                    output.append(symbol(values[index]))
                }
            }
        }
    }

    static func replacing(_ place: Int, by value: UInt8, in values: SecretBytes) -> SecretBytes {
        rearranged(values) { index, values in index == place ? value : values[index] }
    }

    static func swapping(_ first: Int, _ second: Int, in values: SecretBytes) -> SecretBytes {
        rearranged(values) { index, values in
            index == first ? values[second] : index == second ? values[first] : values[index]
        }
    }

    private static func rearranged(_ values: SecretBytes, _ value: (Int, Span<UInt8>) -> UInt8) -> SecretBytes {
        values.withBytes { values in
            SecretBytes(byteCount: values.count) { output in
                for index in values.indices { output.append(value(index, values)) }
            }
        }
    }

    /// The character for a number: digits, then letters without I, L, O and U.
    private static func symbol(_ value: UInt8) -> UInt8 {
        let value = UInt32(value)
        // 1 if the value is greater than the limit.
        func above(_ limit: UInt32) -> UInt32 { (limit &- value) >> 31 }
        let letter = value &+ 55 &+ above(17) &+ above(19) &+ above(21) &+ above(26)
        let digit = value &+ 48
        let mask = 0 &- above(9)
        return UInt8(truncatingIfNeeded: (letter & mask) | (digit & ~mask))
    }

    /// The number of a typed character, or nil if it is not a symbol.
    private static func value(_ character: UInt8) -> UInt8? {
        var character = UInt32(character)
        func equal(_ left: UInt32, _ right: UInt32) -> UInt32 { 0 &- (((left ^ right) &- 1) >> 31) }
        // Convert lower case to upper case: subtract 0x20 between a and z.
        character &-= 32 & (0 &- ((96 &- character) >> 31 & (character &- 123) >> 31))
        for (written, meant) in [("I", "1"), ("L", "1"), ("O", "0")] as [(Unicode.Scalar, Unicode.Scalar)] {
            let mask = equal(character, written.value)
            character = (meant.value & mask) | (character & ~mask)
        }
        var (result, isFound): (UInt32, UInt32) = (0, 0)
        for value in 0..<32 as Range<UInt32> {
            let mask = equal(character, UInt32(symbol(UInt8(value))))
            result |= value & mask
            isFound |= mask
        }
        return isFound == 0 ? nil : UInt8(result)
    }

    /// Length of white space or a hyphen, including those inserted by word processors; 0 for other characters.
    private static func separatorLength(_ text: Span<UInt8>, at offset: Int) -> Int {
        switch text[offset] {
        case .tab, .newline, .carriageReturn, .space, .hyphen: 1
        // No-break space, U+00A0.
        case 0xc2: offset + 1 < text.count && text[offset + 1] == 0xa0 ? 2 : 0
        // Hyphens and dashes, U+2010 to U+2015.
        case 0xe2:
            offset + 2 < text.count && text[offset + 1] == 0x80 && (0x90...0x95).contains(text[offset + 2]) ? 3 : 0
        default: 0
        }
    }
}
