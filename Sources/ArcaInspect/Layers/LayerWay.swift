internal import ArcaCodecCatalog
internal import ArcaCodecs
internal import ArcaCore

/// A step that may remove a layer, and its prior cost.
struct LayerWay: Sendable {
    let codec: Codec
    var options: Codec.Options = [:]
    /// Prior cost of this step, in bits.
    let bits: Double
    /// Whether the input is truncated and an incomplete unit at its end is dropped.
    var isCut = false
    /// For compression: the number of bits that a header and a checksum determine.
    var evidenceBits: Double?
    /// For ciphers with a derived key: the margin over other keys, in bits.
    var margin: Double?

    init(_ codec: Codec, _ bits: Double) {
        self.codec = codec
        self.bits = bits
    }

    private init(_ codec: Codec, _ bits: Double, _ options: Codec.Options) {
        self.codec = codec
        self.bits = bits
        self.options = options
    }

    private static let leniency = 3.0

    func lenient(_ extra: Double = leniency) -> LayerWay {
        var way = LayerWay(codec, bits + extra, options)
        way.options[flag: .lenient] = true
        way.isWrapping = isWrapping
        return way
    }

    func with(_ option: Codec.Option, _ value: Codec.Value) -> LayerWay {
        var way = self
        way.options[option] = value
        return way
    }

    /// Whether it only removes a wrapper: line breaks, or quotes around text without escapes.
    var isWrapping = false

    /// Whether the start of truncated input can be decoded: raw deflate has no magic number, and short words prove
    /// nothing.
    func allowsCut(_ byteCount: Int) -> Bool { byteCount >= 24 && (codec != .inflate || evidenceBits ?? 0 > 40) }

    /// The steps that may apply to some bytes, the most common first; the first step of a group that succeeds is used.
    static func groups(
        for bytes: Span<UInt8>, _ plausibility: Plausibility, hasCipher: Bool, isInner: Bool
    ) -> [[LayerWay]] {
        var binary = binaries(bytes, plausibility)
        let isClosed = plausibility.format.map { !$0.isText } ?? false
        guard !isClosed else { return binary }
        if isInner, !hasCipher { binary += LayerCiphers.xor(bytes, plausibility) }
        guard plausibility.isText else { return binary + charsets(bytes, plausibility) }
        return binary + charsets(bytes, plausibility) + markup(bytes, plausibility) + forms(bytes, plausibility.census)
            + bases(bytes, plausibility.census)
            + (hasCipher ? [] : LayerCiphers.groups(for: bytes, plausibility))
    }

    // MARK: Compression and charsets

    private static func binaries(_ bytes: Span<UInt8>, _ plausibility: Plausibility) -> [[LayerWay]] {
        guard bytes.count >= 4 else { return [] }
        let (first, second) = (bytes[0], bytes[1])
        if first == 0x1f, second == 0x8b {
            var way = LayerWay(.gunzip, 4)
            way.evidenceBits = 80
            return [[way]]
        }
        if let offset = frameOffset(bytes) {
            var way = LayerWay(.yenc, 4)
            way.evidenceBits = 72
            return [offset == 0 ? [way, way.lenient()] : [way.lenient()]]
        }
        var way = LayerWay(.inflate, 6)
        if first & 0x8f == 8, (Int(first) << 8 | Int(second)) % 31 == 0, second & 0x20 == 0 {
            way.evidenceBits = 44
            return [[way]]
        }
        // Raw deflate has no checksum: it is tried only on non-text long enough that an end marker is rarely chance.
        guard !plausibility.isText, plausibility.format == nil, bytes.count >= 12, first & 6 != 6, first & 15 != 8
        else {
            return []
        }
        way = LayerWay(.inflate, 18)
        way.evidenceBits = bytes.count < 24 ? 0 : 20
        return [[way]]
    }

    /// The offset of a yEnc frame, at the start of a line in the first 4 KiB.
    private static func frameOffset(_ bytes: Span<UInt8>) -> Int? {
        let mark = Array("=ybegin ".utf8)
        for start in 0..<max(0, min(4096, bytes.count - mark.count)) where bytes[start] == mark[0] {
            guard start == 0 || bytes[start - 1] == .newline else { continue }
            if mark.indices.allSatisfy({ bytes[start + $0] == mark[$0] }) { return start }
        }
        return nil
    }

