/// The 32 symbols of a form of Base32.
public struct Base32Alphabet: Sendable {
    let table: SymbolTable
    let padding: UInt8
    /// What messages call the codec.
    let name: StaticString

    /// `A–Z 2–7` (RFC 4648, section 6).
    public static let standard = Base32Alphabet("base32", builtIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    /// `0–9 A–V`, which sorts as the bytes do (RFC 4648, section 7).
    public static let hex = Base32Alphabet("base32hex", builtIn: "0123456789ABCDEFGHIJKLMNOPQRSTUV")
    /// z-base-32, which is easier to read aloud (Zooko Wilcox-O'Hearn, 2009).
    public static let zBase32 = Base32Alphabet("z-base-32", builtIn: "ybndrfg8ejkmcpqxot1uwisza345h769")

    /// Crockford's symbols; his `O`, `I` and `L` are read as 0 and 1, and either case, without being asked.
    static let crockford = Base32Alphabet(
        "crockford", builtIn: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
        aliases: zip("OoIiLl".utf8, "001111".utf8).map { ($0, $1) })

    private init(_ name: StaticString, builtIn text: String, aliases: [(UInt8, UInt8)] = []) {
        self.name = name
        let symbols = Array(text.utf8)
        table = SymbolTable(symbols, aliases: aliases + Base32Alphabet.otherCase(symbols))
        padding = 0x3d
    }

    /// Makes an alphabet of one's own.
    ///
    /// - Parameters:
    ///   - symbols: 32 different printable ASCII characters, in order of their values.
    ///   - padding: The padding character, printable ASCII and no symbol.
    /// - Throws: `.invalidOption` for any other symbols or padding.
    public init(_ symbols: String, padding: Character = "=") throws(CodecError) {
        name = "base32"
        self.padding = try SymbolTable.checkedPadding(padding)
        let symbols = try SymbolTable.checked(symbols, count: 32, padding: self.padding)
        table = SymbolTable.custom(symbols, aliases: Base32Alphabet.otherCase(symbols))
    }

    /// Each letter in its other case, as an alias.
    private static func otherCase(_ symbols: [UInt8]) -> [(UInt8, UInt8)] {
        symbols.filter { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7a }.map { ($0 ^ 0x20, $0) }
    }
}
