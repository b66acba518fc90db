internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

/// How a private key is protected when it is written.
struct KeyOutputOptions: OptionGroup {
    static let title = "Protection"

    /// The ways from a passphrase to a key.
    enum Derivation: String, CaseIterable, ArgumentValue { case scrypt, pbkdf2 }

    var isPlain = false
    var derivation: Derivation?
    var comment: String?
    var isDER = false

    static var parameters: [Parameter<Self>] {
        Parameter.flag(
            "--plain", set: \.isPlain, help: "write a private key without a passphrase; who has the file, has the key")
        Parameter.option(
            "--kdf", value: "NAME", set: \.derivation, help: "how pkcs8 makes a key of the passphrase"
        ).defaulting(to: Derivation.scrypt.rawValue)
        Parameter.option("--comment", value: "TEXT", set: \.comment, help: "comment of an OpenSSH key")
        Parameter.flag("--der", set: \.isDER, help: "pkcs1, pkcs8 and spki as DER, without PEM around it")
    }

    /// The encryption of PKCS #8.
    var encryption: KeyEncryption { derivation == .pbkdf2 ? .pbkdf2() : .standard }

    /// Whether a passphrase is needed to write a private key; refuses what the form cannot do before anything is made.
    func needsPassphrase(for target: KeyTarget) throws(UsageError) -> Bool {
        guard let format = target.format(isPrivate: true) else { return false }
        guard format != .spki, !isPlain else { return false }
        guard format.isEncryptable else {
            throw UsageError(
                .conflict, "\(format.rawValue) cannot be encrypted with a passphrase",
                hint: "take --to pkcs8 or --to openssh, or --plain if it shall be written in the clear")
        }
        return true
    }

    /// Refuses options that what is written has no use for: who names a passphrase must not find the key in the clear.
    ///
    /// `format` is nil for forms that the library's key formats do not have; `passphraseOption` is the option that named
    /// the passphrase to encrypt with, nil when none did.
    func check(_ format: KeyFormat?, isEncrypted: Bool, passphraseOption: String?) throws(UsageError) {
        if let passphraseOption, !isEncrypted {
            throw UsageError(
                .conflict, "what is written is not encrypted\(isPlain ? " with --plain" : "")",
                hint: "leave \(isPlain ? "--plain or " : "")\(passphraseOption) out")
        }
        guard derivation == nil || (isEncrypted && format == .pkcs8) else {
            throw UsageError(.conflict, "--kdf is for encrypted keys in pkcs8", hint: "leave --kdf out")
        }
        guard comment == nil || format == .openssh else {
            throw UsageError(.conflict, "--comment is for OpenSSH's form", hint: "leave it out, or take --to openssh")
        }
        guard !isDER || format?.hasDER ?? false else {
            throw UsageError(
                .conflict, "\(format?.rawValue ?? "this form") is text and has no DER", hint: "leave --der out")
        }
    }

    /// Opens the file for a key, which does not replace another one unless told to.
    func open(
        _ output: OutputOptions, _ content: OutputOptions.Content, isForced: Bool, inputs: [FileIdentity] = []
    ) throws -> AtomicFile {
        guard let path = output.file, !path.isDash, !isForced else {
            return try output.open(content, inputs: inputs, hint: "no --der")
        }
        do {
            return try AtomicFile(new: path, secret: content == .secret)
        } catch {
            guard error.code == .exists else { throw error }
            // A device or a pipe is written to, as elsewhere.
            if let kind = try? FileReader(path).info.kind, kind != .regular {
                return try output.open(content, inputs: inputs)
            }
            throw UsageError(
                .conflict, "\(path) is there already, and the key in it would be lost",
                hint: "name another file, or use --force")
        }
    }

    /// The bytes of a key's file, encrypted where there is a passphrase.
    func encoded(
        _ content: AnyKey.Content, as target: KeyTarget, passphrase: SecretBytes?
    ) throws -> SecretBytes {
        var isPrivate = false
        if case .privateKey = content { isPrivate = true }
        guard let format = target.format(isPrivate: isPrivate) else { return try Self.age(content) }
        return try content.encoded(
            as: format, isPEM: !isDER && target != .der, passphrase: passphrase, encryption: encryption,
            comment: comment ?? "")
    }

    /// An age identity or recipient.
    private static func age(_ content: AnyKey.Content) throws -> SecretBytes {
        switch content {
        case .publicKey(.x25519(let key)):
            return SecretBytes(copying: (Age.X25519Recipient(publicKey: key).description + "\n").utf8)
        case .privateKey(.x25519(let key)): return try AgeIdentityText.file(key)
        default:
            throw UsageError(
                .conflict, "age has a form of its own for X25519 keys alone",
                hint: "age takes OpenSSH keys of RSA and Ed25519 as they are")
        }
    }
}
