/// Letters as their positions in the alphabet, A1Z26: `8-9` for `hi`.
///
/// Encoding separates letters with hyphens and words with spaces. Case is ignored, and decoding returns lower-case
/// letters. Lenient decoding also accepts commas, dots and spaces between letters, and a bar, a slash or a line end
/// between words.
public enum LetterNumbers {
    /// Encodes words as numbers.
    ///
    /// - Parameter bytes: Letters A to Z in either case, and single spaces between words.
    /// - Returns: The numbers.
    /// - Throws: `.unencodable` for any other character.
    public static func encode(_ bytes: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        try bytes.withBytes { (span) throws(CodecError) in
            var text: [UInt8] = []
            var isInWord = false
            for index in 0..<span.count {
                let byte = span[index]
                let place = byte | 0x20 &- 0x61
                if byte == .space, isInWord, index + 1 < span.count {
                    text.append(.space)
                    isInWord = false
                } else if place < 26 {
                    if isInWord { text.append(.hyphen) }
                    text += Array(String(place + 1).utf8)
                    isInWord = true
                } else {
                    throw CodecError(
                        .unencodable, at: TextPosition(offset: index, in: span), "not a letter or a single space",
                        hint: "letters A to Z have numbers")
                }
            }
            return text
        }
    }

    /// Decodes words from numbers.
    ///
    /// - Returns: The words in lower case.
    /// - Throws: `.invalidCharacter`, `.truncated` and `.overflow` for numbers outside 1 to 26, with their positions.
    public static func decode(_ text: borrowing some Bytes, strictness: Strictness = .strict) throws(CodecError)
        -> [UInt8]
    {
        try text.withBytes { (span) throws(CodecError) in
            // If the numbers have hyphens or commas, a space separates words; otherwise it separates letters.
            var hasMarks = strictness == .strict
            for index in 0..<span.count where "-,.".utf8.contains(span[index]) { hasMarks = true }
            var output: [UInt8] = []
            var index = 0
            var isNewWord = false
            var isExpected = true
            while index < span.count {
                let start = index
                var value = 0
                while index < span.count, span[index].isDigit, value < 100 {
                    value = value * 10 + Int(span[index] - 0x30)
                    index += 1
                }
                if index > start {
                    guard (1...26).contains(value), span[start] != UInt8(ascii: "0") else {
                        throw CodecError(
                            .overflow, at: TextPosition(offset: start, in: span), "not a number of a letter",
                            hint: "letters have the numbers 1 to 26")
                    }
                    if isNewWord, !output.isEmpty { output.append(.space) }
                    output.append(0x60 + UInt8(value))
                    (isNewWord, isExpected) = (false, false)
                    continue
                }
                let byte = span[index]
                let isSpace = byte == .space && hasMarks
                let isLenient = strictness == .lenient
                guard
                    (byte == .hyphen || byte == .space) && (!isExpected || isLenient)
                        || isLenient && "-,./|\n\r\t ".utf8.contains(byte)
                else {
                    throw CodecError(
                        .invalidCharacter, at: TextPosition(offset: index, in: span),
                        "not a number or a single separator",
                        hint: "separate letters with hyphens and words with spaces")
                }
                // A comma and a space separate letters.
                let isAfterMark = index > 0 && (span[index - 1] == .comma || span[index - 1] == .hyphen)
                if isSpace, !isAfterMark || !isLenient { isNewWord = true }
                if isLenient, "/|\n".utf8.contains(byte) { isNewWord = true }
                isExpected = true
                index += 1
            }
            if isExpected, strictness == .strict, span.count > 0 {
                throw CodecError(
                    .truncated, at: TextPosition(offset: span.count, in: span), "no number after the last separator")
            }
            return output
        }
    }
}
