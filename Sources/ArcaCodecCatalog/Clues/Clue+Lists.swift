internal import ArcaCodecs

// Dumps, lists of numbers, letter codes, tokens and string literals.
extension Codec.Clue {
    /// Characters around and between the numbers of a list.
    static let listMarks = ByteSet.whitespace + ByteSet(",;|-[](){}")

    // MARK: Dumps

    private static let dumpBits = 6.0
    /// Cost of a dump with digits only, which may be lines of Base16.
    private static let plainDumpBits = 10.0
    /// Cost of lenient decoding of a dump: its layout is then proven by less.
    private static let lenientDumpBits = 6.0
    /// The minimum digits of an address in other programs' dumps, and in those of `xxd` and `hexdump -C`.
    private static let (shortestAddress, shortestOwnAddress) = (4, 6)
    /// The longest address that is looked for, in digits.
    private static let longestAddress = 16
    /// The size of the beginning that shows the layout, in bytes.
    private static let layoutByteCount = 4096

    static let hexdump = Codec.Clue(.text, 12, loss: .nothing) { bytes, input in
        let attempt = Attempt(bits: dumpBits, isFramed: true)
        let head = [UInt8](bytes: bytes.extracting(0..<min(bytes.count, layoutByteCount)))
        if input.census[0x0a] > 0, AnnotatedDump.recognizes(head) {
            return [[attempt, attempt.lenient(lenientDumpBits)]]
        }
        // Without addresses only the content confirms it.
        if ForeignDump.recognizesBare(head) { return [[Attempt(bits: dumpBits)]] }
        var digits = 0
        while digits < min(bytes.count, longestAddress), ByteSet.hexadecimal.contains(bytes[digits]) { digits += 1 }
        guard digits >= shortestAddress, bytes.count > digits else { return [] }
        // Only `hexdump -C` encloses the text in bars.
        let isCanonical = head.prefix { $0 != 0x0a }.last { $0 != 0x0d } == UInt8(ascii: "|")
        if !isCanonical, ForeignDump.recognizes(head) { return [[attempt, attempt.lenient(lenientDumpBits)]] }
        guard digits >= shortestOwnAddress else { return [] }
        switch bytes[digits] {
        case UInt8(ascii: ":"): return [[attempt, attempt.lenient(lenientDumpBits)]]
        case 0x20:
            let canonical = attempt.with(.layout, "canonical")
            return [[canonical, canonical.lenient(lenientDumpBits)]]
        case _ where input.census[0x0a] > 1 && input.present.isSubset(of: .hexadecimal + .lineFeed):
            return [[Attempt(bits: plainDumpBits).with(.layout, "plain")]]
        default: return []
        }
    }

    // MARK: Lists

    /// The minimum length of binary numbers: fewer than two bytes of eight digits with a mark prove nothing.
    private static let shortestBinary = 14

    static let binary = Codec.Clue(.text, 13, loss: .nothing) { bytes, input in
        bytes.count >= shortestBinary && input.present.isSubset(of: ByteSet("01bB") + listMarks)
            ? [Attempt(bits: 8).orLenient] : []
    }

    static let octal = numbers(14, ByteSet("01234567oO"), bits: 14)
    static let decimal = numbers(15, .digits, bits: 13)
    /// JSON arrays contain numbers, not letters.
    static let letterNumbers = numbers(16, .digits, bits: 14) { !$0.has("[") }

    /// A list of numbers with marks between them.
    private static func numbers(
        _ rank: Int, _ digits: ByteSet, bits: Double,
        where isLikely: @escaping @Sendable (Input) -> Bool = { _ in true }
    ) -> Codec.Clue {
        Codec.Clue(.text, rank, loss: .nothing) { bytes, input in
            !input.present.intersection(listMarks).isEmpty && input.present.isSubset(of: digits + listMarks)
                && isLikely(input) && !isGroupedNumber(bytes) ? [Attempt(bits: bits).orLenient] : []
        }
    }

    /// Whether the text is one number with marks between thousands, such as 68,046,059: later groups of three digits
    /// may begin with zeros, the first one does not.
    private static func isGroupedNumber(_ bytes: Span<UInt8>) -> Bool {
        var lengths = [0]
        var hasZero = false
        for index in bytes.indices where !bytes[index].isWhitespace {
            if bytes[index].isDigit {
                hasZero = hasZero || lengths.count > 1 && lengths[lengths.count - 1] == 0 && bytes[index] == 0x30
                lengths[lengths.count - 1] += 1
            } else {
                lengths.append(0)
            }
        }
        return hasZero && (1...2).contains(lengths[0]) && lengths.dropFirst().allSatisfy { $0 == 3 }
    }

