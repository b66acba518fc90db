internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

struct KeyCommand: Command {
    static let name = "key"
    static let summary = "generate, show, convert and check keys"
    static let section = "Keys"
    static let details = """
        Keys are read in every common format, which is detected: PKCS #1, PKCS #8 plain and encrypted, public keys and \
        certificates and certificate requests, each as PEM or DER; PKCS #12 stores (.p12, .pfx); JSON Web Keys; OpenSSH \
        public and private keys; age identities. Certificates are read, not verified.
        """
    static let examples = [
        Example("arca key generate x25519 -o me.key", "an identity to encrypt files to"),
        Example("arca key fingerprint key.pem", "to compare keys"),
    ]
    static var subcommands: [any Command.Type] {
        [
            KeyGenerateCommand.self, KeyShowCommand.self, KeyConvertCommand.self, KeyFingerprintCommand.self,
            KeyLintCommand.self,
        ]
    }
}

/// `--passphrase-from`, for commands that read keys that may be encrypted.
struct KeyInputOptions: OptionGroup {
    static let title = "Secrets"

    var source: SecretSource?
    var costs = CostOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--passphrase-from", value: "SOURCE", set: \.source,
            help: "passphrase of an encrypted key: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND"
        ).defaulting(to: "prompt")
        Parameter.parts(of: \.costs, CostOptions.parameters)
    }

    /// Without `opensOpenSSH`, an OpenSSH key stays locked unless a passphrase is given; its public key is readable.
    func keys(in file: BytePath?, opensOpenSSH: Bool = true, in context: CommandContext) throws -> [FoundKey] {
        try keysAndPassphrase(in: file, opensOpenSSH: opensOpenSSH, in: context).keys
    }

    /// Reads all keys of a file, and the passphrase that decrypted it; nil if none was needed.
    func keysAndPassphrase(
        in file: BytePath?, opensOpenSSH: Bool = true, in context: CommandContext
    ) throws -> (keys: [FoundKey], passphrase: SecretBytes?) {
        let isStandardInput = file?.isDash ?? true
        let name = isStandardInput ? "standard input" : file.map(\.description) ?? ""
        let content = try content(of: file, in: context)
        var used: SecretBytes?
        let isLocked = !opensOpenSSH && source == nil && (try? OpenSSHPrivateKey(pem: content))?.isEncrypted ?? false
        let keys = try FoundKey.all(
            in: content, of: name, limits: costs.limits,
            passphrase: isLocked
                ? nil
                : {
                    let secret = try (source ?? .prompt).passphrase(
                        "passphrase of \(name)", isNew: false, readsStandardInput: isStandardInput, in: context)
                    used = secret
                    return secret
                })
        return (keys, used)
    }

    func key(in file: BytePath?, in context: CommandContext) throws -> (key: FoundKey, passphrase: SecretBytes?) {
        let (keys, passphrase) = try keysAndPassphrase(in: file, in: context)
        let place = try naming(file?.inputName ?? "standard input") {
            try AnyKey.onePlace(keys.map { ($0.content, $0.isFromStore, $0.comment) })
        }
        return (keys[place], passphrase)
    }

    /// Reads a key file of at most 1 MiB into memory that is wiped.
    func content(of file: BytePath?, in context: CommandContext) throws -> SymmetricKey {
        try SecretSource.keyFile(file ?? "-").key(readsStandardInput: false, in: context)
    }
}
