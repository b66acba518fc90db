internal import ArcaCodecs
internal import ArcaCrypto

/// `--key-from`, for commands that need a key.
struct KeyOptions: OptionGroup {
    static let title = "Secrets"

    var source: SecretSource?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--key-from", value: "SOURCE", set: \.source,
            help: "hexfile:PATH, file:PATH, env:NAME, fd:N, cmd:COMMAND or stdin (see 'arca help secrets')"
        ).required().completing(SecretSource.keyCompletion)
    }

    /// Gets the key.
    func key(readsStandardInput: Bool) throws -> SymmetricKey {
        guard let source else {
            throw UsageError(.missingArgument, "--key-from is missing", hint: "name where the key comes from")
        }
        return try source.key(readsStandardInput: readsStandardInput)
    }
}
