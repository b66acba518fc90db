internal import ArcaCodecs

/// What letters cost after the two before them, in all languages of ``Language`` at once.
struct LetterCosts: Sendable {
    /// One lane a language, quarter bits; lanes without a language repeat the first one.
    typealias Costs = SIMD8<UInt8>

    /// The tables of all languages side by side, read at first use.
    static let shared = LetterCosts()

    private let costs: [Costs]

    private init() {
        let tables = Language.allCases.map { LanguageData.table($0) }
        let first = tables[0]
        costs = first.indices.map { index in
            var cost = Costs(repeating: first[index])
            for (lane, table) in tables.enumerated() where index < table.count { cost[lane] = table[index] }
            return cost
        }
    }

    /// What a letter costs after two others; those are nil at the beginning of a text.
    func cost(_ letter: Int, after second: Int?, _ first: Int?) -> Costs {
        guard let second else { return costs[letter] }
        guard let first else { return costs[26 + second * 26 + letter] }
        return costs[702 + (first * 26 + second) * 26 + letter]
    }
}
