/// The script of a non-ASCII character, and the cost of such a character in its script.
enum Script: Int, Sendable, CaseIterable {
    case latin, greek, cyrillic, hebrew, arabic, indic, thai, hangul, kana, han, symbol, other

    /// The name for reports, or nil if the script identifies no language.
    var name: String? {
        switch self {
        case .greek: "Greek"
        case .cyrillic: "Cyrillic script"
        case .hebrew: "Hebrew"
        case .arabic: "Arabic script"
        case .indic: "an Indic script"
        case .thai: "Thai"
        case .hangul: "Korean"
        case .kana: "Japanese"
        case .han: "Chinese"
        case .latin, .symbol, .other: nil
        }
    }

    /// The script of a non-ASCII character, and its approximate cost in text of that script, in bits: far below chance
    /// for scripts in use, and above it for rare characters.
    static func classify(_ value: UInt32) -> (script: Script, bits: Float) {
        switch value {
        case 0x80..<0xa0: (.other, 18)
        case 0xc0..<0x100 where value != 0xd7 && value != 0xf7: (.latin, 5)
        case 0xa0..<0x100: (.symbol, 8)
        case 0x100..<0x180, 0x1e00..<0x1f00: (.latin, 7)
        case 0x180..<0x300: (.latin, 11)
        case 0x300..<0x370: (.symbol, 7)
        case 0x370..<0x400: (.greek, 4.8)
        case 0x400..<0x530: (.cyrillic, 4.8)
        case 0x590..<0x600: (.hebrew, 4.8)
        case 0x600..<0x700: (.arabic, 5)
        case 0x900..<0xe00: (.indic, 5.5)
        case 0xe00..<0xe80: (.thai, 5.2)
        case 0x1100..<0x1200: (.hangul, 9)
        case 0x2010..<0x2028, 0x2030..<0x205f: (.symbol, 4.5)
        case 0x200b..<0x2010, 0xfe0e, 0xfe0f, 0x2028, 0x2029, 0xfeff: (.symbol, 6)
        case 0x20a0..<0x20c0: (.symbol, 6)
        case 0x2100..<0x2800: (.symbol, 11)
        case 0x3000..<0x3040: (.symbol, 4)
        case 0x3040..<0x3100: (.kana, 5.5)
        case 0x3400..<0x4dc0: (.han, 17)
        case 0x4e00..<0xa000: (.han, CommonCharacters.contain(value) ? 10 : 18)
        case 0xac00..<0xd7a4: (.hangul, CommonCharacters.contain(value) ? 9.5 : 18)
        case 0xff00..<0xff61: (.symbol, 6)
        case 0xe000..<0xf900: (.other, 24)
        case 0x1f000..<0x1fb00: (.symbol, 10)
        case 0x20000..<0x30000: (.han, 19)
        default: (.other, 20)
        }
    }

    /// Cost of switching to this script from another one, in bits.
    func change(from other: Script) -> Float {
        switch (other, self) {
        case (.symbol, .symbol): 0.5
        case (.symbol, _), (_, .symbol): 2
        case (.han, .kana), (.kana, .han): 0.7
        case (.latin, _), (_, .latin): other == self ? 0 : 2.5
        default: other == self ? 0 : 8
        }
    }
}
