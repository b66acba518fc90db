public import ArcaCodecs

/// A candidate key with its confidence.
public struct CipherCandidate<Cipher: LetterCipher>: Sendable {
    /// The cipher with the candidate key; `decode` returns the plaintext.
    public let cipher: Cipher
    /// The most likely language of the plaintext.
    public let language: LanguageModel.Language
    /// The probability of the key, 0 to 1, compared with all other keys and with text in no known language.
    public let confidence: Double
    /// The cost of the plaintext in the language, in bits per letter: 2.5 to 3.5 for text, 4.7 and more for noise.
    public let bitsPerLetter: Double
}

/// The cost of a random letter in bits: log2 of 26.
let bitsPerRandomLetter = 4.700439718

struct CandidateRanking<Cipher: LetterCipher> {
    private var entries: [(cipher: Cipher, language: LanguageModel.Language, bits: Double, total: Double)] = []
    private let letterCount: Int

    init(letterCount: Int) { self.letterCount = letterCount }

    /// Adds a key, with the cost of the decoded letters in each language and of the key itself, in bits.
    mutating func add(_ cipher: Cipher, costs: [(language: LanguageModel.Language, bits: Double)], keyBits: Double) {
        guard let best = costs.min(by: { $0.bits < $1.bits }) else { return }
        // All languages together contribute, with equal priors: log-sum-exp.
        let sum = costs.reduce(0) { $0 + Self.power(best.bits - $1.bits) }
        let total = best.bits - Self.logarithm(sum) + Self.logarithm(Double(costs.count)) + keyBits
        entries.append((cipher, best.language, best.bits, total))
    }

    func ranked() -> [CipherCandidate<Cipher>] {
        let sorted = entries.sorted { $0.total < $1.total }
        guard let first = sorted.first else { return [] }
        // The alternative hypothesis: random letters.
        let noise = Double(letterCount) * bitsPerRandomLetter
        let base = min(first.total, noise)
        let whole = sorted.reduce(Self.power(base - noise)) { $0 + Self.power(base - $1.total) }
        return sorted.map { entry in
            CipherCandidate(
                cipher: entry.cipher, language: entry.language, confidence: Self.power(base - entry.total) / whole,
                bitsPerLetter: entry.bits / Double(letterCount))
        }
    }

    /// 2 to the power of `exponent`, which is at most 0; the standard library has no `exp2` without a C library.
    private static func power(_ exponent: Double) -> Double {
        guard exponent > -1000 else { return 0 }
        let whole = exponent.rounded(.down)
        // 2^f for f in 0..<1, by the series of e^(f·ln 2).
        let x = (exponent - whole) * 0.693147180559945309
        var term = 1.0
        var sum = 1.0
        for n in 1...16 {
            term *= x / Double(n)
            sum += term
        }
        return Double(sign: .plus, exponent: Int(whole), significand: sum)
    }

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
