internal import ArcaPlatform

/// A prefix code for text in the charsets of Chinese, Japanese and Korean, and in UTF-16.
///
/// By Kraft's inequality, noise is n bits shorter in a prefix code than as bytes once in 2^n times, at any length. So all
/// of the difference is evidence.
struct CharsetCode {
    /// The code length of text that was decoded from one of ``charsets``, in bits, with the choice among them.
    static func bits(_ text: String, charset: String) -> Double? {
        languages[charset]?.map { $0.bits(text) }.min().map { $0 + choiceBits }
    }

    /// The charsets with a code.
    static let charsets = ["GB18030", "Big5", "Shift_JIS", "EUC-KR", "EUC-JP", "UTF-16LE", "UTF-16BE"]

    /// For 13 pairs of a charset and a language.
    private static let choiceBits = 4.0

    private static let languages: [String: [CharsetCode]] = {
        let simplified = CharsetCode(frequent: FrequentCharacters.simplified)
        let traditional = CharsetCode(frequent: FrequentCharacters.traditional)
        let japanese = CharsetCode(frequent: FrequentCharacters.japanese)
        let korean = CharsetCode(frequent: FrequentCharacters.korean)
        let all = [simplified, traditional, japanese, korean]
        return [
            "GB18030": [simplified], "Big5": [traditional], "Shift_JIS": [japanese], "EUC-JP": [japanese],
            "EUC-KR": [korean], "UTF-16LE": all, "UTF-16BE": all,
        ]
    }()

    // MARK: Characters

    private let costs: [UInt32: Double]

    /// The shares of characters in text add up to 1: frequent ones, ASCII, punctuation, other Chinese characters and
    /// syllables, and the rest.
    private static let (frequentShare, plainShare, punctuationShare, wideShare) = (0.72, 0.12, 0.09, 0.06)
    private static let wideBits = log2(Double(0xa000 - 0x4e00 + 0xd7a4 - 0xac00) / wideShare)
    private static let restBits = log2(Double(0x110000) / 0.01)

    /// The lists are sorted by frequency, and the shares follow Zipf's law.
    private init(frequent: String) {
        var costs: [UInt32: Double] = [:]
        for (text, share, offset) in [
            (frequent, Self.frequentShare, 20.0), (FrequentCharacters.plain, Self.plainShare, 4),
            (FrequentCharacters.punctuation, Self.punctuationShare, 1),
        ] {
            let weights = text.unicodeScalars.enumerated().map { 1 / (Double($0.offset) + offset) }
            let sum = weights.reduce(0, +)
            for (scalar, weight) in zip(text.unicodeScalars, weights) {
                costs[scalar.value] = -log2(share * weight / sum)
            }
        }
        self.costs = costs
    }

    private func bits(_ text: String) -> Double {
        text.unicodeScalars.reduce(0) { sum, scalar in
            switch scalar.value {
            case let value where costs[value] != nil: sum + (costs[value] ?? 0)
            case 0x4e00..<0xa000, 0xac00..<0xd7a4: sum + Self.wideBits
            default: sum + Self.restBits
            }
        }
    }
}
