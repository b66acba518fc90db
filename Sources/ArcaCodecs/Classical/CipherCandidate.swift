/// A key that a cracker found, and how likely it is.
public struct CipherCandidate<Cipher: LetterCipher>: Sendable {
    /// The cipher with the key; `decode` gives the text.
    public let cipher: Cipher
    /// The language in which the decoded text is likeliest.
    public let language: LanguageModel.Language
    /// How likely the key is, 0 to 1, among all keys and the case that the text is in no known language.
    public let confidence: Double
    /// What a letter of the decoded text costs in the language: 2.5 to 3.5 for text, 4.7 and more for noise.
    public let bitsPerLetter: Double
}

/// Bits of one letter drawn at random: log2 of 26.
let bitsPerRandomLetter = 4.700439718

/// Turns costs in bits into ranked candidates.
struct CandidateRanking<Cipher: LetterCipher> {
    private var entries: [(cipher: Cipher, language: LanguageModel.Language, bits: Double, total: Double)] = []
    private let letterCount: Int

    init(letterCount: Int) { self.letterCount = letterCount }

    /// Notes a key, the cost of the decoded letters in each language and of the key itself, in bits.
    mutating func add(_ cipher: Cipher, costs: [(language: LanguageModel.Language, bits: Double)], keyBits: Double) {
        guard let best = costs.min(by: { $0.bits < $1.bits }) else { return }
        // All languages together count for the key, each as likely as the others: log-sum-exp.
        let sum = costs.reduce(0) { $0 + Self.power(best.bits - $1.bits) }
        let total = best.bits - Self.logarithm(sum) + Self.logarithm(Double(costs.count)) + keyBits
        entries.append((cipher, best.language, best.bits, total))
    }

    /// All keys, likeliest first.
    func ranked() -> [CipherCandidate<Cipher>] {
        let sorted = entries.sorted { $0.total < $1.total }
        guard let first = sorted.first else { return [] }
        // The rival: letters drawn at random.
        let noise = Double(letterCount) * bitsPerRandomLetter
        let base = min(first.total, noise)
        let whole = sorted.reduce(Self.power(base - noise)) { $0 + Self.power(base - $1.total) }
        return sorted.map { entry in
            CipherCandidate(
                cipher: entry.cipher, language: entry.language, confidence: Self.power(base - entry.total) / whole,
                bitsPerLetter: entry.bits / Double(letterCount))
        }
    }

    /// 2 to the power of `exponent`, which is 0 or less, by repeated squaring: there is no `exp2` without a C library.
    private static func power(_ exponent: Double) -> Double {
        guard exponent > -1000 else { return 0 }
        let whole = exponent.rounded(.down)
        // 2^f for f in 0..<1 by the series of e^(f·ln 2).
        let x = (exponent - whole) * 0.693147180559945309
        var term = 1.0
        var sum = 1.0
        for n in 1...16 {
            term *= x / Double(n)
            sum += term
        }
        return Double(sign: .plus, exponent: Int(whole), significand: sum)
    }

    /// The logarithm to base 2 of a number of 1 or more.
    private static func logarithm(_ value: Double) -> Double {
        var x = value.significand
        var result = Double(value.exponent)
        var bit = 0.5
        for _ in 0..<40 {
            x *= x
            if x >= 2 {
                x /= 2
                result += bit
            }
            bit /= 2
        }
        return result
    }
}
