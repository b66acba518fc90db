internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem
internal import Synchronization

/// The options of one format of encrypted files, and how they and a few secrets become a format.
///
/// A new format is a type of these and a case of ``FormatName``.
protocol FormatOptions: OptionGroup {
    /// Checks names and combinations, before a file is opened or a secret asked for.
    func validate() throws

    /// Makes the format to encrypt with; asks for secrets.
    func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat

    /// Makes the format to decrypt with; asks for secrets.
    ///
    /// The request has the first bytes of the file, without layers of Base64.
    func openingFormat(_ request: FormatRequest) throws -> any ContainerFormat

    /// What to say after encrypting, on standard error.
    func noteAfterSealing(_ format: any ContainerFormat) -> String?

    /// What to say when the key does not open the file.
    func hintAtWrongKey(_ format: (any ContainerFormat)?) -> String?
}

extension FormatOptions {
    func validate() throws {}
    func noteAfterSealing(_ format: any ContainerFormat) -> String? { nil }
    func hintAtWrongKey(_ format: (any ContainerFormat)?) -> String? { nil }
}

/// What a format is made of, apart from its own options.
struct FormatRequest {
    /// Where a passphrase comes from.
    let passphrase: PassphraseOptions
    /// Where a key comes from, if one was named.
    let keySource: SecretSource?
    /// The files of `--identity`.
    var identityFiles: [BytePath] = []
    /// What an encrypted key of these may cost.
    var costs = CostOptions()
    /// Whether text is wanted (encrypting) or expected (decrypting).
    let isArmored: Bool
    /// Whether standard input is the data.
    let readsStandardInput: Bool
    /// The first bytes of the file to decrypt.
    var beginning = FileBeginning([UInt8](), isWhole: false)
    /// The header of an age file to decrypt.
    var ageHeader: Age.Header?
    /// The passphrases that were asked for.
    var memory = PassphraseMemory()

    /// Whether the passphrase of a file has been asked for.
    var hasAskedForPassphrase: Bool { memory.last != nil }

    /// A new passphrase, asked for twice on a terminal.
    func newPassphrase(_ name: String = "passphrase") throws -> SecretBytes {
        try passphrase.passphrase(name, isNew: true, readsStandardInput: readsStandardInput)
    }

    /// The passphrase of a file, or of one of several; each one is typed once, but another source has only one.
    func knownPassphrase(_ name: String = "passphrase") throws -> SecretBytes {
        if let bytes = memory.last, let source = passphrase.source, source != .prompt { return bytes }
        return try memory.passphrase(name) {
            try passphrase.passphrase(name, isNew: false, readsStandardInput: readsStandardInput)
        }
    }

    /// The same request with another source of the key, and the same memory.
    func with(key: SecretSource?) -> FormatRequest {
        FormatRequest(
            passphrase: passphrase, keySource: key, identityFiles: identityFiles, costs: costs, isArmored: isArmored,
            readsStandardInput: readsStandardInput, beginning: beginning, ageHeader: ageHeader, memory: memory)
    }

    /// The key that a format needs.
    func key(for format: String, byteCounts: String) throws -> SymmetricKey {
        guard let keySource else {
            throw UsageError(.missingArgument, "\(format) needs --key-from", hint: "give \(byteCounts)")
        }
        return try keySource.key(readsStandardInput: readsStandardInput)
    }
}

/// The passphrases that were asked for, by what they are called: for several files each is asked for once.
final class PassphraseMemory: Sendable {
    private let state = Mutex<(byName: [String: Result<SecretBytes, any Error>], last: SecretBytes?)>(([:], nil))

    /// The passphrase that was read most recently.
    var last: SecretBytes? { state.withLock { $0.last } }

    /// The passphrase of that name, or what `ask` gets or throws the first time.
    func passphrase(_ name: String, _ ask: () throws -> SecretBytes) throws -> SecretBytes {
        if let known = state.withLock({ $0.byName[name] }) { return try known.get() }
        let answer = Result { try ask() }
        state.withLock { state in
            state.byName[name] = answer
            if let bytes = try? answer.get() { state.last = bytes }
        }
        return try answer.get()
    }
}

/// Where the secret of an encrypted file comes from: a passphrase, or for some formats a key.
struct FormatSecrets: OptionGroup {
    static let title = "Secrets"

    var passphrase = PassphraseOptions()
    var key: SecretSource?

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.passphrase).excludes("--format=c2sp-chunked")
        Parameter.option(
            "--key-from", value: "SOURCE", set: \.key,
            help:
                "the identity of age, the key of c2sp-chunked, both keys of rncryptor, or the RSA key of rsautil: "
                + "hexfile:PATH, file:PATH, env:NAME, fd:N, cmd:COMMAND"
        ).completing(SecretSource.keyCompletion).excludes("--format=openssl", "--format=aescrypt-objc")
    }
}

/// The formats of encrypted files, as `--format` takes them.
enum FormatName: String, CaseIterable, ArgumentValue {
    case age, openssl
    case chunked = "c2sp-chunked"
    case rncryptor
    case aescryptObjC = "aescrypt-objc"
    case rsautil

    /// The name of a format that the library has.
    init?(_ format: any ContainerFormat.Type) { self.init(rawValue: format.name) }
}

/// The options of all formats; each command line uses those of one.
struct AllFormatOptions: OptionGroup {
    var age = AgeOptions()
    var openssl = OpenSSLOptions()
    var chunked = ChunkedOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.age)
        Parameter.group(\.openssl).requires("--format=openssl")
        Parameter.group(\.chunked).requires("--format=c2sp-chunked")
    }

    /// The options of a format.
    subscript(name: FormatName) -> any FormatOptions {
        switch name {
        case .age: age
        case .openssl: openssl
        case .chunked: chunked
        case .rncryptor: RNCryptorOptions()
        case .aescryptObjC: AESCryptObjCOptions()
        case .rsautil: RSAUtilOptions()
        }
    }
}
