internal import ArcaCore
public import ArcaCrypto
internal import ArcaKeys
public import ArcaPatterns

/// A credential that opens a vault.
public enum VaultCredential: Sendable {
    /// A passphrase, used byte for byte; not empty.
    case passphrase(SecretBytes)
    /// An Arca key file.
    case keyFile(VaultKeyFile)
    /// A passphrase and the exact contents of a file.
    case passphraseAndKeyFile(SecretBytes, contents: SecretBytes)
    /// An X25519 private key, such as an age identity.
    case x25519(Curve25519.KeyAgreement.PrivateKey)
    /// A post-quantum private key, such as a post-quantum age identity.
    case hybrid(XWingMLKEM768X25519.PrivateKey)
    /// An RSA private key, 2,048 to 8,192 bits.
    case rsa(RSAPrivateKey)
    /// A recovery code.
    case recoveryCode(RecoveryCode)
    /// A gesture pattern, which opens the vault only on the machine where its slot was made.
    case pattern(Pattern)
    /// The session started by `arca vault unlock`: the epoch's subkeys in the kernel keyring.
    case session

    /// The kind of slot that it opens, or nil for a session.
    public var kind: VaultSlot.Kind? {
        switch self {
        case .passphrase: .passphrase
        case .keyFile: .keyFile
        case .passphraseAndKeyFile: .passphraseAndKeyFile
        case .x25519: .x25519
        case .hybrid: .hybrid
        case .rsa: .rsa
        case .recoveryCode: .recoveryCode
        case .pattern: .gesture
        case .session: nil
        }
    }
}

/// A new slot: the credential or recipient that the vault key is wrapped for.
///
/// ```swift
/// let vault = try Vault.create(at: path, slots: [.passphrase(passphrase), .recoveryCode(code)])
/// ```
public struct NewVaultSlot: Sendable {
    enum Content {
        case passphrase(SecretBytes)
        case keyFile(VaultKeyFile)
        case passphraseAndKeyFile(SecretBytes, contents: SecretBytes)
        case x25519(Curve25519.KeyAgreement.PublicKey)
        case hybrid(XWingMLKEM768X25519.PublicKey)
        case rsa(RSAPublicKey)
        case recoveryCode(RecoveryCode)
        case pattern(Pattern)
    }

    let content: Content
    /// The cost of each guess, for kinds that can be guessed.
    private(set) var cost: VaultSlot.Cost
    /// A label of at most 1,024 bytes; nil for none, or for the label of the replaced slot.
    public private(set) var label: String?
    private(set) var takesAnyCost = false

    /// The protection that ``VaultSlot/Kind/gesture`` gives and its limits.
    ///
    /// Show it to the user before creating such a slot.
    public static let gestureNotice = """
        A 3x3 pattern is one of 389,112 (18.6 bits): with scrypt at 2^17, trying all of them takes 33 core-hours.
        The slot is as strong as this machine's device secret. The vault's file alone does not allow an attack; anyone who also
        has a copy of the device directory finds the pattern within hours on a big machine, and no lockout binds a person
        who has the files, or can start programs as you. The lockout stops a person who only draws at your keyboard.
        """

    /// Creates a slot for a passphrase.
    ///
    /// - Parameters:
    ///   - passphrase: The exact bytes; not empty.
    ///   - cost: The cost of each guess, at least the standard. The cost of an older slot is ignored.
    /// - Returns: The new slot.
    public static func passphrase(_ passphrase: SecretBytes, cost: Scrypt.Cost = .standard) -> NewVaultSlot {
        NewVaultSlot(content: .passphrase(passphrase), cost: cost)
    }

    /// Creates a slot for an Arca key file.
    public static func keyFile(_ keyFile: VaultKeyFile) -> NewVaultSlot {
        NewVaultSlot(content: .keyFile(keyFile), cost: .standard)
    }

    /// Creates a slot that needs both a passphrase and a file.
    ///
    /// - Parameters:
    ///   - passphrase: The exact bytes; not empty.
    ///   - contents: The complete content of any file, not empty. Any changed byte makes it a different key.
    ///   - cost: The cost of each guess, at least the standard.
    /// - Returns: The new slot.
    public static func passphraseAndKeyFile(
        _ passphrase: SecretBytes, contents: SecretBytes, cost: Scrypt.Cost = .standard
    ) -> NewVaultSlot {
        NewVaultSlot(content: .passphraseAndKeyFile(passphrase, contents: contents), cost: cost)
    }

    /// Creates a slot for the owner of an X25519 key, who need not be present.
    ///
    /// - Parameter publicKey: The key. Creating the slot fails if it has small order.
    /// - Returns: The new slot.
    public static func x25519(_ publicKey: Curve25519.KeyAgreement.PublicKey) -> NewVaultSlot {
        NewVaultSlot(content: .x25519(publicKey), cost: .standard)
    }

