internal import ArcaCodecs
public import ArcaCore

/// How natural data is as it stands, as the bits that an ideal code would take that expects text, known formats and
/// random tokens.
///
/// Of two readings of the same data the one with fewer bits is the likelier one: random bytes cost eight bits each,
/// encoded text up to six a character, text three, and the header of a known format nothing. Long data is weighed by
/// three samples of 64 KiB together.
public struct Plausibility: Sendable {
    /// Bits for all of the data.
    public let bits: Double
    /// Whether it is text that can be shown.
    public let isText: Bool
    /// What a letter costs in the likeliest language: 2.5 to 3.5 for text, 4.7 and more for noise.
    public let bitsPerLetter: Double
    /// Whether it is text or of a known format.
    public var isRecognized: Bool { isText || format != nil }
    /// The format by magic number, if it has one.
    let format: Recognition?
    let census: ByteCensus
    /// Bits for all of the data as text.
    let textBits: Double
    /// Whether it begins as a URL or a flag does.
    let hasShape: Bool
    /// What the text costs were summed over, for the kind of text.
    let text: TextCost

    /// Bits by which bytes of no known form are less likely than text and known formats.
    private static let surprise = 24.0
    /// Bytes that are weighed: the first half of them at the beginning.
    private static let sampleCount = 64 << 10

    /// Weighs data.
    ///
    /// - Parameter bytes: All of it.
    public init(_ bytes: borrowing some Bytes) {
        self = bytes.withBytes { span in Plausibility(span: span) }
    }

    init(span bytes: Span<UInt8>) {
        census = ByteCensus(bytes)
        let isPlainASCII = !census.hasHighBytes && census.strangeControlCount == 0
        let format = ForeignKinds.look(at: bytes)
        // The magic number of a binary format can be what an encoding left as it was: a GIF is not text.
        self.format = format.flatMap { isPlainASCII && !$0.isText && !$0.mayBeText ? nil : $0 }
        let invalid = census.hasHighBytes ? UTF8Check.firstInvalid(bytes) : nil
        let isCut = invalid.map { Self.isIncomplete(bytes, at: $0) } ?? false
        let isUTF8 = invalid == nil || isCut
        // A line end at the very end says nothing.
        let lineEnd = bytes.count > 1 && bytes[bytes.count - 1] == 0x0a ? bytes.count - 1 : bytes.count
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

    /// Whether a text ends within a character, as one that was cut anywhere may.
    private static func isIncomplete(_ bytes: Span<UInt8>, at place: Int) -> Bool {
        guard place >= 24, place + 3 >= bytes.count, bytes[place] >= 0xc2 else { return false }
        let length = bytes[place] < 0xe0 ? 2 : bytes[place] < 0xf0 ? 3 : 4
        guard place + length > bytes.count else { return false }
        return (place + 1..<bytes.count).allSatisfy { bytes[$0] & 0xc0 == 0x80 }
    }

    /// Weighs data as text, in samples when it is long.
    ///
    /// What cannot be text is looked at no further than shows that.
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
            // Samples begin and end at characters.
            for _ in 0..<3 where lower < upper && bytes[lower] & 0xc0 == 0x80 { lower += 1 }
            for _ in 0..<3 where upper < bytes.count && upper > lower && bytes[upper] & 0xc0 == 0x80 { upper -= 1 }
            cost.add(bytes.extracting(lower..<upper))
            sampled += upper - lower
        }
        return (cost, sampled)
    }
}
