internal import ArcaCodecCatalog
public import ArcaCore

/// The cost of data in bits, in an ideal code for text, known formats and random tokens.
///
/// Of two readings of the same data, the cheaper one is more likely. Random bytes cost eight bits each, encoded text up
/// to six per character, text three, and the header of a known format nothing. Long data is sampled: three pieces, 64
/// KiB together.
public struct Plausibility: Sendable {
    /// The cost of all data, in bits.
    public let bits: Double
    /// Whether the data is displayable text.
    public let isText: Bool
    /// The cost of a letter in the most likely language, in bits: 2.5 to 3.5 for text, 4.7 and more for noise.
    public let bitsPerLetter: Double
    /// Whether the data is text or of a known format.
    public var isRecognized: Bool { isText || format != nil }
    package let format: Recognition?
    let census: ByteCensus
    /// The cost of all data as text, in bits.
    let textBits: Double
    /// Whether it starts like a URL or a puzzle flag.
    let hasShape: Bool
    let text: TextCost

    /// Penalty for unrecognized bytes, in bits.
    private static let surprise = 24.0
    /// Size of the sample, half of it from the beginning.
    private static let sampleCount = 64 << 10

    /// Evaluates data.
    ///
    /// - Parameter bytes: All of the data.
    public init(_ bytes: borrowing some Bytes) {
        self = bytes.withBytes { span in Plausibility(span: span) }
    }

    package init(span bytes: Span<UInt8>) {
        census = ByteCensus(bytes)
        let isPlainASCII = !census.hasHighBytes && census.strangeControlCount == 0
        let format = ForeignKinds.look(at: bytes)
        // An encoding may leave a binary format's magic number in plain ASCII; a GIF is not text.
        self.format = format.flatMap { isPlainASCII && !$0.isText && !$0.mayBeText ? nil : $0 }
        let invalid = census.hasHighBytes ? UTF8Check.firstInvalid(bytes) : nil
        let isCut = invalid.map { Self.isIncomplete(bytes, at: $0) } ?? false
        let isUTF8 = invalid == nil || isCut
        // A trailing line break says nothing.
        let lineEnd = bytes.count > 1 && bytes[bytes.count - 1] == .newline ? bytes.count - 1 : bytes.count
        let end = isCut ? invalid ?? lineEnd : lineEnd
        let hasFewControls = census.strangeControlCount * 64 <= bytes.count
        let (text, sampled) = Self.textCost(bytes.extracting(0..<end), isText: isUTF8 && hasFewControls)
        self.text = text
        let shape = isUTF8 ? TextShape.bits(of: bytes) : 0
        let weighed =
            sampled == 0 ? .infinity : text.bits * Double(end) / Double(sampled) + (isUTF8 ? 0 : Self.surprise / 2)
        let textBits = max(min(weighed, 6), weighed - shape)
        hasShape = shape > 0
        self.textBits = textBits
        let rawBits = census.rawBits(bytes) + Self.surprise
        let formatBits = self.format.map { rawBits - Self.surprise / 2 - Double($0.evidenceBits) } ?? .infinity
        bits = max(0, min(textBits, rawBits, formatBits))
        bitsPerLetter = text.language.bitsPerLetter
        isText = self.format?.isText ?? (isUTF8 ? hasFewControls : textBits < rawBits && hasFewControls)
    }

    /// Whether the text ends in an incomplete UTF-8 character, as truncated text may.
    private static func isIncomplete(_ bytes: Span<UInt8>, at place: Int) -> Bool {
        guard place >= 24, place + 3 >= bytes.count, bytes[place] >= 0xc2 else { return false }
        let length = bytes[place] < 0xe0 ? 2 : bytes[place] < 0xf0 ? 3 : 4
        guard place + length > bytes.count else { return false }
        return (place + 1..<bytes.count).allSatisfy { bytes[$0] & 0xc0 == 0x80 }
    }

    /// Evaluates data as text, in samples if it is long.
    ///
    /// Data that cannot be text gets a smaller sample.
    private static func textCost(_ bytes: Span<UInt8>, isText: Bool) -> (TextCost, sampled: Int) {
        var cost = TextCost()
        let limit = isText ? sampleCount : sampleCount / 8
        guard bytes.count > limit else {
            cost.add(bytes)
            return (cost, bytes.count)
        }
        let half = limit / 2
        let quarter = limit / 4
        var sampled = 0
        for (start, count) in [(0, half), (bytes.count / 2, quarter), (bytes.count - quarter, quarter)] {
            var lower = start
            var upper = start + count
            // Align the sample to characters.
            for _ in 0..<3 where lower < upper && bytes[lower] & 0xc0 == 0x80 { lower += 1 }
            for _ in 0..<3 where upper < bytes.count && upper > lower && bytes[upper] & 0xc0 == 0x80 { upper -= 1 }
            cost.add(bytes.extracting(lower..<upper))
            sampled += upper - lower
        }
        return (cost, sampled)
    }
}

/// Prefixes that identify text before its letters do: URLs, and puzzle flags, `flag{…}`.
enum TextShape {
    /// The names before the brace of a flag, in lower case.
    private static let flagNames: Set<[UInt8]> = Set(
        ["flag", "ctf", "picoctf", "htb", "thm", "key", "secret"].map { Array($0.utf8) })

    /// Bits by which the prefix is likelier than its characters suggest.
    static func bits(of bytes: Span<UInt8>) -> Double {
        guard bytes.count >= 8 else { return 0 }
        var name: [UInt8] = []
        while name.count < min(12, bytes.count), bytes[name.count] | 0x20 &- 0x61 < 26 {
            name.append(bytes[name.count] | 0x20)
        }
        guard name.count >= 3, bytes.count > name.count + 3 else { return 0 }
        let next = bytes[name.count]
        if next == UInt8(ascii: "{"), flagNames.contains(name) {
            var end = bytes.count
            while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
            return end > 0 && bytes[end - 1] == UInt8(ascii: "}") ? 18 : 0
        }
        guard next == UInt8(ascii: ":"), bytes[name.count + 1] == 0x2f, bytes[name.count + 2] == 0x2f else { return 0 }
        return name == Array("http".utf8) || name == Array("https".utf8) ? 18 : 0
    }
}
