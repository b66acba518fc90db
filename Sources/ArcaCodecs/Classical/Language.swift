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
