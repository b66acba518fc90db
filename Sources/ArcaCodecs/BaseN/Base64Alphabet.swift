/// The 64 symbols of a form of Base64.
public struct Base64Alphabet: Sendable {
    let table: SymbolTable
    let padding: UInt8
    /// What messages call the codec.
    let name: StaticString

    /// `A–Z a–z 0–9 + /` (RFC 4648, section 4).
    public static let standard = Base64Alphabet("base64", "+/")
    /// `A–Z a–z 0–9 - _`, safe in URLs and file names (RFC 4648, section 5).
    public static let url = Base64Alphabet("base64url", "-_")
    /// `A–Z a–z 0–9 + ,`, of IMAP mailbox names (RFC 3501, section 5.1.3).
    public static let imap = Base64Alphabet("base64", "+,")

    private init(_ name: StaticString, _ lastTwo: String) {
        self.name = name
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        let symbols = Array((letters + lastTwo).utf8)
        // '+' and '-' are always value 62, '/', '_' and ',' always 63: so the three alphabets can be mixed.
        let aliases = Array("+-/_,".utf8).enumerated().map { ($1, symbols[$0 < 2 ? 62 : 63]) }
        table = SymbolTable(symbols, aliases: aliases)
        padding = 0x3d
    }

    /// Makes an alphabet of one's own.
    ///
    /// - Parameters:
    ///   - symbols: 64 different printable ASCII characters, in order of their values.
    ///   - padding: The padding character, printable ASCII and no symbol.
    /// - Throws: `.invalidOption` for any other symbols or padding.
    public init(_ symbols: String, padding: Character = "=") throws(CodecError) {
        name = "base64"
        self.padding = try SymbolTable.checkedPadding(padding)
        table = SymbolTable.custom(try SymbolTable.checked(symbols, count: 64, padding: self.padding))
    }
}
