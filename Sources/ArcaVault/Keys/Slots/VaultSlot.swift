internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys

/// A slot as the vault lists it: what it is called and for whom it is, nothing that helps to open it.
public struct VaultSlot: Sendable, Hashable {
    /// 16 random bytes.
    public let identifier: [UInt8]
    /// How it is opened.
    public let kind: VaultSlot.Kind
    /// What its maker called it; may be empty.
    public let label: String
    /// When it was made, or made again.
    public let created: Vault.Timestamp
    /// The public key that it was made for: 32 bytes of X25519, 1216 of MLKEM768-X25519, or `SubjectPublicKeyInfo` of RSA;
    /// empty for other kinds.
    public let recipient: [UInt8]

    /// Whom it was made for, for people: `age1…`, `age1pq1…`, or an RSA key's length and fingerprint as OpenSSH prints it; nil for
    /// kinds that are for no public key.
    public var recipientText: String? {
        switch kind {
        case .x25519:
            (try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: recipient)).map {
                Age.X25519Recipient(publicKey: $0).description
            }
        case .hybrid:
            (try? XWingMLKEM768X25519.PublicKey(rawRepresentation: recipient)).map {
                Age.HybridRecipient(publicKey: $0).description
            }
        case .rsa:
            (try? SPKI.publicKey(der: recipient)).map { key in
                let fingerprint = (try? KeyFingerprint(key))?.openSSH.map { " \($0)" } ?? ""
                return "RSA \(key.bitCount)\(fingerprint)"
            }
        default: nil
        }
    }
}

extension VaultSlot {
    /// The ways in which a slot of a vault can be opened.
    ///
    /// The raw values stand in the file.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
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
        /// The private key of a recipient that withstands quantum computers: an age identity `AGE-SECRET-KEY-PQ-1…`.
        case hybrid = 8

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
            case .hybrid: "post-quantum key"
            }
        }

        /// Whether the slot was made for a public key, so that it can be made again without its owner.
        public var isForPublicKey: Bool { self == .x25519 || self == .rsa || self == .hybrid }

        /// Whether a quantum computer could open the slot: those for public keys of X25519 and RSA.
        ///
        /// One such slot opens all of a vault that was copied before. What other kinds need cannot be computed from anything
        /// that stands in the file.
        public var isOpenToQuantumComputers: Bool { self == .x25519 || self == .rsa }

        /// Whether a try costs scrypt, so that a file may make a reader work through a few of them only.
        var isStretched: Bool { self == .passphrase || self == .passphraseAndKeyFile || self == .gesture }
    }
}