    private static func charsets(_ bytes: Span<UInt8>, _ plausibility: Plausibility) -> [[LayerWay]] {
        let census = plausibility.census
        guard bytes.count >= 4 else { return [] }
        let head = (bytes[0], bytes[1], bytes[2], bytes[3])
        if head == (0xff, 0xfe, 0, 0) || head == (0, 0, 0xfe, 0xff) { return [[LayerWay(.utf32, 4)]] }
        if (head.0, head.1) == (0xff, 0xfe) || (head.0, head.1) == (0xfe, 0xff) { return [[LayerWay(.utf16, 4)]] }
        // Without a byte order mark, UTF-16 and UTF-32 are tried only on data that is not text.
        guard census[0] > 0 || census.hasHighBytes && plausibility.text.strayByteCount > 0 else { return [] }
        var groups: [[LayerWay]] = []
        if bytes.count % 4 == 0, census[0] * 2 >= bytes.count {
            groups += [[LayerWay(.utf32le, 10)], [LayerWay(.utf32be, 10)]]
        }
        // Latin letters show by their zero bytes. Other scripts must be long to be distinguished from noise.
        let bits = census[0] * 4 >= bytes.count ? 12.0 : 50
        // Truncated input may end with half a code unit.
        if bytes.count % 2 == 0 || bytes.count >= 24 {
            groups += [[LayerWay(.utf16le, bits)], [LayerWay(.utf16be, bits)]]
        }
        return groups
    }

    // MARK: Escapes, dumps, mail

    private static func markup(_ bytes: Span<UInt8>, _ plausibility: Plausibility) -> [[LayerWay]] {
        let census = plausibility.census
        var groups: [[LayerWay]] = []
        func has(_ character: Unicode.Scalar) -> Bool { census[UInt8(ascii: character)] > 0 }
        let ends = TextKinds.ends(bytes) ?? (0, 0)
        // Escapes in a document or a URL are part of it and stay.
        let isMarkup = ends.first == .lessThan || has("<") && has(">")
        let isURL = TextKinds.isURL(bytes)
        var start = 0
        while start < bytes.count, bytes[start].isBlank { start += 1 }
        let isData =
            bytes.count > start + 5 && bytes[start + 4] == .colon && bytes[start] | 0x20 == UInt8(ascii: "d")
        let isLink = isURL || isData
        let keeping = 1e6
        // Occasional escapes in many lines are quoted, or belong to strings of a program.
        func isSparse(_ count: Int) -> Bool { census[.newline] >= 4 && count < 2 * census[.newline] }
        if ends.0 == .quotationMark, bytes.count > 2 {
            var way = LayerWay(.json, 4)
            way.isWrapping = !has("\\")
            groups.append([way])
        }
        let hasEscapes = has("\\") || has("&") && has("#")
        // `U+2014` is usually a mention of a character, not an escape.
        if hasEscapes || has("U") && has("+") {
            let isDocument =
                isMarkup || TextKinds.isJSONDocument(bytes)
                || isSparse(census[.backslash] + min(census[.ampersand], census[.numberSign]))
            groups.append([LayerWay(.unicode, (hasEscapes ? 4 : 24) + (isDocument ? keeping : 0))])
        }
        if has("&"), has(";") {
            // Fully escaped text has no unescaped special characters left.
            let isKept = isMarkup || (has("\"") || has("<") || has(">")) && isSparse(census[.ampersand])
            groups.append([LayerWay(.html, 5 + (isKept ? keeping : 0))])
        }
        if has("%") {
            let way = LayerWay(.percent, 2 + (isLink || isSparse(census[.percent]) ? keeping : 0))
            groups.append(has("+") ? [way.with(.form, "form")] : [way])
            // If plus signs are literal, they are escaped.
            if has("+") { groups.append([LayerWay(.percent, way.bits + 12)]) }
        }
        // In form encoding only spaces may have changed; one or two plus signs can be literal.
        if has("+"), !has("%"), census.present.isSubset(of: .alphanumeric + ByteSet("*-._+") + .lineFeed) {
            groups.append([LayerWay(.percent, 10).with(.form, "form")])
        }
        if has("%"), has("u") {
            let count = matches(bytes, "%u", ByteSet("0123456789abcdefABCDEF"))
            if count > 0 { groups.append([LayerWay(.scriptEscape, (count > 1 ? 4 : 8) + (isLink ? keeping : 0))]) }
        }
        if has("+"), has("-"), !census.hasHighBytes {
            // A shift closed by a hyphen is rarely chance; one that ends at a space or a punctuation mark often is.
            let count = shiftCount(bytes)
            let way = LayerWay(.utf7, count > 2 ? 8 : 14)
            if count > 0 { groups.append([way, way.lenient()]) }
        }
        if has("-"), has("x") || has("X"), matches(bytes, "xn--", .alphanumeric + ByteSet("-")) > 0 {
            groups.append([LayerWay(.punycode, 4)])
        }
        if census[.equals] > 0, census[.questionMark] > 2, MailMarks.encodedWordCount(bytes) > 0 {
            groups.append([LayerWay(.encodedWord, 5), LayerWay(.encodedWord, 5).lenient()])
        }
        if has("=") {
            let escapes = MailMarks(bytes)
            // Soft line breaks are better evidence than an escape, and best at the full line length.
            let bits =
                escapes.fullLines > 0 ? -8.0 : escapes.softBreaks > 0 ? 0 : isURL ? 15 : escapes.equations > 0 ? 1 : 6
            let way = LayerWay(.quotedPrintable, bits + 6 * Double(escapes.needless))
            if escapes.count > escapes.needless || escapes.softBreaks > 0 {
                // An encoder would have escaped the literal equals signs.
                let isLenient = escapes.count > 1 && escapes.strays * 8 <= escapes.count + 8
                groups.append(isLenient ? [way, way.lenient(6 + 12 * Double(escapes.strays))] : [way])
            }
        }
        if isData {
            groups.append([LayerWay(.dataURI, 4), LayerWay(.dataURI, 4).lenient()])
        }
        if census[.hyphen] >= 10 { groups.append([LayerWay(.pem, 4), LayerWay(.pem, 4).lenient()]) }
        if has("0"), has("x"), has(",") || has("}") { groups.append([LayerWay(.cArray, 8)]) }
        return groups + dumps(bytes, census)
    }

