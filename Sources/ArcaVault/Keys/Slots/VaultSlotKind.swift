/// The ways in which a slot of a vault can be opened.
///
/// The raw values stand in the file.
public enum VaultSlotKind: UInt8, Sendable, Hashable, CaseIterable {
    /// A passphrase, through scrypt.
    case passphrase = 1
    /// A key file of Arca's own, 32 random bytes.
    case keyFile = 2
    /// A passphrase and a file, both needed; any file will do.
    case passphraseAndKeyFile = 3
    /// The private key of an X25519 recipient: an age identity, or an Ed25519 key.
    case x25519 = 4
    /// The private key of an RSA recipient.
    case rsa = 5
    /// A recovery code, 128 random bits on paper.
    case recoveryCode = 6
    /// A gesture pattern with this machine's device secret.
    case gesture = 7

    /// What the kind is called: `passphrase`, `key file`, `recovery code`.
    public var name: String {
        switch self {
        case .passphrase: "passphrase"
        case .keyFile: "key file"
        case .passphraseAndKeyFile: "passphrase and key file"
        case .x25519: "X25519 key"
        case .rsa: "RSA key"
        case .recoveryCode: "recovery code"
        case .gesture: "gesture pattern"
        }
    }

    /// Whether the slot was made for a public key, so that it can be made anew without its owner.
    public var isForPublicKey: Bool { self == .x25519 || self == .rsa }

    /// Whether a try costs scrypt, so that a file may make a reader work through a few of them only.
    var isStretched: Bool { self == .passphrase || self == .passphraseAndKeyFile || self == .gesture }
}
