internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSignatures
internal import ArcaSystem

struct SigningKeyOptions: OptionGroup {
    static let title = "Key"

    var place: BytePath?
    var source: SecretSource?
    var passphrase: SecretSource?
    var costs = CostOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "-i", "--identity", "--key", value: "KEY", set: \.place,
            help: "the private key; a file, - for standard input, or arca://service/account in the vault"
        ).defaulting(to: "$ARCA_SIGNING_KEY")
        Parameter.option(
            "--key-from", value: "SOURCE", set: \.source,
            help: "the same from hexfile:PATH, file:PATH, env:NAME, fd:N, stdin or cmd:COMMAND"
        ).completing(SecretSource.keyCompletion).excludes("--key")
        Parameter.option(
            "--passphrase-from", value: "SOURCE", set: \.passphrase,
            help: "passphrase of the key: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND"
        ).defaulting(to: "prompt")
        Parameter.parts(of: \.costs, CostOptions.parameters)
    }

    /// A key that has no signature format may sign without one, unless it is for key agreement.
    private static func hint(for bytes: SymmetricKey) -> String {
        guard case .privateKey(let key)? = (try? AnyKey(bytes))?.content else {
            return "give --format raw for a bare signature"
        }
        return switch key {
        case .x25519, .x448, .xWing: "make a key by 'arca key generate ed25519'"
        default: "give --format raw for a bare signature"
        }
    }

    /// Reads a key that has a signature format; `content` is its content, if already read.
    func signingKey(
        from content: SymmetricKey? = nil, readsStandardInput: Bool, in context: CommandContext
    ) throws -> SigningKey {
        try read(content, readsStandardInput, in: context) { bytes, passphrase in
            do throws(SignatureError) {
                return try SigningKey(bytes, passphrase: passphrase, limits: costs.limits)
            } catch {
                guard error.code == .wrongKind, passphrase == nil || (try? AnyKey(bytes)) != nil else { throw error }
                throw SignatureError(error.code, error.reason, hint: error.hint ?? Self.hint(for: bytes))
            }
        }
    }

    func privateKey(readsStandardInput: Bool, in context: CommandContext) throws -> AnyPrivateKey {
        try read(nil, readsStandardInput, in: context) { bytes, passphrase in
            if let key = try? SigningKey(bytes, passphrase: passphrase, limits: costs.limits) {
                switch key {
                case .ssh(let key): return key
                case .minisign(let key): return .ed25519(key.privateKey)
                case .signify(let key): return .ed25519(key.privateKey)
                }
            }
            return try AnyKey(bytes, passphrase: passphrase, limits: costs.limits).privateKey()
        }
    }

    private func read<Key>(
        _ content: SymmetricKey?, _ readsStandardInput: Bool, in context: CommandContext,
        _ make: (SymmetricKey, SecretBytes?) throws -> Key
    ) throws -> Key {
        let place = source == nil ? place ?? UserFolder.variable("ARCA_SIGNING_KEY") : nil
        guard source != nil || place != nil else {
            throw UsageError(.missingArgument, "no key to sign with", hint: "give --key FILE")
        }
        let name = place?.inputName ?? "--key-from"
        let bytes =
            try content ?? source?.key(readsStandardInput: readsStandardInput, in: context)
            ?? Self.content(of: place ?? "-", readsStandardInput: readsStandardInput, in: context)
        let readsStandardInput = readsStandardInput || place?.isDash ?? (source == .standardInput)
        return try naming(name) {
            do {
                return try make(bytes, nil)
            } catch let error as any ArcaError where Self.needsPassphrase(error) {
                let secret = try (passphrase ?? .prompt).passphrase(
                    "passphrase of \(name)", isNew: false, readsStandardInput: readsStandardInput, in: context)
                return try make(bytes, secret)
            }
        }
    }

    private static func needsPassphrase(_ error: any ArcaError) -> Bool {
        (error as? SignatureError)?.code == .passphraseNeeded || (error as? KeyError)?.code == .passphraseNeeded
    }

    static func content(of place: BytePath, readsStandardInput: Bool, in context: CommandContext) throws -> SymmetricKey
    {
        try SecretSource.keyFile(place).key(readsStandardInput: readsStandardInput, in: context)
    }
}
