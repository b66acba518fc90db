internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys

/// A slot as listed by the vault: label and recipient, nothing that helps to open it.
public struct VaultSlot: Sendable, Hashable {
    /// The identifier, 16 random bytes.
    public let identifier: [UInt8]
    /// The kind of credential.
    public let kind: VaultSlot.Kind
    /// The label; may be empty.
    public let label: String
    /// The time when the slot was created, or made again.
    public let created: Vault.Timestamp
    /// The recipient's public key: 32 bytes for X25519, 1216 for MLKEM768-X25519, or `SubjectPublicKeyInfo` for RSA;
    /// empty for other kinds.
    public let recipient: [UInt8]
    /// The key derivation and cost of a guess, for kinds that can be guessed; nil for others or a damaged slot.
    public let cost: VaultSlot.Cost?

    /// The recipient as text: `age1…`, `age1pq1…`, or an RSA key's length and OpenSSH fingerprint; nil for kinds
    /// without a public key.
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
    /// The kinds of credential for a slot.
    ///
    /// The raw values are stored in the file.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        /// A passphrase, stretched with scrypt or Argon2id.
        case passphrase = 1
        /// An Arca key file, 32 random bytes.
        case keyFile = 2
        /// Both a passphrase and any file.
        case passphraseAndKeyFile = 3
        /// The private key of an X25519 recipient, such as an age identity or an Ed25519 key.
        case x25519 = 4
        /// The private key of an RSA recipient.
        case rsa = 5
        /// A recovery code, 128 random bits on paper.
        case recoveryCode = 6
        /// A gesture pattern together with this machine's device secret.
        case gesture = 7
        /// The private key of a post-quantum recipient, such as an age identity `AGE-SECRET-KEY-PQ-1…`.
        case hybrid = 8

        /// The name: `passphrase`, `key file`, `recovery code`.
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

        /// Whether the slot is for a public key, so it can be made again without its owner.
        public var isForPublicKey: Bool { self == .x25519 || self == .rsa || self == .hybrid }

        /// Whether a quantum computer could open the slot: true for X25519 and RSA public keys.
        ///
        /// One such slot opens every copy of the vault, even an earlier one. The secrets of other kinds cannot be
        /// computed from the file.
        public var isOpenToQuantumComputers: Bool { self == .x25519 || self == .rsa }

        /// Whether an attempt costs scrypt or Argon2id; the number of such slots in a file is limited.
        var isStretched: Bool { self == .passphrase || self == .passphraseAndKeyFile || self == .gesture }
    }
}

extension Vault {
    /// Whether a file is a vault, from at least its first 100 bytes.
    package static func isVault(header: [UInt8]) -> Bool {
        header.count >= 100 && header.starts(with: "SQLite format 3\0".utf8)
            && header[68..<72].elementsEqual(UInt32(Schema.applicationIdentifier).bigEndianBytes)
    }

    /// The kinds of the slots in a vault's pages, found by their magic number; nothing is decrypted or authenticated.
    package static func slotKinds(in pages: [UInt8]) -> [VaultSlot.Kind] {
        let magic = SealedSlot.magic
        var kinds: [[UInt8]: VaultSlot.Kind] = [:]
        var place = 0
        while let found = pages[place...].firstRange(of: magic)?.lowerBound {
            if let (identifier, kind) = SealedSlot.summary(pages[found...]) { kinds[identifier] = kind }
            place = found + magic.count
        }
        return kinds.values.sorted { $0.rawValue < $1.rawValue }
    }
}

extension SealedSlot {
    /// The identifier and kind of a body that may be truncated.
    fileprivate static func summary(_ body: ArraySlice<UInt8>) -> (identifier: [UInt8], kind: VaultSlot.Kind)? {
        let bytes = Array(body.prefix(kindAt + 1))
        guard bytes.count == kindAt + 1, versions.contains(bytes[magic.count]),
            let kind = VaultSlot.Kind(rawValue: bytes[kindAt])
        else { return nil }
        return (Array(bytes[identifierAt..<epochAt]), kind)
    }
}
