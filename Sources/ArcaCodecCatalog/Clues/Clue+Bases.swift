// Bases, each an alphabet and a cost.
extension Codec.Clue {
    private static let base64Symbols = ByteSet.alphanumeric + ByteSet("+/=")

    static let mime = Codec.Clue(.text, 24) { _, input in
        input.census[0x0d] > 0 && input.present.isSubset(of: base64Symbols + .whitespace)
            ? [[Attempt(bits: 10)]] : []
    }

    static let base64 = base(25, base64Symbols, bits: 10, loss: .skipped(hasUnusedBits: true))

    // Without `-` and `_` it is plain Base64. URLs and tokens usually omit padding, so leniency costs less.
    static let base64url = base(
        26, .alphanumeric + ByteSet("-_="), bits: 9, lenientBits: 1, loss: .skipped(hasUnusedBits: true)
    ) { _, input in input.has("-") || input.has("_") ? 0 : nil }

    /// Cost of reading digits alone as Base16: they are more likely a number, an IP address or a version.
    private static let digitsBits = 8.0

    static let base16 = base(
        27, .hexadecimal, lenient: ByteSet("xX\\:-,;.[]{}()"), bits: 10, losesCase: true, loss: .nothing
    ) { bytes, input in
        // Numbers of different lengths are a list.
        if input.irregularity > 0, input.present.isSubset(of: .digits + .whitespace) { return nil }
        // Groups with an odd number of digits are a list too.
        if input.present.isSubset(of: .digits + listMarks), hasOddGroups(bytes) { return nil }
        if isSmallNumber(bytes) { return nil }
        return input.present.isSubset(of: .digits + .whitespace + ByteSet(".")) ? digitsBits : 0
    }

    static let base32 = base(
        28, .upper + ByteSet("234567="), lenient: .lower, bits: 12, losesCase: true,
        loss: .skipped(hasUnusedBits: true))

    static let base32hex = base(
        29, .digits + ByteSet(0x41...0x56) + ByteSet("="), lenient: ByteSet(0x61...0x76), bits: 15,
        losesCase: true,
        loss: .skipped(hasUnusedBits: true))

    static let base45 = base(30, .digits + .upper + ByteSet(" $%*+-./:"), bits: 15, lenientBits: nil)

    /// Cost of a hyphen and of a letter that is read as a digit, which decoding loses.
    private static let misreadBits = 3.0

    static let crockford = base(31, .alphanumeric + ByteSet("-"), bits: 16, losesCase: true) {
        _, input in
        misreadBits * Double("-OoIiLl".utf8.reduce(0) { $0 + input.census[$1] })
    }

    static let zbase32 = base(32, ByteSet("ybndrfg8ejkmcpqxot1uwisza345h769"), bits: 16)
    static let base58 = base(
        33, ByteSet("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"), bits: 15,
        isQuadratic: true)
    static let base62 = base(34, .alphanumeric, bits: 17, isQuadratic: true)
    static let base36 = base(
        35, .digits + .lower, lenient: .upper, bits: 18, losesCase: true, isQuadratic: true)
    static let base91 = base(36, .alphanumeric + ByteSet("!#$%&()*+,./:;<=>?@[]^_`{|}~\""), bits: 16)
    static let z85 = base(37, .alphanumeric + ByteSet(".-:+=^!/*?&<>()[]{}@%$#"), bits: 15)
    static let base85 = base(38, .alphanumeric + ByteSet("!#$%&()*+-;<=>?@^_`{|}~"), bits: 15)

    private static let plainAscii85 = base(39, ByteSet(0x21...0x75) + ByteSet("z"), bits: 14)
    /// Cost of Ascii85 between its delimiters, `<~` and `~>`.
    private static let delimitedAscii85Bits = 6.0

    static let ascii85 = Codec.Clue(.text, 39) { bytes, input in
        let tildes = input.count("~")
        // The end marker may be truncated.
        if tildes == 2 || tildes == 1 && input.ends.first == UInt8(ascii: "<") {
            return [Attempt(bits: delimitedAscii85Bits).with(.adobe, true).orLenient]
        }
        return plainAscii85.attempts(bytes, input)
    }

    // MARK: Rules for all bases

    /// Bits that padding saves: other text rarely has an equals sign there.
    private static let paddingBits = -2.5
    /// Cost of a word of fewer than seven characters, which can be anything.
    private static let (shortWordBits, shortWordCount) = (5.0, 7)
    /// Cost of each letter of mixed case, which the decoder ignores; about the bit that it carries, and half more.
    private static let caseBits = 1.5

    /// A base with its alphabet; `lenient` has other symbols that lenient decoding accepts, besides white space.
    ///
    /// `lenientBits` is nil without lenient decoding, and `surcharge` is nil for text that is not meant in this base.
    private static func base(
        _ rank: Int, _ strict: ByteSet, lenient: ByteSet = ByteSet(), bits: Double,
        lenientBits: Double? = Attempt.leniencyBits, losesCase: Bool = false, isQuadratic: Bool = false,
        loss: Loss = .skipped(hasUnusedBits: false),
        surcharge: @escaping @Sendable (Span<UInt8>, Input) -> Double? = { _, _ in 0 }
    ) -> Codec.Clue {
        let (strictLines, lenientLines) = (strict + .lineFeed, strict + lenient + .whitespace)
        return Codec.Clue(.text, rank, loss: loss, isQuadratic: isQuadratic) { bytes, input in
            let isStrict = input.present.isSubset(of: strictLines)
            let lenientBits = input.present.isSubset(of: lenientLines) ? lenientBits : nil
            guard isStrict || lenientBits != nil, let surcharge = surcharge(bytes, input) else {
                return []
            }
            var bits = bits + surcharge
            bits += input.has("=") ? paddingBits : input.census.count < shortWordCount ? shortWordBits : 0
            let isMixed =
                !input.present.intersection(.upper).isEmpty && !input.present.intersection(.lower).isEmpty
            // Decoding loses the case, so it must gain more.
            if losesCase, isMixed { bits += caseBits * Double(input.census.letterCount) }
            let attempt = Attempt(bits: bits)
            let variants = lenientBits.map { [attempt.lenient($0 + input.irregularity)] } ?? []
            return [(isStrict ? [attempt] : []) + variants]
        }
    }

    /// Maximum number of digits of a group that is measured.
    private static let longestGroup = 64

    /// Whether the first of several groups of digits has an odd length.
    private static func hasOddGroups(_ bytes: Span<UInt8>) -> Bool {
        var length = 0
        while length < min(bytes.count, longestGroup), ByteSet.digits.contains(bytes[length]) {
            length += 1
        }
        return length < bytes.count && length % 2 == 1
    }

    /// Whether the text is one number of at most four bytes in the notation of C, such as an address or a color, with a
    /// byte that is not ASCII.
    private static func isSmallNumber(_ bytes: Span<UInt8>) -> Bool {
        var end = bytes.count
        while end > 0, bytes[end - 1].isWhitespace { end -= 1 }
        guard (4...10).contains(end), bytes[0] == UInt8(ascii: "0"), bytes[1] | 0x20 == UInt8(ascii: "x") else {
            return false
        }
        let digits = (2..<end).compactMap { bytes[$0].hexDigitValue }
        return digits.count == end - 2 && stride(from: 0, to: digits.count, by: 2).contains { digits[$0] >= 8 }
    }
}
