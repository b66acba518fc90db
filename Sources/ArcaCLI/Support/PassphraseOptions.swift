internal import ArcaCrypto

/// `--passphrase-from`, for commands that need a passphrase.
struct PassphraseOptions: OptionGroup {
    static let title = "Secrets"

    var source: SecretSource?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--passphrase-from", value: "SOURCE", set: \.source,
            help: "prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND (see 'arca help secrets')"
        ).defaulting(to: "prompt")
    }

    /// Gets the passphrase; `isNew` asks for it twice on a terminal.
    func passphrase(
        _ name: String = "passphrase", isNew: Bool, readsStandardInput: Bool
    ) throws -> SecretBytes {
        try (source ?? .prompt).passphrase(name, isNew: isNew, readsStandardInput: readsStandardInput)
    }
}
