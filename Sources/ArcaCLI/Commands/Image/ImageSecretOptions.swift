internal import ArcaCore
internal import ArcaCrypto
internal import ArcaImages
internal import ArcaSystem

/// `-p`, `--passphrase-from` and `--key-from`, for commands with an optional secret.
struct ImageSecretOptions: OptionGroup {
    static let title = "Secrets"

    var asks = false
    var passphraseSource: SecretSource?
    var keySource: SecretSource?

    static var parameters: [Parameter<Self>] {
        Parameter.flag("-p", "--passphrase", set: \.asks, help: "use a passphrase, asked for on the terminal")
        Parameter.option(
            "--passphrase-from", value: "SOURCE", set: \.passphraseSource,
            help: "prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND (see 'arca help secrets')")
        Parameter.option(
            "--key-from", value: "SOURCE", set: \.keySource,
            help: "a key of at least 16 bytes: hexfile:PATH, file:PATH, env:NAME, fd:N, cmd:COMMAND or stdin"
        ).completing(SecretSource.keyCompletion).excludes("--passphrase", "--passphrase-from")
    }

    var isGiven: Bool { isPassphrase || keySource != nil }

    var isPassphrase: Bool { asks || passphraseSource != nil }

    /// Reads the secret of a folder; asks for a passphrase if the folder has one.
    func secret(toOpen folder: BytePath) throws -> ImageSecret? {
        if let given = try secret(isNew: false, readsStandardInput: false) { return given }
        guard try ImageStore(folder).mode() == .passphrase else { return nil }
        return .passphrase(try SecretSource.prompt.passphrase(isNew: false, readsStandardInput: false))
    }

    func secret(isNew: Bool, readsStandardInput: Bool) throws -> ImageSecret? {
        if let keySource { return .key(try keySource.key(readsStandardInput: readsStandardInput)) }
        guard isPassphrase else { return nil }
        let source = passphraseSource ?? .prompt
        return .passphrase(try source.passphrase(isNew: isNew, readsStandardInput: readsStandardInput))
    }
}
