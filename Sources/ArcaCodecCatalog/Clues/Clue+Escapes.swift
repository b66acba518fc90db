internal import ArcaCodecs
internal import ArcaCore

// Escapes, mail and text around encoded data.
extension Codec.Clue {
    /// Cost of a form that its delimiters show clearly, such as quotes or `data:`.
    private static let delimitedBits = 4.0

    /// Quotes around text without escapes are only a wrapper.
    static let json = Codec.Clue(.text, 0) { bytes, input in
        guard input.ends.first == 0x22, bytes.count > 2 else { return [] }
        return [[Attempt(bits: delimitedBits, isWrapping: !input.has("\\"))]]
    }

    /// Cost of reading `U+2014` as an escape: it is usually a mention of a character.
    private static let mentionedCharacterBits = 24.0

    static let unicode = Codec.Clue(.text, 1, loss: .nothing, isEscape: true) { bytes, input in
        let hasEscapes = input.has("\\") || input.has("&") && input.has("#")
        guard hasEscapes || input.has("U") && input.has("+") else { return [] }
        // Escapes in a document are part of it and stay.
        let isDocument =
            input.isMarkup || TextForm.isJSONDocument(bytes)
            || input.isSparse(input.count("\\") + min(input.count("&"), input.count("#")))
        return [[Attempt(bits: (hasEscapes ? 4 : mentionedCharacterBits) + (isDocument ? forbidden : 0))]]
    }

    static let html = Codec.Clue(.text, 2, isEscape: true) { _, input in
        guard input.has("&"), input.has(";") else { return [] }
        // Fully escaped text has no unescaped special characters left.
        let isKept =
            input.isMarkup
            || (input.has("\"") || input.has("<") || input.has(">")) && input.isSparse(input.count("&"))
        return [[Attempt(bits: 5 + (isKept ? forbidden : 0))]]
    }

    private static let percentBits = 2.0
    /// Cost of plus signs that stand for themselves next to escapes: an encoder would have escaped them.
    private static let literalPlusBits = 12.0
    /// Cost of form encoding in which only spaces changed; one or two plus signs can be literal.
    private static let plusOnlyBits = 10.0
    /// The characters that form encoding leaves unchanged.
    private static let formSafe = ByteSet.alphanumeric + ByteSet("*-._+") + .lineFeed

    static let percent = Codec.Clue(.text, 3, loss: .nothing, isEscape: true) { _, input in
        guard input.has("%") else {
            guard input.has("+"), input.present.isSubset(of: formSafe) else { return [] }
            return [[Attempt(bits: plusOnlyBits).with(.form, "form")]]
        }
        // Escapes in a URL are part of it and stay.
        let isKept = input.isURL || input.isDataURI || input.isSparse(input.count("%"))
        let attempt = Attempt(bits: percentBits + (isKept ? forbidden : 0))
        guard input.has("+") else { return [[attempt]] }
        return [[attempt.with(.form, "form")], [Attempt(bits: attempt.bits + literalPlusBits)]]
    }

    /// A single `%u` may be chance.
    ///
    /// Lenient decoding also reads letters that are escaped without need.
    static let scriptEscape = Codec.Clue(.text, 4, loss: .nothing) { bytes, input in
        guard input.has("%"), input.has("u") else { return [] }
        let count = matches(bytes, "%u", .hexadecimal)
        guard count > 0 else { return [] }
        let isLink = input.isURL || input.isDataURI
        let attempt = Attempt(bits: (count > 1 ? 4 : 8) + (isLink ? forbidden : 0))
        return [count > 1 ? attempt.orLenient : [attempt]]
    }

    /// A shift closed by a hyphen is rarely chance, because strict decoding checks its unused bits; one that ends at a
    /// space or a punctuation mark often is.
    static let utf7 = Codec.Clue(.text, 5) { bytes, input in
        guard input.has("+"), input.has("-"), !input.census.hasHighBytes else { return [] }
        let count = closedShiftCount(bytes)
        return count > 0 ? [Attempt(bits: count > 1 ? 7 : 10).orLenient] : []
    }

    /// Cost of Punycode without `xn--`, with digits in its last part and without.
    private static let (labelBits, letterLabelBits) = (8.0, 14.0)
    /// The last letters of Latin alphabets, before the phonetic ones.
    private static let lastLatin: UInt32 = 0x24f

    static let punycode = Codec.Clue(.text, 6) { bytes, input in
        guard input.has("-") else { return [] }
        if input.has("x") || input.has("X"), matches(bytes, "xn--", .alphanumeric + ByteSet("-")) > 0 {
            return [[Attempt(bits: delimitedBits)]]
        }
        guard !input.census.hasHighBytes, bytes.count <= longestLabel, let tail = labelTail(bytes) else { return [] }
        return [[Attempt(bits: tail.hasDigits ? labelBits : letterLabelBits).with(.form, "label")]]
    }

