public import ArcaCodecs
public import ArcaCore

/// Finds the key of a Vigenère cipher.
///
/// Letters at a distance of the key length have the same shift, so they coincide as often as in plaintext. This ranks
/// the lengths. For each likely length, the letters of the key are first chosen by single-letter frequencies, then
/// improved with triples as long as the cost decreases. The cost includes the bits of the key, so repeated keys are not
/// reported and noise is not explained by a long key. A text at least 20 times as long as the key is usually solved.
public enum VigenereCracker {
    private static let letterLimit = 1200
    private static let lengthsTried = 8

    /// A candidate key length.
    public struct KeyLength: Sendable, Hashable {
        /// The number of letters in the key.
        public let length: Int
        /// The index of coincidence at this distance: 0.065 to 0.08 in text, 0.038 in noise.
        public let coincidence: Double
    }

    /// Ranks key lengths by their index of coincidence.
    ///
    /// - Parameters:
    ///   - bytes: The encoded text.
    ///   - maximumLength: The maximum key length, 1 or more.
    /// - Returns: The lengths for which each letter of the key applies to at least two letters, most likely first.
    public static func keyLengths(_ bytes: borrowing some Bytes, maximumLength: Int = 20) -> [KeyLength] {
        keyLengths(bytes.withBytes { span in LanguageModel.letters(of: span, limit: letterLimit) }, maximumLength)
    }

    private static func keyLengths(_ letters: [UInt8], _ maximumLength: Int) -> [KeyLength] {
        let longest = min(maximumLength, letters.count / 2)
        guard longest >= 1 else { return [] }
        return (1...longest).map { length in
            let (same, pairs) = KeyPeriod.coincidences(letters, length: length, limit: 26)
            return KeyLength(length: length, coincidence: pairs == 0 ? 0 : Double(same) / Double(pairs))
        }.sorted { ($1.coincidence, $0.length) < ($0.coincidence, $1.length) }
    }

    /// Finds likely keys.
    ///
    /// - Parameters:
    ///   - bytes: The encoded text.
    ///   - maximumLength: The maximum key length, 1 or more.
    ///   - languages: The possible languages of the text.
    /// - Returns: Distinct keys, most likely first; empty if the text has fewer than two letters.
    public static func crack(
        _ bytes: borrowing some Bytes, maximumLength: Int = 20,
        languages: [LanguageModel.Language] = LanguageModel.Language.allCases
    ) -> [CipherCandidate<Vigenere>] {
        let letters = bytes.withBytes { span in LanguageModel.letters(of: span, limit: letterLimit) }
        var costs: [[Int]: [(language: LanguageModel.Language, bits: Double)]] = [:]
        for candidate in keyLengths(letters, maximumLength).prefix(lengthsTried) {
            for language in languages {
                let key = KeyPeriod.shortest(climb(letters, candidate.length, LanguageModel.of(language)))
                guard costs[key] == nil else { continue }
                let plain = letters.indices.map { place(letters[$0], less: key[$0 % key.count]) }
                costs[key] = languages.map { ($0, LanguageModel.of($0).cost(of: plain)) }
            }
        }
        var ranking = CandidateRanking<Vigenere>(letterCount: letters.count)
        for (key, bits) in costs {
            ranking.add(Vigenere(shifts: key), costs: bits, keyBits: Double(key.count) * bitsPerRandomLetter)
        }
        return ranking.ranked()
    }

    private static func place(_ letter: UInt8, less shift: Int) -> UInt8 {
        let place = letter &+ 26 &- UInt8(shift)
        return place >= 26 ? place - 26 : place
    }

    /// Finds the key of a given length with the lowest cost, by changing one letter at a time.
    private static func climb(_ letters: [UInt8], _ length: Int, _ model: LanguageModel) -> [Int] {
        var key = (0..<length).map { start in
            var counts = [Int](repeating: 0, count: 26)
            for index in stride(from: start, to: letters.count, by: length) { counts[Int(letters[index])] += 1 }
            let costs = (0..<26).map { shift in
                (0..<26).reduce(0) { $0 + counts[($1 + shift) % 26] * model.cost(of: $1) }
            }
            return costs.indices.min { costs[$0] < costs[$1] } ?? 0
        }
        var plain = letters.indices.map { place(letters[$0], less: key[$0 % length]) }

        /// Applies one letter of the key to the plaintext, and returns the cost of all affected letters.
        func cost(_ start: Int, _ shift: Int) -> Int {
            for index in stride(from: start, to: letters.count, by: length) {
                plain[index] = place(letters[index], less: shift)
            }
            var sum = 0
            for first in stride(from: start, to: letters.count, by: length) {
                for index in first..<min(first + min(length, 3), letters.count) {
                    sum += model.cost(of: plain, at: index)
                }
            }
            return sum
        }
        var improved = true
        while improved {
            improved = false
            for start in 0..<length {
                var best = (cost: cost(start, key[start]), shift: key[start])
                for shift in 0..<26 {
                    let sum = cost(start, shift)
                    if sum < best.cost { best = (sum, shift) }
                }
                if best.shift != key[start] {
                    key[start] = best.shift
                    improved = true
                }
                _ = cost(start, best.shift)
            }
        }
        return key
    }
}
