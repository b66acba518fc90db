internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

struct KeyCommand: Command {
    static let name = "key"
    static let summary = "generate, show, convert and check keys"
    static let section = "Keys"
    static let details = """
        Keys are read in every common format, which is detected: PKCS #1, PKCS #8 plain and encrypted, public keys and \
        certificates and certificate requests, each as PEM or DER; PKCS #12 stores (.p12, .pfx); certificates in PKCS #7 \
        (.p7b); JSON Web Keys; OpenSSH public and private keys; age identities. Only verify-chain verifies certificates.
        """
    static let examples = [
        Example("arca key generate x25519 -o me.key", "an identity to encrypt files to"),
        Example("arca key fingerprint key.pem", "to compare keys"),
    ]
    static let synonyms = ["export": "extract", "certs": "extract", "verify": "verify-chain", "chain": "verify-chain"]
    static var subcommands: [any Command.Type] {
        [
            KeyGenerateCommand.self, KeyShowCommand.self, KeyConvertCommand.self, KeyExtractCommand.self,
            KeyVerifyChainCommand.self, KeyFingerprintCommand.self, KeyLintCommand.self,
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
    ///
    /// Without `asks`, a file that needs a passphrase is an error unless one is given.
    func keys(
        in file: BytePath?, opensOpenSSH: Bool = true, asks: Bool = true, in context: CommandContext
    ) throws -> [FoundKey] {
        if !asks, source == nil {
            return try FoundKey.all(
                in: content(of: file, in: context), of: file?.inputName ?? "standard input", limits: costs.limits,
                passphrase: nil)
        }
        return try keysAndPassphrase(in: file, opensOpenSSH: opensOpenSSH, in: context).keys
    }

    /// Reads all certificates of a file, asking for the passphrase of a PKCS #12 store.
    func certificates(in file: BytePath?, in context: CommandContext) throws -> [X509Certificate] {
        let name = file?.inputName ?? "standard input"
        let content = try content(of: file, in: context)
        return try naming(name) {
            do throws(KeyError) {
                return try X509Certificate.all(in: content, limits: costs.limits)
            } catch {
                guard error.code == .passphraseNeeded else { throw error }
            }
            let secret = try (source ?? .prompt).passphrase(
                "passphrase of \(name)", isNew: false, readsStandardInput: file?.isDash ?? true, in: context)
            return try X509Certificate.all(in: content, passphrase: secret, limits: costs.limits)
        }
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
