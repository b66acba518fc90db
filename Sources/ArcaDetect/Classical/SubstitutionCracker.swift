public import ArcaCodecs
public import ArcaCore

/// Finds the key of a simple substitution cipher by hill climbing.
///
/// The first guess pairs letters by frequency. Then pairs of letters in the key are swapped as long as the letter
/// triples become more likely. At a local optimum a few pairs are swapped at random, and the search continues. The
/// random generator has a fixed seed, so the same text always gives the same keys. 400 letters are enough to find most
/// of the key. Rare letters remain a guess, and pinyin needs longer texts.
public enum SubstitutionCracker {
    struct Effort: Sendable {
        let letterCount: Int
        /// The number of restarts from a perturbed key, in each of the two most likely languages.
        let roundCount: Int
        /// The number of languages that get a quarter of the restarts, to select those two.
        let languageCount: Int
        /// The maximum cost after those restarts for the search to continue, in bits per letter.
        let leastHope: Double

        static let full = Effort(letterCount: 1000, roundCount: 80, languageCount: .max, leastHope: .infinity)
        /// For a text of unknown format.
        static let quick = Effort(letterCount: 600, roundCount: 20, languageCount: 3, leastHope: 3.9)
    }

    /// The cost of a key in bits: log2 of 26!.
    static let keyBits = 88.381953327

    /// Finds likely keys.
    ///
    /// - Returns: Distinct keys, most likely first, at most one per language; empty if the text has fewer than 26
    ///   letters.
    public static func crack(
        _ bytes: borrowing some Bytes, languages: [LanguageModel.Language] = LanguageModel.Language.allCases
    ) -> [CipherCandidate<Substitution>] {
        crack(bytes, languages: languages, effort: .full)
    }

    /// Finds likely keys with limited effort; returns none if the search is hopeless.
    static func crack(
        _ bytes: borrowing some Bytes, languages: [LanguageModel.Language] = LanguageModel.Language.allCases,
        effort: Effort
    ) -> [CipherCandidate<Substitution>] {
        let letters = bytes.withBytes { span in LanguageModel.letters(of: span, limit: effort.letterCount) }
        guard letters.count >= 26 else { return [] }
        var ranking = CandidateRanking<Substitution>(letterCount: letters.count)
        var seen: Set<[UInt8]> = []
        var climbs = languages.map { Climb(letters, LanguageModel.of($0)) }.sorted { $0.best.cost < $1.best.cost }
        let first = effort.roundCount / 4
        for index in climbs.indices.prefix(effort.languageCount) { climbs[index].search(rounds: first) }
        climbs.sort { $0.best.cost < $1.best.cost }
        guard let best = climbs.first?.best, Double(best.cost) < 4 * effort.leastHope * Double(letters.count) else {
            return []
        }
        for (rank, climb) in climbs.enumerated() {
            var climb = climb
            if rank < 2 { climb.search(rounds: effort.roundCount - first) }
            let key = climb.best.key
            // The search maps ciphertext to plaintext letters; the cipher needs the inverse.
            var places = [UInt8](repeating: 0, count: 26)
            for (place, letter) in key.enumerated() { places[Int(letter)] = UInt8(place) }
            guard seen.insert(places).inserted else { continue }
            let plain = letters.map { key[Int($0)] }
            ranking.add(
                Substitution(places: places), costs: languages.map { ($0, LanguageModel.of($0).cost(of: plain)) },
                keyBits: keyBits)
        }
        return ranking.ranked()
    }

    private struct Climb {
        /// A triple of letters, and its number of occurrences in the text.
        private struct Triple {
            let first: Int
            let second: Int
            let third: Int
            let count: Int
        }
        private let triples: [Triple]
        /// For each letter, the triples that contain it.
        private let containing: [[Int]]
        private let counts: [Int]
        private let model: LanguageModel
        /// The plaintext letter for each letter of the ciphertext.
        private var key: [UInt8] = []
        /// The best key so far, and its cost in quarter bits.
        private(set) var best: (key: [UInt8], cost: Int) = ([], .max)
        private var state: UInt32 = 0x2545_f491

        init(_ letters: [UInt8], _ model: LanguageModel) {
            self.model = model
            var found: [Int: Int] = [:]
            var counts = [Int](repeating: 0, count: 26)
            for index in letters.indices {
                counts[Int(letters[index])] += 1
                guard index >= 2 else { continue }
                found[
                    (Int(letters[index - 2]) * 26 + Int(letters[index - 1])) * 26 + Int(letters[index]), default: 0] +=
                    1
            }
            var triples: [Triple] = []
            var containing = [[Int]](repeating: [], count: 26)
            for (code, count) in found.sorted(by: { $0.key < $1.key }) {
                let triple = Triple(first: code / 676, second: code / 26 % 26, third: code % 26, count: count)
                for letter in Set([triple.first, triple.second, triple.third]) {
                    containing[letter].append(triples.count)
                }
                triples.append(triple)
            }
            self.triples = triples
            self.containing = containing
            self.counts = counts
            key = [UInt8](repeating: 0, count: 26)
            let written = (0..<26).sorted { (counts[$1], $0) < (counts[$0], $1) }
            let meant = (0..<26).sorted { (model.cost(of: $0), $0) < (model.cost(of: $1), $1) }
            for (letter, plain) in zip(written, meant) { key[letter] = UInt8(plain) }
            improve()
            best = (key, total)
        }

        /// The total cost of the triples that satisfy `isCounted`.
        private func cost(of indices: some Sequence<Int>, where isCounted: (Triple) -> Bool = { _ in true }) -> Int {
            // Direct access to the buffers avoids reference counting, which would dominate the run time.
            triples.withUnsafeBufferPointer { triples in
                key.withUnsafeBufferPointer { key in
                    var sum = 0
                    for index in indices where isCounted(triples[index]) {
                        let triple = triples[index]
                        sum +=
                            triple.count
                            * model.cost(Int(key[triple.first]), Int(key[triple.second]), Int(key[triple.third]))
                    }
                    return sum
                }
            }
        }

        /// The total cost of the triples that contain either of two letters, each counted once.
        private func cost(of left: Int, _ right: Int) -> Int {
            cost(of: containing[left])
                + cost(of: containing[right]) { $0.first != left && $0.second != left && $0.third != left }
        }

        private mutating func improve() {
            var isBetter = true
            while isBetter {
                isBetter = false
                for left in 0..<25 {
                    for right in left + 1..<26 where counts[left] + counts[right] > 0 {
                        let before = cost(of: left, right)
                        key.swapAt(left, right)
                        if cost(of: left, right) < before { isBetter = true } else { key.swapAt(left, right) }
                    }
                }
            }
        }

        private var total: Int { cost(of: triples.indices) }

        mutating func search(rounds: Int) {
            for _ in 0..<rounds {
                key = best.key
                for _ in 0..<3 + random() % 8 { key.swapAt(random(), random()) }
                improve()
                let cost = total
                if cost < best.cost { best = (key, cost) }
            }
        }

        private mutating func random() -> Int {
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return Int(state % 26)
        }
    }
}
