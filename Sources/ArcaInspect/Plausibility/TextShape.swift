import ArcaCore

/// Prefixes that identify text before its letters do: URLs, and puzzle flags, `flag{…}`.
enum TextShape {
    /// The names before the brace of a flag, in lower case.
    private static let flagNames: Set<[UInt8]> = Set(
        ["flag", "ctf", "picoctf", "htb", "thm", "key", "secret"].map { Array($0.utf8) })

    /// Bits by which the prefix is likelier than its characters suggest.
    static func bits(of bytes: Span<UInt8>) -> Double {
        guard bytes.count >= 8 else { return 0 }
        var name: [UInt8] = []
        while name.count < min(12, bytes.count), bytes[name.count] | 0x20 &- 0x61 < 26 {
            name.append(bytes[name.count] | 0x20)
        }
        guard name.count >= 3, bytes.count > name.count + 3 else { return 0 }
        let next = bytes[name.count]
        if next == .leftBrace, flagNames.contains(name) {
            var end = bytes.count
            while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
            return end > 0 && bytes[end - 1] == .rightBrace ? 18 : 0
        }
        guard next == .colon, bytes[name.count + 1] == .slash, bytes[name.count + 2] == .slash else { return 0 }
        return name == Array("http".utf8) || name == Array("https".utf8) ? 18 : 0
    }
}