    /// The size of a text that is read as a label, in bytes.
    private static let longestLabel = 1024

    private struct Tail { let hasDigits: Bool }

    /// The part after the last hyphen, if it inserts letters that go with those before it: Latin letters of other
    /// languages among Latin letters, or letters of one other script among none.
    ///
    /// Identifiers such as UUIDs would often decode too; their digits are next to letters or hyphens.
    private static func labelTail(_ bytes: Span<UInt8>) -> Tail? {
        var text = [UInt8](bytes: bytes)
        if text.last == .newline { text.removeLast() }
        guard let hyphen = text.lastIndex(of: .hyphen), text.count - hyphen > 2,
            text[(hyphen + 1)...].allSatisfy({ $0.isLowercase || $0.isDigit }),
            let decoded = try? Punycode.decode(text)
        else { return nil }
        let inserted = String(decoding: decoded, as: UTF8.self).unicodeScalars.filter { !$0.isASCII }
        let literal = text[..<hyphen]
        let isIdentifier = zip(literal, literal.dropFirst()).contains { first, second in
            first.isDigit && (second.isLetter || second == .hyphen)
                || second.isDigit && (first.isLetter || first == .hyphen)
        }
        if isIdentifier || literal.last?.isDigit == true { return nil }
        let isLatin = literal.contains { $0.isLetter }
        let fits = inserted.allSatisfy { scalar in
            let isMark = (0x2010...0x2026).contains(scalar.value) || scalar.value == 0xab || scalar.value == 0xbb
            return isMark || scalar.properties.isAlphabetic && (scalar.value <= lastLatin) == isLatin
        }
        return fits && !inserted.isEmpty ? Tail(hasDigits: text[(hyphen + 1)...].contains(where: { $0.isDigit })) : nil
    }

    static let encodedWord = Codec.Clue(.text, 7, loss: .lineBreaks, isEscape: true) { bytes, input in
        // A word has an equals sign and three question marks at least.
        guard input.has("="), input.count("?") > 2, MailMarks.encodedWordCount(bytes) > 0 else { return [] }
        return [Attempt(bits: 5).orLenient]
    }

    static let quotedPrintable = Codec.Clue(.text, 8, loss: .nothing, isEscape: true) { bytes, input in
        guard input.has("=") else { return [] }
        let marks = MailMarks(bytes)
        guard marks.count > marks.needless || marks.softBreaks > 0 else { return [] }
        let attempt = Attempt(bits: marks.bits(isURL: input.isURL))
        // An encoder would have escaped the literal equals signs; there may be one for eight escapes.
        let isLenient = marks.count > 1 && marks.strays * 8 <= marks.count + 8
        return [isLenient ? [attempt, attempt.lenient(marks.lenientBits)] : [attempt]]
    }

    static let dataURI = Codec.Clue(.text, 9, loss: .mediaType, isFramed: true) { _, input in
        input.isDataURI ? [Attempt(bits: delimitedBits).orLenient] : []
    }

    /// The first and last line have ten hyphens on one side at least.
    static let pem = Codec.Clue(.text, 10, loss: .surroundings, isFramed: true) { _, input in
        input.count("-") >= 10 ? [Attempt(bits: delimitedBits).orLenient] : []
    }

    static let cArray = Codec.Clue(.text, 11) { _, input in
        input.has("0") && input.has("x") && (input.has(",") || input.has("}"))
            ? [[Attempt(bits: 8, isFramed: input.has("{") && input.has("}"))]] : []
    }

    /// Counts a lower-case mark, in either case, followed by a character of a set.
    private static func matches(_ bytes: Span<UInt8>, _ mark: StaticString, _ next: ByteSet) -> Int {
        let length = mark.utf8CodeUnitCount
        var count = 0
        for index in 0..<max(0, min(bytes.count, countedByteCount) - length) where next.contains(bytes[index + length])
        {
            let isMark = (0..<length).allSatisfy { place in
                let (byte, wanted) = (bytes[index + place], mark.utf8Start[place])
                return byte == wanted || byte | 0x20 == wanted && wanted >= 0x61
            }
            if isMark { count += 1 }
        }
        return count
    }

    /// Counts closed UTF-7 shifts: a plus sign, at least three Base64 symbols, a hyphen.
    private static func closedShiftCount(_ bytes: Span<UInt8>) -> Int {
        let symbols = ByteSet.alphanumeric + ByteSet("+/")
        var count = 0
        var start: Int?
        for index in 0..<min(bytes.count, countedByteCount) {
            if let first = start {
                if bytes[index] == UInt8(ascii: "-"), index - first > 3 { count += 1 }
                if !symbols.contains(bytes[index]) { start = nil }
            } else if bytes[index] == UInt8(ascii: "+") {
                start = index
            }
        }
        return count
    }
}