    private static func dumps(_ bytes: Span<UInt8>, _ census: ByteCensus) -> [[LayerWay]] {
        var digits = 0
        while digits < min(bytes.count, 16), hexadecimal.contains(bytes[digits]) { digits += 1 }
        guard digits >= 4, bytes.count > digits else { return [] }
        let way = LayerWay(.hexdump, 6)
        let head = [UInt8](bytes: bytes.extracting(0..<min(bytes.count, 4096)))
        // Only `hexdump -C` encloses the text in bars.
        let isCanonical = head.prefix { $0 != .newline }.last { $0 != .carriageReturn } == .verticalBar
        if !isCanonical, ForeignDump.recognizes(head) { return [[way, way.lenient(6)]] }
        guard digits >= 6 else { return [] }
        switch bytes[digits] {
        case .colon: return [[way, way.lenient(6)]]
        case .space:
            let canonical = way.with(.layout, "canonical")
            return [[canonical, canonical.lenient(6)]]
        case _ where census[.newline] > 1 && census.present.isSubset(of: hexadecimal + .lineFeed):
            return [[LayerWay(.hexdump, 10).with(.layout, "plain")]]
        default: return []
        }
    }

    /// Counts a lower-case mark, in either case, followed by a character of a set, in the first 64 KiB.
    private static func matches(_ bytes: Span<UInt8>, _ mark: StaticString, _ next: ByteSet) -> Int {
        let length = mark.utf8CodeUnitCount
        var count = 0
        for index in 0..<max(0, min(bytes.count, 65536) - length) where next.contains(bytes[index + length]) {
            let isMark = (0..<length).allSatisfy { place in
                let (byte, wanted) = (bytes[index + place], mark.utf8Start[place])
                return byte == wanted || byte | 0x20 == wanted && wanted >= 0x61
            }
            if isMark { count += 1 }
        }
        return count
    }

