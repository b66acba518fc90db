internal import ArcaCrypto

/// A cipher as the command line names it.
struct CipherName: ArgumentValue {
    /// The cipher.
    let cipher: Cipher

    init(argument: Argument) throws(UsageError) {
        do throws(CryptoError) {
            cipher = try Cipher(named: argument.text ?? "")
        } catch {
            let near = Suggestions.nearest(to: argument.shown, among: Cipher.all.map(\.shortName))
            throw UsageError(
                .invalidValue, "no cipher is called '\(argument.shown)'",
                hint: near.isEmpty ? "'arca cipher list' names them all" : Suggestions.question(near))
        }
    }

    static var completion: Completion { .words(Cipher.all.map(\.shortName)) }
    var argumentText: String? { cipher.shortName }
}
