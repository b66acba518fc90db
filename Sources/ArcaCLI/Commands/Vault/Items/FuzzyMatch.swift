struct FuzzyMatch {
    private let letters: [Character]

    init(_ text: String) { letters = Array(text.lowercased()) }

    /// Ranks a text; lower is better.
    ///
    /// Returns 0 if the text contains the search term, and 1 if it contains a term of at least three letters with one
    /// typo. Larger ranks mean that all letters occur in order, farther apart. Returns nil for no match.
    func rank(_ text: String) -> Int? {
        let text = Array(text.lowercased())
        guard !letters.isEmpty else { return 0 }
        let errors = letters.count < 3 ? 2 : fewestErrors(in: text)
        if errors < 2 { return errors }
        return shortestSpan(in: text).map { 2 + $0 - letters.count }
    }

    /// The smallest Damerau-Levenshtein distance to any substring.
    private func fewestErrors(in text: [Character]) -> Int {
        var older = [Int](repeating: 0, count: text.count + 1)
        var old = older
        for i in letters.indices {
            var row = [i + 1]
            row.reserveCapacity(text.count + 1)
            for j in text.indices {
                var best = min(old[j + 1] + 1, row[j] + 1, old[j] + (letters[i] == text[j] ? 0 : 1))
                if i > 0, j > 0, letters[i] == text[j - 1], letters[i - 1] == text[j] {
                    best = min(best, older[j - 1] + 1)
                }
                row.append(best)
            }
            (older, old) = (old, row)
        }
        return old.min() ?? letters.count
    }

    /// Length of the shortest substring that contains all letters in order.
    private func shortestSpan(in text: [Character]) -> Int? {
        var shortest: Int?
        for start in text.indices where text[start] == letters[0] {
            var next = 0
            for place in start..<text.count where next < letters.count && text[place] == letters[next] {
                next += 1
                if next == letters.count { shortest = min(shortest ?? .max, place - start + 1) }
            }
        }
        return shortest
    }
}
