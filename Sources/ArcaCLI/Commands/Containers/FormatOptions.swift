internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem
internal import Synchronization

/// The options of one format of encrypted files; together with secrets, they configure the format.
///
/// To add a format, implement this protocol and add a case to ``FormatName``.
protocol FormatOptions: OptionGroup {
    /// Checks names and combinations, before opening a file or asking for a secret.
    func validate() throws

    /// Creates the format to encrypt with; asks for secrets.
    func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat

    /// Creates the format to decrypt with; asks for secrets.
    ///
    /// The request has the first bytes of the file, with layers of Base64 removed.
    func openingFormat(_ request: FormatRequest) throws -> any ContainerFormat

    func noteAfterSealing(_ format: any ContainerFormat) -> String?

    func hintAtWrongKey(_ format: (any ContainerFormat)?) -> String?
}

extension FormatOptions {
    func validate() throws {}
    func noteAfterSealing(_ format: any ContainerFormat) -> String? { nil }
    func hintAtWrongKey(_ format: (any ContainerFormat)?) -> String? { nil }
}

struct FormatRequest {
    let passphrase: PassphraseOptions
    let keySource: SecretSource?
    var identityFiles: [BytePath] = []
    /// Cost limits for encrypted keys.
    var costs = CostOptions()
    /// Whether text is produced (encrypting) or expected (decrypting).
    let isArmored: Bool
    let readsStandardInput: Bool
    let context: CommandContext
    var beginning = FileBeginning([UInt8](), isWhole: false)
    var ageHeader: Age.Header?
    var memory = PassphraseMemory()

    var hasAskedForPassphrase: Bool { memory.last != nil }

    func newPassphrase(_ name: String = "passphrase") throws -> SecretBytes {
        try passphrase.passphrase(name, isNew: true, readsStandardInput: readsStandardInput, in: context)
    }

    /// A prompt asks once per name; any other source has a single passphrase.
    func knownPassphrase(_ name: String = "passphrase") throws -> SecretBytes {
        if let bytes = memory.last, let source = passphrase.source, source != .prompt { return bytes }
        return try memory.passphrase(name) {
            try passphrase.passphrase(name, isNew: false, readsStandardInput: readsStandardInput, in: context)
        }
    }

    func with(key: SecretSource?) -> FormatRequest {
        FormatRequest(
            passphrase: passphrase, keySource: key, identityFiles: identityFiles, costs: costs, isArmored: isArmored,
            readsStandardInput: readsStandardInput, context: context, beginning: beginning, ageHeader: ageHeader,
            memory: memory)
    }

    func key(for format: String, byteCounts: String) throws -> SymmetricKey {
        guard let keySource else {
            throw UsageError(.missingArgument, "\(format) needs --key-from", hint: "give \(byteCounts)")
        }
        return try keySource.key(readsStandardInput: readsStandardInput, in: context)
    }
}

/// The passphrases read so far, by name, so several files ask for each only once.
final class PassphraseMemory: Sendable {
    private let state = Mutex<(byName: [String: Result<SecretBytes, any Error>], last: SecretBytes?)>(([:], nil))

    var last: SecretBytes? { state.withLock { $0.last } }

    /// Returns the passphrase of this name; the first call stores the result or error of `ask`.
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

/// Options for the secret of an encrypted file: a passphrase, or a key for some formats.
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
                + "hexfile:PATH, file:PATH, env:NAME, fd:N, cmd:COMMAND or stdin"
        ).completing(SecretSource.keyCompletion).excludes("--format=openssl", "--format=aescrypt-objc")
    }
}

enum FormatName: String, CaseIterable, ArgumentValue {
    case age, openssl
    case chunked = "c2sp-chunked"
    case rncryptor
    case aescryptObjC = "aescrypt-objc"
    case rsautil

    init?(_ format: any ContainerFormat.Type) { self.init(rawValue: format.name) }
}

struct AllFormatOptions: OptionGroup {
    var age = AgeOptions()
    var openssl = OpenSSLOptions()
    var chunked = ChunkedOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.age)
        Parameter.group(\.openssl).requires("--format=openssl")
        Parameter.group(\.chunked).requires("--format=c2sp-chunked")
    }

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
