internal import ArcaCore

/// What a sequence of letters costs in a language: how many bits an ideal code would take that expects each letter
/// from the two before it.
///
/// The cheapest decoding of a text is the most likely one. Random letters cost 4.7 bits each, good text 3.
public struct LanguageModel: Sendable {
    /// The languages whose letter frequencies Arca knows.
    public enum Language: String, CaseIterable, Sendable {
        /// English.
        case english
        /// German, with umlauts written out or left out.
        case german
        /// French, without accents.
        case french
        /// Spanish, without accents.
        case spanish
        /// Chinese in pinyin without tones.
        case pinyin
    }

    /// A text's letters as numbers 0 to 25, whatever stands between them left out.
    ///
    /// - Parameters:
    ///   - bytes: Text; ASCII letters count.
    ///   - limit: So many letters are enough.
    /// - Returns: At most `limit` numbers.
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

    /// The model of a language, read at first use.
    static func of(_ language: Language) -> LanguageModel {
        models[Language.allCases.firstIndex(of: language) ?? 0]
    }

    /// Quarter bits: 26 for single letters, 676 for pairs, 17,576 for triples.
    private let table: [UInt8]

    private init(table: [UInt8]) {
        precondition(table.count == 26 + 676 + 17_576, "a language's table is cut short")
        self.table = table
    }

    /// What the letter at `index` costs after those before it, in quarter bits.
    func cost(of letters: [UInt8], at index: Int) -> Int {
        let letter = Int(letters[index])
        if index >= 2 {
            return cost(Int(letters[index - 2]), Int(letters[index - 1]), letter)
        }
        return Int(index == 1 ? table[26 + Int(letters[0]) * 26 + letter] : table[letter])
    }

    /// What the last of three letters costs after the other two, in quarter bits.
    func cost(_ first: Int, _ second: Int, _ third: Int) -> Int { Int(table[702 + (first * 26 + second) * 26 + third]) }

    /// What a letter costs regardless of those before it, in quarter bits.
    func cost(of letter: Int) -> Int { Int(table[letter]) }

    /// What all letters cost together, in bits.
    func cost(of letters: [UInt8]) -> Double {
        var sum = 0
        for index in letters.indices { sum += cost(of: letters, at: index) }
        return Double(sum) / 4
    }
}

/// How likely letters follow one another in each language: the frequencies behind ``LanguageModel``.
///
/// A table has a character for each of 26 letters, 676 pairs and 17,576 triples, in alphabetical order: the letter
/// `c` at the start of a text, after `b`, and after `ab`. The character's code less 48 is the cost in quarter bits:
/// -4 · log2 of the probability, rounded, at most 63. Line ends and spaces between them count for nothing.
package enum LanguageData {
    /// The costs of a language: 26 single letters, 676 pairs, 17,576 triples.
    package static func table(_ language: LanguageModel.Language) -> [UInt8] {
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
