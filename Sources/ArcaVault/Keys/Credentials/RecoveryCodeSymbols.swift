internal import ArcaCore
internal import ArcaCrypto

/// The symbols of a recovery code, as numbers of five bits: Crockford's Base32.
///
/// Symbols are computed and compared with masks, not looked up: no address and no branch depends on the code.
struct RecoveryCodeSymbols {
    /// Symbols of a whole code, 30.
    static let count = 30
    /// Those of them that hold the code; the others check it.
    static let codeCount = 26
    /// Symbols of a group.
    static let groupCount = 5
    /// Bytes of a longer text are not looked at: nobody writes that many spaces.
    private static let largestByteCount = 1024

    /// 30 numbers from 0 to 31.
    let values: SecretBytes
    /// Where each group begins in the text.
    let groupOffsets: [Int]

    /// Reads text.
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

    /// The text of 30 numbers: six groups, joined by hyphens.
    static func text(of values: SecretBytes) -> SecretBytes {
        values.withBytes { values in
            SecretBytes(byteCount: count + count / groupCount - 1) { output in
                for index in 0..<count {
                    if index > 0, index % groupCount == 0 { output.append(UInt8(ascii: "-")) }
                    output.append(symbol(values[index]))
                }
            }
        }
    }

    /// The same numbers but for one.
    static func replacing(_ place: Int, by value: UInt8, in values: SecretBytes) -> SecretBytes {
        rearranged(values) { index, values in index == place ? value : values[index] }
    }

    /// The same numbers but for two that change places.
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

    /// The symbol of a number: the digits, then the letters without I, L, O and U.
    private static func symbol(_ value: UInt8) -> UInt8 {
        let value = UInt32(value)
        // 1 where the value is above the limit.
        func above(_ limit: UInt32) -> UInt32 { (limit &- value) >> 31 }
        let letter = value &+ 55 &+ above(17) &+ above(19) &+ above(21) &+ above(26)
        let digit = value &+ 48
        let mask = 0 &- above(9)
        return UInt8(truncatingIfNeeded: (letter & mask) | (digit & ~mask))
    }

    /// The number of a symbol as people write it; nil if it is not one.
    private static func value(_ character: UInt8) -> UInt8? {
        var character = UInt32(character)
        func equal(_ left: UInt32, _ right: UInt32) -> UInt32 { 0 &- (((left ^ right) &- 1) >> 31) }
        // A small letter becomes a capital: 0x20 is taken off what lies between a and z.
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

    /// Bytes of a space, a line's end or a hyphen, also of those that word processors put there; 0 for all else.
    private static func separatorLength(_ text: Span<UInt8>, at offset: Int) -> Int {
        switch text[offset] {
        case 0x09, 0x0a, 0x0d, 0x20, UInt8(ascii: "-"): 1
        // No-break space, U+00A0.
        case 0xc2: offset + 1 < text.count && text[offset + 1] == 0xa0 ? 2 : 0
        // Hyphens and dashes, U+2010 to U+2015.
        case 0xe2:
            offset + 2 < text.count && text[offset + 1] == 0x80 && (0x90...0x95).contains(text[offset + 2]) ? 3 : 0
        default: 0
        }
    }
}
