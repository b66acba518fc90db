internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

struct KeyOutputOptions: OptionGroup {
    static let title = "Protection"

    enum Derivation: String, CaseIterable, ArgumentValue { case scrypt, pbkdf2 }

    var isPlain = false
    var derivation: Derivation?
    var comment: String?
    var isDER = false

    static var parameters: [Parameter<Self>] {
        Parameter.flag(
            "--plain", set: \.isPlain, help: "write a private key unencrypted: anyone who has the file has the key")
        Parameter.option(
            "--kdf", value: "NAME", set: \.derivation, help: "key derivation of an encrypted pkcs8 key"
        ).defaulting(to: Derivation.scrypt.rawValue).excludes("--plain")
        Parameter.option("--comment", value: "TEXT", set: \.comment, help: "comment of an OpenSSH key")
            .requires("--to=openssh")
        Parameter.flag("--der", set: \.isDER, help: "write pkcs1, pkcs8 or spki as DER, not as PEM")
    }

    /// Rejects formats without post-quantum or ML-DSA keys, before asking for options that would not help.
    static func check(_ content: AnyKey.Content, for target: KeyTarget) throws(UsageError) {
        switch (content, target) {
        case (.publicKey(.xWing), .pkcs1), (.publicKey(.xWing), .jwk), (.publicKey(.xWing), .openssh),
            (.privateKey(.xWing), .pkcs1), (.privateKey(.xWing), .jwk), (.privateKey(.xWing), .openssh):
            throw UsageError(
                .conflict, "post-quantum keys cannot be written as \(target.rawValue)",
                hint: "give --to age, pkcs8 or spki")
        case (.publicKey(.mldsa), .pkcs1), (.publicKey(.mldsa), .openssh), (.publicKey(.mldsa), .age),
            (.privateKey(.mldsa), .pkcs1), (.privateKey(.mldsa), .openssh), (.privateKey(.mldsa), .age):
            throw UsageError(
                .conflict, "ML-DSA keys cannot be written as \(target.rawValue)", hint: "give --to pkcs8, spki or jwk")
        default: return
        }
    }

    var encryption: KeyEncryption { derivation == .pbkdf2 ? .pbkdf2() : .standard }

    /// Whether writing a private key needs a passphrase; rejects early what the format does not support.
    func needsPassphrase(for target: KeyTarget) throws(UsageError) -> Bool {
        guard let format = target.format(isPrivate: true) else { return false }
        guard format != .spki, !isPlain else { return false }
        guard format.isEncryptable else {
            throw UsageError(
                .conflict, "\(format.rawValue) cannot be encrypted with a passphrase",
                hint: "give --to pkcs8 or --to openssh, or --plain to write it unencrypted")
        }
        return true
    }

    /// Rejects options without effect: a key must not be written unencrypted after a passphrase was given.
    ///
    /// `target` is nil for hexadecimal digits; `passphraseOption` is the option that named the passphrase, if any.
    func check(
        _ target: KeyTarget?, isPrivate: Bool, isEncrypted: Bool, passphraseOption: String?
    ) throws(UsageError) {
        let format = target?.format(isPrivate: isPrivate)
        if let passphraseOption, !isEncrypted {
            throw UsageError(
                .conflict, "\(passphraseOption) has no effect: the key is written unencrypted",
                hint: "remove \(isPlain ? "--plain or " : "")\(passphraseOption)")
        }
        guard derivation == nil || (isEncrypted && format == .pkcs8) else {
            throw UsageError(.conflict, "--kdf requires an encrypted key in pkcs8", hint: "remove --kdf")
        }
        guard !isDER || format?.hasDER ?? false else {
            throw UsageError(
                .conflict, "\(target?.rawValue ?? "a key in digits") has no DER form", hint: "remove --der")
        }
    }

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

    private static func age(_ content: AnyKey.Content) throws -> SecretBytes {
        switch content {
        case .publicKey(.x25519(let key)):
            return SecretBytes(copying: (Age.X25519Recipient(publicKey: key).description + "\n").utf8)
        case .publicKey(.xWing(let key)):
            return SecretBytes(copying: (Age.HybridRecipient(publicKey: key).description + "\n").utf8)
        case .privateKey(.x25519(let key)):
            let identity = Age.X25519Identity(privateKey: key)
            return AgeIdentityText.file(identity.text, "\(identity.recipient)")
        case .privateKey(.xWing(let key)):
            let identity = Age.HybridIdentity(privateKey: key)
            return AgeIdentityText.file(identity.text, "\(identity.recipient)")
        default:
            throw UsageError(
                .conflict, "the age format is for X25519 and post-quantum keys only",
                hint: "age reads RSA and Ed25519 keys in OpenSSH format")
        }
    }
}

enum KeyTarget: String, CaseIterable, ArgumentValue {
    case pkcs1, pkcs8, spki, der, jwk, openssh, age

    /// The library's format; nil for age, which is not among them.
    func format(isPrivate: Bool) -> KeyFormat? {
        switch self {
        case .pkcs1: .pkcs1
        case .pkcs8: .pkcs8
        case .spki: .spki
        case .der: isPrivate ? .pkcs8 : .spki
        case .jwk: .jwk
        case .openssh: .openssh
        case .age: nil
        }
    }
}

/// An age identity as written by `age-keygen`: two comment lines, then the key.
enum AgeIdentityText {
    static func file(_ text: SecretBytes, _ recipient: String) -> SecretBytes {
        let comments = "# created: \(DateText.rfc3339(DateText.now))\n# public key: \(recipient)\n"
        return SecretBytes(byteCount: comments.utf8.count + text.count + 1) { output in
            output.append(contentsOf: comments.utf8.span)
            text.withBytes { output.append(contentsOf: $0) }
            output.append(.newline)
        }
    }
}
