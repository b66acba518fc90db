/// Bacon's cipher: each letter as five letters A or B: `AABBB AABAA` for `he`.
///
/// Case is ignored; decoding returns upper-case letters. Encoding separates letters with spaces, writes a space as a
/// slash, and rejects all other characters. Lenient decoding accepts lower-case letters, 0 and 1 for A and B, and any
/// whitespace.
///
/// Source: Francis Bacon, De Augmentis Scientiarum, 1623; the variant with 26 letters is modern.
public struct Bacon: Sendable, Hashable {
    /// Whether I and J, and U and V, share a code, as in 1623: 24 codes instead of 26.
    public let isHistoric: Bool

    /// Creates a cipher.
    public init(isHistoric: Bool = false) { self.isHistoric = isHistoric }

    /// Encodes letters as codes.
    ///
    /// - Parameter bytes: Letters A to Z in either case, and single spaces between words.
    /// - Returns: Codes with a space between letters and ` / ` between words.
    /// - Throws: `.unencodable` for any other character.
    public func encode(_ bytes: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        let bytes = [UInt8](bytes: bytes)
        var words: [String] = [""]
        for (offset, byte) in bytes.enumerated() {
            let letter = Int(byte | 0x20) - 0x61
            if byte == .space, words.last != "", offset + 1 < bytes.count {
                words.append("")
            } else if (0..<26).contains(letter) {
                let value = isHistoric ? letter - (letter > 8 ? 1 : 0) - (letter > 20 ? 1 : 0) : letter
                let code = (0..<5).map { value >> (4 - $0) & 1 == 0 ? "A" : "B" }.joined()
                words[words.count - 1] += (words.last == "" ? "" : " ") + code
            } else {
                throw CodecError(
                    .unencodable, at: TextPosition(offset: offset, in: bytes), "not a letter or a single space",
                    hint: "letters A to Z have codes")
            }
        }
        return Array(words.joined(separator: " / ").utf8)
    }

    /// Decodes codes to letters.
    ///
    /// - Returns: The letters in upper case; I and U for shared codes.
    /// - Throws: `.invalidCharacter`; `.overflow` for a code without a letter; `.truncated`; `.invalidSyntax` for other
    ///   spacing in strict decoding; with their positions.
    public func decode(
        _ text: borrowing some Bytes, strictness: Strictness = .strict
    ) throws(CodecError) -> [UInt8] {
        let text = [UInt8](bytes: text)
        func error(_ code: CodecErrorCode, at offset: Int, _ reason: String) -> CodecError {
            CodecError(code, at: TextPosition(offset: offset, in: text), reason)
        }
        var output: [UInt8] = []
        var (value, count, start) = (0, 0, 0)
        for (offset, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "A"), UInt8(ascii: "B"):
                if count == 0 { start = offset }
                value = value << 1 | Int(byte - UInt8(ascii: "A"))
            case UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "0"), UInt8(ascii: "1"):
                guard strictness == .lenient else { throw error(.invalidCharacter, at: offset, "not A or B") }
                if count == 0 { start = offset }
                value = value << 1 | (byte == UInt8(ascii: "b") || byte == UInt8(ascii: "1") ? 1 : 0)
            case .space where count == 0 || strictness == .lenient: continue
            case .slash where count == 0 && !output.isEmpty:
                output.append(.space)
                continue
            case .tab, .newline,
                .carriageReturn where strictness == .lenient:
                continue
            default: throw error(.invalidCharacter, at: offset, "not A or B")
            }
            count += 1
            guard count == 5 else { continue }
            let letter = isHistoric ? value + (value > 8 ? 1 : 0) + (value > 19 ? 1 : 0) : value
            guard letter < 26 else { throw error(.overflow, at: start, "a code without a letter") }
            output.append(UInt8(0x41 + letter))
            (value, count) = (0, 0)
        }
        guard count == 0 else { throw error(.truncated, at: text.count, "a code has five of A and B") }
        if strictness == .strict, try encode(output) != text {
            throw error(.invalidSyntax, at: 0, "separate codes with one space and words with ' / '")
        }
        return output
    }
}
