/// How likely letters follow one another in each language: the frequencies behind ``LanguageModel``.
///
/// A table has a character for each of 26 letters, 676 pairs and 17,576 triples, in alphabetical order: the letter
/// `c` at the start of a text, after `b`, and after `ab`. The character's code less 48 is the cost in quarter bits:
/// -4 · log2 of the probability, rounded, at most 63. Line ends and spaces between them count for nothing.
package enum LanguageData {
    /// The costs of a language: 26 single letters, 676 pairs, 17,576 triples.
    package static func table(_ language: Language) -> [UInt8] {
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
