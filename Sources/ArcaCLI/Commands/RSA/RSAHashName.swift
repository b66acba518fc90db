internal import ArcaCodecs
internal import ArcaCrypto

/// A hash function as an option takes it.
struct RSAHashName: ArgumentValue, Hashable {
    /// The function.
    let function: HashFunction

    init(argument: Argument) throws(UsageError) {
        do throws(CryptoError) {
            function = try HashFunction(named: argument.text ?? argument.shown)
        } catch {
            throw UsageError(.invalidValue, error.reason, hint: "sha256 is usual")
        }
    }

    static var completion: Completion { .words(HashFunction.all.map(\.shortName)) }
}