    // MARK: Letter codes

    private static let morseSigns = ByteSet.whitespace + ByteSet(".-/|_·•–—−")
    /// The first byte of a middle dot in UTF-8.
    private static let middleDotByte: UInt8 = 0xc2

    /// Five signs are the shortest word that is not punctuation.
    static let morse = Codec.Clue(.text, 17, loss: .nothing) { bytes, input in
        bytes.count >= 5 && input.present.isSubset(of: morseSigns)
            && (input.has(".") || input.present.contains(middleDotByte)) ? [Attempt(bits: 6).orLenient] : []
    }

    /// The minimum length of modhex: eight bytes; shorter text may be a word of these letters.
    private static let shortestModhex = 16

    /// Two letters encode a byte; only truncated text has an odd number of letters.
    static let modhex = Codec.Clue(.text, 18) { bytes, input in
        let letterCount = bytes.count - input.census[0x0a]
        guard bytes.count >= shortestModhex, letterCount % 2 == 0 || bytes.count >= minimumCutByteCount,
            input.present.isSubset(of: ByteSet("cbdefghijklnrtuv") + .lineFeed)
        else { return [] }
        return [[Attempt(bits: 14)]]
    }

    private static let baconBits = 8.0
    /// Cost of the historic alphabet of 24 letters, which is rarer than that of 26.
    private static let historicBaconBits = 12.0

    // Five of two letters encode one letter: four letters at least. Only the pair A and B is known.
    static let bacon = Codec.Clue(.text, 19) { bytes, input in
        guard bytes.count >= 4 * 5, input.present.isSubset(of: ByteSet("ABab/") + .whitespace),
            input.has("A") || input.has("a"), input.has("B") || input.has("b")
        else { return [] }
        return [
            Attempt(bits: baconBits).orLenient,
            Attempt(bits: historicBaconBits).with(.form, "letters24").orLenient,
        ]
    }

    /// Cost of uuencode without `begin` in several lines and in one.
    private static let (bareLinesBits, bareLineBits) = (8.0, 16.0)

    /// `begin` and a mode, or `begin-base64`, checked as the first two letters and the character after `begin`.
    ///
    /// Without them, all lines must have the length that their first character says.
    static let uuencode = Codec.Clue(.text, 20, loss: .nothing) { bytes, input in
        if bytes.count > "begin 644 a\n".utf8.count && bytes[0] == UInt8(ascii: "b") && bytes[1] == UInt8(ascii: "e")
            && (bytes[5] == .space || bytes[5] == .hyphen)
        {
            return [Attempt(bits: 4, isFramed: true).orLenient]
        }
        guard let lineCount = UUEncoding.bareLineCount(bytes) else { return [] }
        return [[Attempt(bits: lineCount > 1 ? bareLinesBits : bareLineBits).lenient(0)]]
    }

    private static let codePointSigns = ByteSet.hexadecimal + ByteSet("Uu+\\{}%&#xX;,") + .whitespace

    /// A list has several code points, each with a mark, and separators; a single one is usually a mention.
    static let codePoints = Codec.Clue(.text, 40, loss: .nothing) { bytes, input in
        guard input.present.isSubset(of: codePointSigns) else { return [] }
        let markCount = input.count("+") + input.count("\\") + input.count("%") + input.count("#")
        let final = bytes[bytes.count - 1] == 0x0a ? 1 : 0
        let separatorCount = input.count(" ") + input.count(",") + input.count("\t") + input.census[0x0a] - final
        // Two halves of a surrogate pair have none between them.
        return markCount > 1 && separatorCount > 0 && separatorCount * 4 >= markCount - 1
            ? [Attempt(bits: 8).orLenient] : []
    }

    private static let tokenSymbols = ByteSet.alphanumeric + ByteSet("-_.") + .whitespace
    private static let longestToken = 1 << 20