    /// Counts closed UTF-7 shifts in the first 64 KiB: a plus sign, at least three Base64 symbols, a hyphen.
    private static func shiftCount(_ bytes: Span<UInt8>) -> Int {
        var count = 0
        var start: Int?
        for index in 0..<min(bytes.count, 65536) {
            if let first = start {
                if bytes[index] == .hyphen, index - first > 3 { count += 1 }
                if !(.alphanumeric + ByteSet("+/")).contains(bytes[index]) { start = nil }
            } else if bytes[index] == .plus {
                start = index
            }
        }
        return count
    }

    // MARK: Lists, codes, strings

    private static let listMarks = ByteSet.whitespace + ByteSet(",;|-[](){}")
    private static let morse = ByteSet.whitespace + ByteSet(".-/|_·•–—−")

    private static func forms(_ bytes: Span<UInt8>, _ census: ByteCensus) -> [[LayerWay]] {
        let present = census.present
        var groups: [[LayerWay]] = []
        func add(_ codec: Codec, _ bits: Double) {
            groups.append([LayerWay(codec, bits), LayerWay(codec, bits).lenient()])
        }
        if present.isSubset(of: .digits + listMarks + ByteSet("bBoO")) {
            let hasMarks = !present.intersection(listMarks).isEmpty
            if bytes.count >= 14, present.isSubset(of: ByteSet("01bB") + listMarks) { add(.binary, 8) }
            if hasMarks, present.isSubset(of: ByteSet("01234567oO") + listMarks) { add(.octal, 14) }
            if hasMarks, present.isSubset(of: .digits + listMarks) {
                add(.decimal, 13)
                if !present.contains(.leftBracket) { add(.letterNumbers, 14) }
            }
        }
        if bytes.count >= 5, present.isSubset(of: morse), present.contains(.period) || present.contains(0xc2) {
            add(.morse, 6)
        }
        if bytes.count >= 16, bytes.count % 2 < 2, present.isSubset(of: ByteSet("cbdefghijklnrtuv") + .lineFeed) {
            groups.append([LayerWay(.modhex, 14)])
        }
        // Five of two letters encode one letter. Only the pair A and B is known.
        if bytes.count >= 20, present.isSubset(of: ByteSet("ABab/") + .whitespace),
            census[0x41] + census[0x61] > 0, census[0x42] + census[0x62] > 0
        {
            add(.bacon, 8)
            let historic = LayerWay(.bacon, 12).with(.form, "letters24")
            groups.append([historic, historic.lenient()])
        }
        if bytes.count > 12, bytes[0] == UInt8(ascii: "b"), bytes[5] == .space, bytes[1] == UInt8(ascii: "e") {
            add(.uuencode, 4)
        }
        // Base64url of `{"`, the start of every header without white space.
        if census[.period] == 2, bytes.count < 1 << 20,
            present.isSubset(of: .alphanumeric + ByteSet("-_.") + .whitespace),
            TextKinds.ends(bytes)?.first == UInt8(ascii: "e")
        {
            groups.append([LayerWay(.jwt, 4), LayerWay(.jwt, 4).lenient()])
        }
        if isWrapped(bytes, census) {
            // A prefix on a single line is rarely a wrapper.
            var way = LayerWay(.unwrap, census[.newline] == 0 && bytes[0] <= 0x20 ? 1 : 6)
            way.isWrapping = true
            groups.append([way])
        }
        return groups + strings(bytes, census)
    }

