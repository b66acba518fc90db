import ArcaCore

enum Suggestions {
    /// The nearest candidates, at most three.
    ///
    /// A candidate is near if it differs only in case, starts with the word (of two letters or more), ends with it
    /// (four or more), or is a few typos away: one for words of up to five letters, two for up to eight, three for
    /// more.
    static func nearest(to word: String, among candidates: [String]) -> [String] {
        let word = letters(of: word)
        let limit = word.count <= 5 ? 1 : word.count <= 8 ? 2 : 3
        var found: [(distance: Int, name: String)] = []
        for name in candidates {
            let other = letters(of: name)
            let distance = distance(word, other)
            if word.count >= 4 && other.starts(with: word) {
                found.append((0, name))
            } else if distance <= limit && distance < other.count {
                found.append((distance, name))
            } else if word.count >= 2 && other.starts(with: word)
                || word.count >= 4 && other.suffix(word.count) == word[...]
            {
                found.append((limit + 1, name))
            }
        }
        guard let best = found.map(\.distance).min() else { return [] }
        return found.filter { $0.distance == best }.prefix(3).map(\.name)
    }

    /// Formats `did you mean X?`, `did you mean X or Y?`.
    static func question(_ names: [String]) -> String {
        "did you mean \(names.joined(separator: " or "))?"
    }

    /// Lowercases a word and removes the leading hyphens of an option.
    private static func letters(of word: String) -> [UInt8] {
        Array(word.lowercased().utf8.drop { $0 == .hyphen })
    }

    /// The Damerau-Levenshtein distance (optimal string alignment).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var older = [Int](repeating: 0, count: right.count + 1)
        var old = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            row.reserveCapacity(right.count + 1)
            for j in right.indices {
                var best = min(old[j + 1] + 1, row[j] + 1, old[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { best = min(best, older[j - 1] + 1) }
                row.append(best)
            }
            (older, old) = (old, row)
        }
        return old[right.count]
    }
}