    /// `e` starts the Base64url of `{"`, the start of every header without white space.
    static let jwt = Codec.Clue(.text, 21, loss: .signature(empty: "e30.e30.")) { bytes, input in
        input.count(".") == 2 && bytes.count < longestToken && input.present.isSubset(of: tokenSymbols)
            && input.ends.first == UInt8(ascii: "e") ? [Attempt(bits: 4).orLenient] : []
    }

    // MARK: Wrapped lines

    private static let unwrapBits = 6.0
    /// Cost of removing the indentation of a single line; another prefix there is rarely a wrapper.
    private static let indentationBits = 1.0
    /// The minimum size of wrapped text, in bytes, and of each of its lines but the last.
    private static let (shortestWrapped, shortestWrappedLine) = (12, 20)

    static let unwrap = Codec.Clue(.text, 22) { bytes, input in
        guard isWrapped(bytes, input) else { return [] }
        let isIndented = input.census[0x0a] == 0 && bytes[0] <= 0x20
        return [[Attempt(bits: isIndented ? indentationBits : unwrapBits, isWrapping: true)]]
    }

    /// Whether all lines have the same length except for white space and quote marks around them, or a single line has
    /// such a prefix.
    private static func isWrapped(_ bytes: Span<UInt8>, _ input: Input) -> Bool {
        guard !input.present.intersection(.whitespace).isEmpty, bytes.count >= shortestWrapped else { return false }
        let mark = WrappedText.mark(bytes)
        var (first, lineCount, isLast, start) = (0, 0, false, 0)
        while start < bytes.count {
            let text = WrappedText.textStart(bytes, start, mark)
            var end = text
            while end < bytes.count, bytes[end] > 0x20 { end += 1 }
            start = end
            while start < bytes.count, bytes[start] != 0x0a {
                // Skip white space; anything else makes this more than wrapped text.
                if bytes[start] > 0x20 { return false }
                start += 1
            }
            start += 1
            let length = end - text
            guard length > 0 else { continue }
            // A longer line after a shorter one.
            if isLast { return false }
            if first == 0 { first = length }
            lineCount += 1
            if length > first || first < shortestWrappedLine && start < bytes.count - 1 { return false }
            isLast = length < first
        }
        return lineCount > 1 || lineCount == 1 && (bytes[0] <= 0x20 || mark != nil)
    }

    // MARK: String literals

    private static let literalBits = 6.0
    /// Cost of quotes around text without escapes.
    private static let quotesBits = 8.0
    /// Additional cost of a literal without quotes, with several escapes and with one.
    private static let (unquotedBits, singleEscapeBits) = (2.0, 12.0)

    static let stringLiteral = Codec.Clue(.text, 23, loss: .nothing, isEscape: true) { bytes, input in
        guard !TextForm.isJSONDocument(bytes) else { return [] }
        return quotes(input) + escapedStrings(bytes, input)
    }

    /// Quotes around text without escapes; JSON strings are tried as JSON.
    private static func quotes(_ input: Input) -> [[Attempt]] {
        guard input.ends.first == input.ends.last, input.census.count > 2 else { return [] }
        var attempt = Attempt(bits: quotesBits).with(.form, "raw")
        attempt.isWrapping = true
        switch input.ends.first {
        case 0x22: return input.count("\"") > 2 || input.has("\\") ? [[attempt]] : []
        case 0x27, 0x60: return [[attempt.lenient()]]
        default: return []
        }
    }

    private static func escapedStrings(_ bytes: Span<UInt8>, _ input: Input) -> [[Attempt]] {
        let attempt = Attempt(bits: literalBits)
        let second = bytes.count > 2 ? bytes[1] : 0
        switch (input.ends.first, second, input.ends.last) {
        case (UInt8(ascii: "b"), 0x27, 0x27): return [[attempt.with(.form, "python")]]
        case (UInt8(ascii: "$"), 0x27, 0x27): return [[attempt.with(.form, "shell")]]
        case (0x22, _, 0x22) where input.has("\\"): return [[attempt, attempt.with(.form, "swift")]]
        // Text with several lines is not a literal, but may be a program that contains some.
        case _ where input.census[0x0a] > (bytes[bytes.count - 1] == 0x0a ? 1 : 0): return []
        // Path separators on Windows are not escapes.
        case _ where !input.has("\\"): return []
        case (_, UInt8(ascii: ":"), _): return []
        default: return [[attempt.lenient(input.count("\\") > 1 ? unquotedBits : singleEscapeBits)]]
        }
    }
}
