internal import ArcaCodecs
internal import ArcaCrypto

/// A cipher as the command line names it: one of the library's by name, or FF1, which works on text instead of bytes.
enum CipherName: ArgumentValue {
    case cipher(Cipher)
    case formatPreserving(keyByteCount: Int)

    /// The names of FF1, with the lengths of key.
    static let formatPreserving = [("aes-256-ff1", 32), ("aes-192-ff1", 24), ("aes-128-ff1", 16)]
    private static var allNames: [String] { Cipher.all.map(\.shortName) + formatPreserving.map(\.0) }

    init(argument: Argument) throws(UsageError) {
        let folded = (argument.text ?? "").lowercased()
        if let (_, count) = Self.formatPreserving.first(where: { $0.0 == folded }) {
            self = .formatPreserving(keyByteCount: count)
            return
        }
        do throws(CryptoError) {
            self = .cipher(try Cipher(named: argument.text ?? ""))
        } catch {
            let near = Suggestions.nearest(to: argument.shown, among: Self.allNames)
            throw UsageError(
                .invalidValue, "no cipher is called '\(argument.shown)'",
                hint: near.isEmpty ? "'arca cipher list' names them all" : Suggestions.question(near))
        }
    }

    static var completion: Completion { .words(allNames) }
    var argumentText: String? {
        switch self {
        case .cipher(let cipher): cipher.shortName
        case .formatPreserving(let count): "aes-\(count * 8)-ff1"
        }
    }
}
