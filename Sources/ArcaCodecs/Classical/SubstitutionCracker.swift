/// Finds the key of a simple substitution without knowing it.
///
/// The first guess pairs letters by how often they occur; then two letters of the key change places as long as the triples of
/// letters become likelier. Where that ends in a dead end, a few pairs are exchanged and it goes on from there. There is no
/// chance in it: the same text gives the same keys. From 150 letters on most texts are solved, from 300 nearly all.
public enum SubstitutionCracker {
    /// Letters that are weighed.
    private static let letterLimit = 1000
    /// How often a language is begun anew from a disturbed key.
    private static let roundCount = 80
    /// log2 of 26!, what a key costs.
    static let keyBits = 88.381953327

    /// Finds likely keys.
    ///
    /// - Parameters:
    ///   - bytes: The encoded text.
    ///   - languages: The languages that the text may be in.
    /// - Returns: Different keys, likeliest first, one for each language at most; none when the text has fewer than 26 letters.
    public static func crack(
        _ bytes: borrowing some Bytes, languages: [LanguageModel.Language] = LanguageModel.Language.allCases
    ) -> [CipherCandidate<Substitution>] {
        crack(bytes, languages: languages, letters: letterLimit, rounds: roundCount, hope: .infinity)
    }

    /// Finds likely keys with less effort, and none where a letter costs more than `hope` bits after a fourth of it.
    package static func crack(
        _ bytes: borrowing some Bytes, languages: [LanguageModel.Language], letters limit: Int, rounds: Int,
        hope: Double
    ) -> [CipherCandidate<Substitution>] {
        let letters = bytes.withBytes { span in LanguageModel.letters(of: span, limit: limit) }
        guard letters.count >= 26 else { return [] }
        var ranking = CandidateRanking<Substitution>(letterCount: letters.count)
        var seen: Set<[UInt8]> = []
        // The languages that fit best soon deserve the effort.
        var climbs = languages.map { Climb(letters, LanguageModel.of($0)) }.sorted { $0.best.cost < $1.best.cost }
        for index in climbs.indices.prefix(hope < 26 ? 3 : climbs.count) { climbs[index].search(rounds: rounds / 4) }
        climbs.sort { $0.best.cost < $1.best.cost }
        guard let first = climbs.first, Double(first.best.cost) < 4 * hope * Double(letters.count) else { return [] }
        for (rank, climb) in climbs.enumerated() {
            var climb = climb
            if rank < 2 { climb.search(rounds: rounds - rounds / 4) }
            let key = climb.best.key
            // The climb knows what letters stand for; the cipher has what they become.
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

    /// The search for the key that makes the letters cheapest in one language.
    private struct Climb {
        /// A triple of letters, and how often it stands in the text.
        private struct Triple {
            let first: Int
            let second: Int
            let third: Int
            let count: Int
        }
        private let triples: [Triple]
        /// For each letter the triples that it is part of.
        private let containing: [[Int]]
        private let counts: [Int]
        private let model: LanguageModel
        /// What each letter of the text stands for.
        private var key: [UInt8] = []
        /// The best key so far, and what the text costs with it, in quarter bits.
        private(set) var best: (key: [UInt8], cost: Int) = ([], .max)
        /// What disturbs a key: a generator with a fixed seed.
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

        private func cost(of triple: Triple) -> Int {
            triple.count
                * model.cost(Int(key[triple.first]), Int(key[triple.second]), Int(key[triple.third]))
        }

        /// What the triples with one of two letters cost, each once.
        private func cost(of left: Int, _ right: Int) -> Int {
            triples.withUnsafeBufferPointer { triples in
                key.withUnsafeBufferPointer { key in
                    func cost(_ triple: Triple) -> Int {
                        triple.count
                            * model.cost(Int(key[triple.first]), Int(key[triple.second]), Int(key[triple.third]))
                    }
                    var sum = 0
                    for index in containing[left] { sum += cost(triples[index]) }
                    for index in containing[right] {
                        let triple = triples[index]
                        if triple.first != left, triple.second != left, triple.third != left { sum += cost(triple) }
                    }
                    return sum
                }
            }
        }

        /// Exchanges letters of the key as long as that helps.
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

        private var total: Int { triples.reduce(0) { $0 + cost(of: $1) } }

        /// Goes on from disturbed keys.
        mutating func search(rounds: Int) {
            for _ in 0..<rounds {
                key = best.key
                for _ in 0..<3 + random() % 8 { key.swapAt(random(), random()) }
                improve()
                let cost = total
                if cost < best.cost { best = (key, cost) }
            }
        }

        /// A number below 26.
        private mutating func random() -> Int {
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return Int(state % 26)
        }
    }
}
