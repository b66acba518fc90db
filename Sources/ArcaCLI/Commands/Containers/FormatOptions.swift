internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import Synchronization

/// The options of one format of encrypted files, and how they and a few secrets become a format.
///
/// A new format is a type of these and a case of ``FormatName``.
protocol FormatOptions: OptionGroup {
    /// The name of an option that was given and that no other format has; nil when there is none.
    var givenOption: String? { get }

    /// Whether the format has keys instead of passphrases, or as well.
    var takesKey: Bool { get }

    /// Whether the format takes passphrases, for a file or for a key.
    var hasPassphrases: Bool { get }

    /// Whether the format can be written as text or as bytes.
    var hasArmor: Bool { get }

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
    var givenOption: String? { nil }
    var takesKey: Bool { false }
    var hasPassphrases: Bool { true }
    var hasArmor: Bool { false }
    func validate() throws {}
    func noteAfterSealing(_ format: any ContainerFormat) -> String? { nil }
    func hintAtWrongKey(_ format: (any ContainerFormat)?) -> String? { nil }
}

/// What a format can be made of beside its own options.
struct FormatRequest {
    /// Where a passphrase comes from.
    let passphrase: PassphraseOptions
    /// Where a key comes from, if one was named.
    let keySource: SecretSource?
    /// Whether text is wanted (encrypting) or expected (decrypting).
    let isArmored: Bool
    /// Whether standard input is the data.
    let readsStandardInput: Bool
    /// The first bytes of the file to decrypt.
    var beginning = FileBeginning([UInt8](), isWhole: false)
    private let taken = TakenPassphrase()

    /// Whether the passphrase of a file was asked for.
    var hasAskedForPassphrase: Bool { taken.bytes != nil }

    /// A new passphrase, asked for twice on a terminal.
    func newPassphrase(_ name: String = "passphrase") throws -> SecretBytes {
        try passphrase.passphrase(name, isNew: true, readsStandardInput: readsStandardInput)
    }

    /// The passphrase of a file, or of one of several; each is typed, but another source can be read only once.
    func knownPassphrase(_ name: String = "passphrase") throws -> SecretBytes {
        if let bytes = taken.bytes, let source = passphrase.source, source != .prompt { return bytes }
        let bytes = try passphrase.passphrase(name, isNew: false, readsStandardInput: readsStandardInput)
        taken.bytes = bytes
        return bytes
    }

    /// The key that a format cannot do without.
    func key(for format: String, byteCounts: String) throws -> SymmetricKey {
        guard let keySource else {
            throw UsageError(.missingArgument, "\(format) needs --key-from", hint: "give \(byteCounts)")
        }
        return try keySource.key(readsStandardInput: readsStandardInput)
    }
}

/// The passphrase that was read last.
private final class TakenPassphrase: Sendable {
    private let state = Mutex<SecretBytes?>(nil)

    var bytes: SecretBytes? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