    /// Whether all lines have the same length except for white space and quote marks around them, or a single line has
    /// such a prefix.
    private static func isWrapped(_ bytes: Span<UInt8>, _ census: ByteCensus) -> Bool {
        guard !census.present.intersection(.whitespace).isEmpty, bytes.count >= 12 else { return false }
        let mark = WrappedText.mark(bytes)
        var (first, lineCount, isLast, start) = (0, 0, false, 0)
        while start < bytes.count {
            let text = WrappedText.textStart(bytes, start, mark)
            var end = text
            while end < bytes.count, bytes[end] > 0x20 { end += 1 }
            start = end
            while start < bytes.count, bytes[start] != .newline {
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
            if length > first || first < 20 && start < bytes.count - 1 { return false }
            isLast = length < first
        }
        return lineCount > 1 || lineCount == 1 && (bytes[0] <= 0x20 || mark != nil)
    }

    /// String literals: quoted, or unquoted with escapes.
    private static func strings(_ bytes: Span<UInt8>, _ census: ByteCensus) -> [[LayerWay]] {
        guard let ends = TextKinds.ends(bytes), !TextKinds.isJSONDocument(bytes) else { return [] }
        let way = LayerWay(.stringLiteral, 6)
        return quotes(ends, census) + escapedStrings(bytes, census, ends: ends, way: way)
    }

    /// Quotes around text without escapes; JSON strings are tried as JSON.
    private static func quotes(_ ends: (first: UInt8, last: UInt8), _ census: ByteCensus) -> [[LayerWay]] {
        guard ends.first == ends.last, census.count > 2 else { return [] }
        var way = LayerWay(.stringLiteral, 8).with(.form, "raw")
        way.isWrapping = true
        switch ends.first {
        case .quotationMark: return census[.quotationMark] > 2 || census[.backslash] > 0 ? [[way]] : []
        case .apostrophe, .backtick: return [[way.lenient()]]
        default: return []
        }
    }

    private static func escapedStrings(
        _ bytes: Span<UInt8>, _ census: ByteCensus, ends: (first: UInt8, last: UInt8), way: LayerWay
    ) -> [[LayerWay]] {
        let second = bytes.count > 2 ? bytes[1] : 0
        switch (ends.first, second, ends.last) {
        case (UInt8(ascii: "b"), .apostrophe, .apostrophe): return [[way.with(.form, "python")]]
        case (.dollarSign, .apostrophe, .apostrophe): return [[way.with(.form, "shell")]]
        case (.quotationMark, _, .quotationMark) where census[.backslash] > 0: return [[way, way.with(.form, "swift")]]
        // Text with several lines is not a literal, but may be a program that contains some.
        case _ where census[.newline] > (bytes[bytes.count - 1] == .newline ? 1 : 0): return []
        // Path separators on Windows are not escapes.
        case _ where census[.backslash] == 0: return []
        case (_, .colon, _): return []
        default: return [[way.lenient(census[.backslash] > 1 ? 2 : 12)]]
        }
    }

    // MARK: Bases

    private static let hexadecimal = ByteSet("0123456789abcdefABCDEF")

    /// A base encoding with its symbols, the symbols of its lenient variant, and its cost.
    private struct Base: Sendable {
        let codec: Codec
        let symbols: ByteSet
        var lenientSymbols: ByteSet?
        let bits: Double
    }

    private static let list: [Base] = [
        Base(codec: .base64, symbols: base64, lenientSymbols: base64, bits: 10),
        Base(
            codec: .base64url, symbols: .alphanumeric + ByteSet("-_="),
            lenientSymbols: .alphanumeric + ByteSet("-_="), bits: 9),
        Base(
            codec: .base16, symbols: hexadecimal, lenientSymbols: hexadecimal + ByteSet("xX\\:-,;.[]{}()"), bits: 10),
        Base(
            codec: .base32, symbols: .upper + ByteSet("234567="), lenientSymbols: .letters + ByteSet("234567="),
            bits: 12),
        Base(
            codec: .base32hex, symbols: .digits + ByteSet(0x41...0x56) + ByteSet("="),
            lenientSymbols: .digits + ByteSet(0x41...0x56) + ByteSet(0x61...0x76) + ByteSet("="), bits: 15),
        Base(codec: .base45, symbols: .digits + .upper + ByteSet(" $%*+-./:"), bits: 15),
        spaced(.crockford, .alphanumeric + ByteSet("-"), 16),
        spaced(.zbase32, ByteSet("ybndrfg8ejkmcpqxot1uwisza345h769"), 16),
        spaced(.base58, ByteSet("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"), 15),
        spaced(.base62, .alphanumeric, 17),
        Base(codec: .base36, symbols: .digits + .lower, lenientSymbols: .alphanumeric, bits: 18),
        spaced(.base91, base91, 16), spaced(.z85, .alphanumeric + ByteSet(".-:+=^!/*?&<>()[]{}@%$#"), 15),
        spaced(.base85, .alphanumeric + ByteSet("!#$%&()*+-;<=>?@^_`{|}~"), 15),
        spaced(.ascii85, ByteSet(0x21...0x75) + ByteSet("z"), 14),
    ]

    /// A base with a lenient variant that ignores white space.
    private static func spaced(_ codec: Codec, _ symbols: ByteSet, _ bits: Double) -> Base {
        Base(codec: codec, symbols: symbols, lenientSymbols: symbols, bits: bits)
    }

    private static let base64 = ByteSet.alphanumeric + ByteSet("+/=")
    private static let base91 = ByteSet.alphanumeric + ByteSet("!#$%&()*+,./:;<=>?@[]^_`{|}~\"")

    private static func bases(_ bytes: Span<UInt8>, _ census: ByteCensus) -> [[LayerWay]] {
        let present = census.present
        let hasSpaces = !present.intersection(.whitespace).isEmpty
        let irregularity = hasSpaces ? irregularity(bytes) : 0
        var groups: [[LayerWay]] = []
        if census[.carriageReturn] > 0, present.isSubset(of: base64 + .whitespace) {
            groups.append([LayerWay(.mime, 10)])
        }
        for base in list {
            // Short words can be anything.
            var bits = base.bits + (census[.equals] > 0 ? -2.5 : census.count < 7 ? 5 : 0)
            var spacing = 0.0
            switch base.codec {
            // Without `-` and `_` it is plain Base64.
            case .base64url where census[.hyphen] + census[.underscore] == 0: continue
            // Numbers of different lengths are a list.
            case .base16 where irregularity > 0 && present.isSubset(of: .digits + .whitespace): continue
            // Groups with an odd number of digits are a list too.
            case .base16 where present.isSubset(of: .digits + listMarks) && hasOddGroups(bytes):
                continue
            // Digits alone are more likely a number, an IP address or a version.
            case .base16 where present.isSubset(of: .digits + .whitespace + ByteSet(".")): bits += 8
            // Decoding loses the case of letters, so it must gain more.
            case .base16, .base32, .base32hex, .crockford, .base36:
                let (upper, lower) = (present.intersection(.upper), present.intersection(.lower))
                if !upper.isEmpty, !lower.isEmpty { bits += 1.5 * Double(census.letterCount) }
            default: break
            }
            // Likewise for hyphens and for letters that are read as other symbols.
            if base.codec == .crockford { bits += 3 * Double("-OoIiLl".utf8.reduce(0) { $0 + census[$1] }) }
            if hasSpaces { spacing = irregularity }
            let way = LayerWay(base.codec, bits)
            var group = present.isSubset(of: base.symbols + .lineFeed) ? [way] : []
            if let symbols = base.lenientSymbols, present.isSubset(of: symbols + .whitespace) {
                group.append(way.lenient((base.codec == .base64url ? 1 : leniency) + spacing))
            }
            // The end marker may be truncated.
            let tildes = census[.tilde]
            if base.codec == .ascii85, tildes == 2 || tildes == 1 && TextKinds.ends(bytes)?.first == .lessThan {
                let adobe = LayerWay(.ascii85, 6).with(.adobe, true)
                group = [adobe, adobe.lenient()]
            }
            if !group.isEmpty { groups.append(group) }
        }
        return groups
    }

    /// Whether the first of several groups of digits has an odd length.
    private static func hasOddGroups(_ bytes: Span<UInt8>) -> Bool {
        var length = 0
        while length < min(bytes.count, 64), ByteSet.digits.contains(bytes[length]) { length += 1 }
        return length < bytes.count && length % 2 == 1
    }

    /// Cost of the white space that decoding skips, in bits; 0 if all groups have the same length.
    private static func irregularity(_ bytes: Span<UInt8>) -> Double {
        var lengths: [Int] = []
        var length = 0
        for index in 0..<min(bytes.count, 4096) {
            if bytes[index] > 0x20 {
                length += 1
            } else if length > 0 {
                lengths.append(length)
                length = 0
            }
        }
        let isRegular = lengths.allSatisfy { $0 == lengths.first } && length <= lengths.first ?? .max
        return isRegular ? 0 : 4 * Double(lengths.count)
    }
}
