/// A trigram model of a language: the cost of a sequence of letters, in bits, if each letter is predicted from the two
/// before it.
///
/// The decoding with the lowest cost is the most likely. Random letters cost 4.7 bits each, normal text about 3.
public struct LanguageModel: Sendable {
    /// The languages with built-in letter frequencies.
    public enum Language: String, CaseIterable, Sendable {
        /// English.
        case english
        /// German, with umlauts written as two letters or without dots.
        case german
        /// French, without accents.
        case french
        /// Spanish, without accents.
        case spanish
        /// Chinese in pinyin without tones.
        case pinyin
    }

    /// The ASCII letters of a text as numbers 0 to 25, at most `limit`; other characters are skipped.
    static func letters(of bytes: Span<UInt8>, limit: Int) -> [UInt8] {
        var letters: [UInt8] = []
        for index in 0..<bytes.count {
            let place = bytes[index] | 0x20 &- 0x61
            guard place < 26 else { continue }
            letters.append(place)
            if letters.count == limit { break }
        }
        return letters
    }

    private static let models = Language.allCases.map { LanguageModel(table: LanguageData.table($0)) }

    static func of(_ language: Language) -> LanguageModel {
        models[Language.allCases.firstIndex(of: language) ?? 0]
    }

    /// Costs in quarter bits: 26 for single letters, 676 for pairs, 17,576 for triples.
    private let table: [UInt8]

    private init(table: [UInt8]) {
        precondition(table.count == 26 + 676 + 17_576, "a language's table is cut short")
        self.table = table
    }

    /// The cost of the letter at `index` given the preceding ones, in quarter bits.
    func cost(of letters: [UInt8], at index: Int) -> Int {
        let letter = Int(letters[index])
        if index >= 2 {
            return cost(Int(letters[index - 2]), Int(letters[index - 1]), letter)
        }
        return Int(index == 1 ? table[26 + Int(letters[0]) * 26 + letter] : table[letter])
    }

    /// The cost of the third letter given the other two, in quarter bits.
    func cost(_ first: Int, _ second: Int, _ third: Int) -> Int { Int(table[702 + (first * 26 + second) * 26 + third]) }

    /// The cost of a letter regardless of its context, in quarter bits.
    func cost(of letter: Int) -> Int { Int(table[letter]) }

    func cost(of letters: [UInt8]) -> Double {
        var sum = 0
        for index in letters.indices { sum += cost(of: letters, at: index) }
        return Double(sum) / 4
    }
}

/// Letter frequencies of each language, the data of ``LanguageModel``.
///
/// A table has one character for each of 26 letters, 676 pairs and 17,576 triples, in alphabetical order: the letter
/// `c` at the start of a text, after `b`, and after `ab`. The character's code minus 48 is the cost in quarter bits: -4
/// · log2 of the probability, rounded, at most 63. Line ends and spaces between them are ignored.
enum LanguageData {
    /// The costs of a language: 26 single letters, 676 pairs, 17,576 triples.
    static func table(_ language: LanguageModel.Language) -> [UInt8] {
        let text =
            switch language {
            case .english: english
            case .german: german
            case .french: french
            case .spanish: spanish
            case .pinyin: pinyin
            }
        let units = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return units.compactMap { $0 < 48 ? nil : $0 - 48 }
    }
}
