internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

struct RSACommand: Command {
    static let name = "rsa"
    static let summary = "encrypt, decrypt, sign and verify with RSA keys"
    static let section = "Keys"
    static let details = """
        Keys are read in every format that 'arca key' knows: PEM, DER, JWK and OpenSSH; public keys also from private keys \
        and certificates. The passphrase of an encrypted private key is asked for.
        """
    static let examples = [
        Example("arca rsa sign --key key.pem -o notes.txt.sig notes.txt", "write a signature file"),
        Example("arca rsa verify --key pub.pem notes.txt", "check it; exit with 1 if it is invalid", isRun: false),
        Example("arca rsa encrypt --key pub.pem -o notes.rsa notes.txt", "encrypt to the owner of the private key"),
        Example("arca rsa decrypt --key key.pem -o notes.txt notes.rsa", "decrypt it", isRun: false),
    ]
    static var subcommands: [any Command.Type] {
        [RSAEncryptCommand.self, RSADecryptCommand.self, RSASignCommand.self, RSAVerifyCommand.self]
    }
}

/// `--key`, an RSA key in any format, and its passphrase.
struct RSAKeyOptions: OptionGroup {
    static let title = "Key"

    var file: BytePath?
    var source: SecretSource?
    var passphrase: SecretSource?
    var costs = CostOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.exactlyOne {
            Parameter.option(
                "-i", "--identity", "--key", value: "FILE", set: \.file,
                help: "the RSA key: PEM, DER, JWK or OpenSSH; - for standard input, arca://service/account in the vault"
            )
            Parameter.option(
                "--key-from", value: "SOURCE", set: \.source,
                help: "the same from hexfile:PATH, file:PATH, env:NAME, fd:N, stdin or cmd:COMMAND"
            ).completing(SecretSource.keyCompletion)
        }
        Parameter.option(
            "--passphrase-from", value: "SOURCE", set: \.passphrase,
            help: "passphrase of the key: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND"
        ).defaulting(to: "prompt")
        Parameter.parts(of: \.costs, CostOptions.parameters)
    }

    /// Reads a public key; a private key is accepted too.
    func publicKey(readsStandardInput: Bool, in context: CommandContext) throws -> RSAPublicKey {
        let key = try named(readsStandardInput, in: context) { bytes, file in
            // The public key of an OpenSSH file is never encrypted; a given passphrase is used anyway.
            if passphrase == nil, let locked = try? OpenSSHPrivateKey(pem: bytes), locked.isEncrypted {
                return try locked.publicKey.rsa()
            }
            return try readKey(bytes, file, readsStandardInput || readsKey, in: context).publicKey().rsa()
        }
        warn(key)
        return key
    }

    func privateKey(readsStandardInput: Bool, in context: CommandContext) throws -> RSAPrivateKey {
        let key = try named(readsStandardInput, in: context) { bytes, file in
            try readKey(bytes, file, readsStandardInput || readsKey, in: context).privateKey().rsa()
        }
        warn(key.publicKey)
        return key
    }

    /// The identity of the key file, which an output must not overwrite.
    var inputIdentities: [FileIdentity] {
        guard let file, !file.isDash else { return [] }
        return (try? FileReader(file))?.inputIdentities ?? []
    }

    private func warn(_ key: RSAPublicKey) {
        guard key.isShort else { return }
        Messages.warning(
            "the RSA key has only \(key.bitCount) bits and is too weak; use at least 2048, better 3072")
    }

    private func named<Key>(
        _ readsStandardInput: Bool, in context: CommandContext, _ body: (SymmetricKey, String) throws -> Key
    ) throws -> Key {
        let name = file?.inputName ?? "--key-from"
        let bytes = try place().key(readsStandardInput: readsStandardInput, in: context)
        return try naming(name) { try body(bytes, name) }
    }

    private func place() throws -> SecretSource { try source ?? .keyFile(file ?? "-") }

    private var readsKey: Bool { source.map { $0 == .standardInput } ?? file?.isDash ?? true }

    private func readKey(
        _ bytes: SymmetricKey, _ name: String, _ readsStandardInput: Bool, in context: CommandContext
    ) throws -> AnyKey {
        do throws(KeyError) {
            return try AnyKey(bytes)
        } catch {
            guard error.code == .passphraseNeeded else { throw error }
            return try AnyKey(
                bytes,
                passphrase: (passphrase ?? .prompt).passphrase(
                    "passphrase of \(name)", isNew: false, readsStandardInput: readsStandardInput, in: context),
                limits: costs.limits
            )
        }
    }
}