    /// Creates a slot for the owner of a post-quantum key, who need not be present.
    ///
    /// The vault as a whole is post-quantum only without slots for X25519 or RSA keys.
    ///
    /// - Parameter publicKey: The key. Creating the slot fails if its X25519 part has small order.
    /// - Returns: The new slot.
    public static func hybrid(_ publicKey: XWingMLKEM768X25519.PublicKey) -> NewVaultSlot {
        NewVaultSlot(content: .hybrid(publicKey), cost: .standard)
    }

    /// Creates a slot for the owner of an RSA key, who need not be present.
    ///
    /// - Parameter publicKey: A key of 2,048 to 8,192 bits, not restricted to signatures. Creating the slot fails for
    ///   others.
    /// - Returns: The new slot.
    public static func rsa(_ publicKey: RSAPublicKey) -> NewVaultSlot {
        NewVaultSlot(content: .rsa(publicKey), cost: .standard)
    }

    /// Creates a slot for a recovery code.
    public static func recoveryCode(_ code: RecoveryCode) -> NewVaultSlot {
        NewVaultSlot(content: .recoveryCode(code), cost: .standard)
    }

    /// Creates a slot for a gesture pattern on this machine; see ``gestureNotice`` for its limits.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, secret.
    ///   - cost: The cost of each guess, at least the standard.
    /// - Returns: The new slot.
    public static func pattern(_ pattern: Pattern, cost: Scrypt.Cost = .standard) -> NewVaultSlot {
        NewVaultSlot(content: .pattern(pattern), cost: cost)
    }

    /// The kind of credential that opens the slot.
    public var kind: VaultSlot.Kind {
        switch content {
        case .passphrase: .passphrase
        case .keyFile: .keyFile
        case .passphraseAndKeyFile: .passphraseAndKeyFile
        case .x25519: .x25519
        case .hybrid: .hybrid
        case .rsa: .rsa
        case .recoveryCode: .recoveryCode
        case .pattern: .gesture
        }
    }

    /// Returns the slot with a label.
    ///
    /// - Parameter label: At most 1,024 bytes, checked when the slot is created; may be empty.
    /// - Returns: The new slot.
    public func labeled(_ label: String) -> NewVaultSlot {
        var copy = self
        copy.label = label
        return copy
    }

    /// Returns the slot with another key derivation, such as Argon2id instead of scrypt.
    ///
    /// ```swift
    /// try vault.addSlot(.passphrase(passphrase).derived(with: .standardArgon2id))
    /// ```
    ///
    /// - Parameter cost: The derivation and the cost of each guess, checked when the slot is created; ignored for kinds
    ///   that cannot be guessed.
    /// - Returns: The new slot.
    public func derived(with cost: VaultSlot.Cost) -> NewVaultSlot {
        var copy = self
        copy.cost = cost
        return copy
    }

    /// The same slot with any cost accepted, only for an app's tests: a guess at the standard cost takes a third of a
    /// second.
    ///
    /// ```swift
    /// let slot = NewVaultSlot.passphrase(secret, cost: try Scrypt.Cost(logN: 10)).permittingAnyCostForTests
    /// let vault = try Vault.create(at: path, slots: [slot])
    /// ```
    ///
    /// A slot with a low cost opens like any other, but an attacker with the file can guess its passphrase that much
    /// faster.
    public var permittingAnyCostForTests: NewVaultSlot {
        var copy = self
        copy.takesAnyCost = true
        return copy
    }

    /// The recipient stored in the state for making the slot again: a public key of X25519 or MLKEM768-X25519, or an
    /// RSA key in DER; empty for other kinds.
    var recipient: [UInt8] {
        get throws {
            switch content {
            case .x25519(let key): return key.rawRepresentation
            case .hybrid(let key): return key.rawRepresentation
            case .rsa(let key):
                return try SPKI.encode(AnyPublicKey(key))
            default: return []
            }
        }
    }

    init(recipient: [UInt8], kind: VaultSlot.Kind) throws {
        do {
            switch kind {
            case .x25519: self = .x25519(try Curve25519.KeyAgreement.PublicKey(rawRepresentation: recipient))
            case .hybrid: self = .hybrid(try XWingMLKEM768X25519.PublicKey(rawRepresentation: recipient))
            case .rsa: self = .rsa(try SPKI.publicKey(der: recipient).rsa())
            default: throw VaultError(.invalidArgument, "a \(kind.name) slot is for no public key")
            }
        } catch let error as VaultError {
            throw error
        } catch {
            throw VaultError(.tampered, "the public key of an \(kind.name) slot is invalid")
        }
    }

    private init(content: Content, cost: Scrypt.Cost) {
        (self.content, self.cost) = (content, .scrypt(cost))
    }
}
