/// What the forms of Base85 differ in.
struct Base85Rules: Sendable {
    /// The codec's name in messages.
    let name: String
    let alphabet: Base85Alphabet
    /// Whether one to three bytes at the end become two to four symbols; otherwise lengths are multiples.
    let hasPartialGroups: Bool
    /// Whether `z` stands for four zero bytes (Ascii85).
    var foldsZeros = false
    /// Whether `y` stands for four spaces (btoa 4.2).
    var foldsSpaces = false
    /// Whether the text stands between `<~` and `~>` (Adobe).
    var isDelimited = false
    var options: DecodingOptions = []

    /// The groups with a letter of their own; the same one twice when there is but one.
    var folded: (UInt32, UInt32)? {
        switch (foldsZeros, foldsSpaces) {
        case (false, false): nil
        case (true, false): (0, 0)
        case (true, true): (0, 0x2020_2020)
        case (false, true): (0x2020_2020, 0x2020_2020)
        }
    }

    /// The letter of a folded group, or nil.
    func letter(for group: UInt32) -> UInt8? {
        if foldsZeros, group == 0 { return 0x7a }
        if foldsSpaces, group == 0x2020_2020 { return 0x79 }
        return nil
    }

    /// The group of a letter, or nil.
    func group(for letter: UInt8) -> UInt32? {
        if foldsZeros, letter == 0x7a { return 0 }
        if foldsSpaces, letter == 0x79 { return 0x2020_2020 }
        return nil
    }

    /// The most bytes of text for `byteCount` bytes; exact when nothing is folded.
    func textCount(for byteCount: Int) -> Int {
        let rest = byteCount % 4
        return byteCount / 4 * 5 + (rest > 0 ? rest + 1 : 0) + (isDelimited ? 4 : 0)
    }

    /// The most bytes for `characterCount` bytes of text.
    func byteCount(for characterCount: Int) -> Int {
        if foldsZeros || foldsSpaces { return characterCount * 4 }
        return characterCount / 5 * 4 + max(0, characterCount % 5 - 1)
    }

    /// The five symbols of a group, of which a partial one uses the first.
    func symbols(for group: UInt32) -> [UInt8] {
        var rest = group
        var text = [UInt8](repeating: 0, count: 5)
        for index in stride(from: 4, through: 0, by: -1) {
            text[index] = alphabet.symbols[Int(rest % 85)]
            rest /= 85
        }
        return text
    }
}
