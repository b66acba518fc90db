public import ArcaCodecs
public import ArcaCore

/// Finds the key of a Caesar or affine cipher by exhaustive search.
///
/// The plaintext for each key is rated by the letter frequencies of English, German, French, Spanish and pinyin. 20
/// letters are usually enough, 60 almost always. Non-ASCII characters are ignored.
///
///     ShiftCracker.caesar("Wkh gdqjhu ri wkh vhd".utf8)[0].cipher.shift  // 3
public enum ShiftCracker {
    /// The maximum number of letters to rate; more would not change the ranking.
    static let letterLimit = 2048

    /// Ranks the 26 shifts.
    ///
    /// - Returns: All 26 shifts, most likely first; empty if the text has no letters.
    public static func caesar(
        _ bytes: borrowing some Bytes, languages: [LanguageModel.Language] = LanguageModel.Language.allCases
    ) -> [CipherCandidate<Caesar>] {
        rank(bytes, languages, (0..<26).map(Caesar.init), keyBits: bitsPerRandomLetter) { cipher, place in
            (place + 26 - cipher.shift) % 26
        }
    }

    /// Ranks the 312 keys of the affine cipher, including Atbash (25, 25) and Caesar's (1, shift).
    ///
    /// - Returns: All 312 keys, most likely first; empty if the text has no letters.
    public static func affine(
        _ bytes: borrowing some Bytes, languages: [LanguageModel.Language] = LanguageModel.Language.allCases
    ) -> [CipherCandidate<Affine>] {
        let ciphers = Affine.multipliers.flatMap { multiplier in
            (0..<26).compactMap { try? Affine(multiplier: multiplier, offset: $0) }
        }
        // log2 of 312 keys
        return rank(bytes, languages, ciphers, keyBits: 8.285402219) { cipher, place in
            cipher.inverse * (place + 26 - cipher.offset) % 26
        }
    }

    /// The most likely keys of the affine cipher, ranked only by the frequency of single letters.
    static func likelyKeys(counts: [Int], limit: Int) -> [Affine] {
        var ranked: [(cipher: Affine, cost: Int)] = []
        let models = LanguageModel.Language.allCases.map { language in
            (0..<26).map { LanguageModel.of(language).cost(of: $0) }
        }
        for multiplier in Affine.multipliers {
            for offset in 0..<26 {
                guard let cipher = try? Affine(multiplier: multiplier, offset: offset) else { continue }
                let costs = models.map { model in
                    (0..<26).reduce(0) { $0 + model[$1] * counts[(multiplier * $1 + offset) % 26] }
                }
                ranked.append((cipher, costs.min() ?? 0))
            }
        }
        ranked.sort {
            ($0.cost, $0.cipher.multiplier, $0.cipher.offset) < ($1.cost, $1.cipher.multiplier, $1.cipher.offset)
        }
        return ranked.prefix(limit).map { $0.cipher }
    }

    private static func rank<Cipher: LetterCipher>(
        _ bytes: borrowing some Bytes, _ languages: [LanguageModel.Language], _ ciphers: [Cipher], keyBits: Double,
        decode: (Cipher, Int) -> Int
    ) -> [CipherCandidate<Cipher>] {
        let letters = bytes.withBytes { span in LanguageModel.letters(of: span, limit: letterLimit) }
        guard !letters.isEmpty else { return [] }
        var ranking = CandidateRanking<Cipher>(letterCount: letters.count)
        for cipher in ciphers {
            let map = (0..<26).map { UInt8(decode(cipher, $0)) }
            let plain = letters.map { map[Int($0)] }
            ranking.add(cipher, costs: languages.map { ($0, LanguageModel.of($0).cost(of: plain)) }, keyBits: keyBits)
        }
        return ranking.ranked()
    }
}
