internal import ArcaCore
public import ArcaCrypto
internal import ArcaKeys
public import ArcaPatterns

/// What somebody has or knows that opens a vault.
public enum VaultCredential: Sendable {
    /// A passphrase: its bytes exactly, not empty.
    case passphrase(SecretBytes)
    /// A key file of Arca's own.
    case keyFile(VaultKeyFile)
    /// A passphrase, and the contents of a file, exactly.
    case passphraseAndKeyFile(SecretBytes, contents: SecretBytes)
    /// A private key of X25519, such as an age identity.
    case x25519(Curve25519.KeyAgreement.PrivateKey)
    /// A private key that withstands quantum computers, such as a post-quantum age identity.
    case hybrid(XWingMLKEM768X25519.PrivateKey)
    /// A private key of RSA, 2,048 to 8,192 bits.
    case rsa(RSAPrivateKey)
    /// A recovery code.
    case recoveryCode(RecoveryCode)
    /// A gesture pattern, which opens the vault on the machine that its slot was made on.
    case pattern(Pattern)
    /// The session that `arca vault unlock` began: the vault key in the kernel's keyring.
    case session

    /// The kind of slot that it opens; nil for a session, which needs none.
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

/// How a new slot is to be opened: what a vault key is wrapped for.
///
/// ```swift
/// let vault = try Vault.create(at: path, slots: [.passphrase(passphrase), .recoveryCode(code)])
/// ```
public struct NewVaultSlot: Sendable {
    /// What the key is wrapped for.
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

    /// What the key is wrapped for.
    let content: Content
    /// What a try costs, for kinds with something to guess.
    let cost: Scrypt.Cost
    /// A name for people, at most 1,024 bytes; nil for none, or for that of the slot in whose place it comes.
    public private(set) var label: String?
    /// Whether a cost below the standard one is let pass.
    private(set) var takesAnyCost = false

    /// What ``VaultSlot/Kind/gesture`` protects against and what it does not, for the user to read before such a slot is
    /// made.
    public static let gestureNotice = """
        A 3x3 pattern is one of 389,112 (18.6 bits): with scrypt at 2^17, trying all of them takes 33 core-hours.
        The slot is as strong as this machine's device secret. The vault's file alone does not allow an attack; anyone who also
        has a copy of the device directory finds the pattern within hours on a big machine, and no lockout binds a person
        who has the files, or can start programs as you. The lockout stops a person who only draws at your keyboard.
        """

    /// A slot for a passphrase.
    ///
    /// - Parameters:
    ///   - passphrase: Its bytes exactly; not empty.
    ///   - cost: What each guess costs, the standard or more; what an older slot cost plays no part.
    /// - Returns: The slot to be made.
    public static func passphrase(_ passphrase: SecretBytes, cost: Scrypt.Cost = .standard) -> NewVaultSlot {
        NewVaultSlot(content: .passphrase(passphrase), cost: cost)
    }

    /// A slot for a key file of Arca's own.
    ///
    /// - Parameter keyFile: The key file, secret.
    /// - Returns: The slot to be made.
    public static func keyFile(_ keyFile: VaultKeyFile) -> NewVaultSlot {
        NewVaultSlot(content: .keyFile(keyFile), cost: .standard)
    }

    /// A slot for a passphrase and a file, both needed.
    ///
    /// - Parameters:
    ///   - passphrase: Its bytes exactly; not empty.
    ///   - contents: The whole content of any file, not empty: a single changed byte makes it another one.
    ///   - cost: What each guess costs, the standard or more.
    /// - Returns: The slot to be made.
    public static func passphraseAndKeyFile(
        _ passphrase: SecretBytes, contents: SecretBytes, cost: Scrypt.Cost = .standard
    ) -> NewVaultSlot {
        NewVaultSlot(content: .passphraseAndKeyFile(passphrase, contents: contents), cost: cost)
    }

    /// A slot for the owner of an X25519 key, who need not be there.
    ///
    /// - Parameter publicKey: The key; one of small order is refused when the slot is made.
    /// - Returns: The slot to be made.
    public static func x25519(_ publicKey: Curve25519.KeyAgreement.PublicKey) -> NewVaultSlot {
        NewVaultSlot(content: .x25519(publicKey), cost: .standard)
    }

    /// A slot for the owner of a key that withstands quantum computers, who need not be there.
    ///
    /// The vault as a whole withstands them only while no slot is for a key of X25519 or RSA.
    ///
    /// - Parameter publicKey: The key; one whose X25519 half has small order is refused when the slot is made.
    /// - Returns: The slot to be made.
    public static func hybrid(_ publicKey: XWingMLKEM768X25519.PublicKey) -> NewVaultSlot {
        NewVaultSlot(content: .hybrid(publicKey), cost: .standard)
    }

    /// A slot for the owner of an RSA key, who need not be there.
    ///
    /// - Parameter publicKey: A key of 2,048 to 8,192 bits that is not for signatures alone; others are refused when
    ///   the slot is made.
    /// - Returns: The slot to be made.
    public static func rsa(_ publicKey: RSAPublicKey) -> NewVaultSlot {
        NewVaultSlot(content: .rsa(publicKey), cost: .standard)
    }

    /// A slot for a recovery code.
    ///
    /// - Parameter code: A code made for this slot.
    /// - Returns: The slot to be made.
    public static func recoveryCode(_ code: RecoveryCode) -> NewVaultSlot {
        NewVaultSlot(content: .recoveryCode(code), cost: .standard)
    }

    /// A slot for a gesture pattern on this machine; ``gestureNotice`` says what it is worth.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, secret.
    ///   - cost: What each guess costs, the standard or more.
    /// - Returns: The slot to be made.
    public static func pattern(_ pattern: Pattern, cost: Scrypt.Cost = .standard) -> NewVaultSlot {
        NewVaultSlot(content: .pattern(pattern), cost: cost)
    }

    /// How the slot is opened.
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

    /// The same slot with a name for people.
    ///
    /// - Parameter label: At most 1,024 bytes, or the slot is refused when it is made; may be empty.
    /// - Returns: The slot to be made.
    public func labeled(_ label: String) -> NewVaultSlot {
        var copy = self
        copy.label = label
        return copy
    }

    /// The same slot with any cost, for tests of apps alone: a guess at the standard cost takes a third of a second.
    ///
    /// ```swift
    /// let slot = NewVaultSlot.passphrase(secret, cost: try Scrypt.Cost(logN: 10)).permittingAnyCostForTests
    /// let vault = try Vault.create(at: path, slots: [slot])
    /// ```
    ///
    /// A slot of a low cost opens as any other, but anyone who has the file finds its passphrase that much faster.
    public var permittingAnyCostForTests: NewVaultSlot {
        var copy = self
        copy.takesAnyCost = true
        return copy
    }

    /// Whom the slot is for, as the state keeps it so that the slot can be made again: a public key of X25519 or
    /// MLKEM768-X25519, or one of RSA in DER; empty for other kinds.
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

    /// The slot that a recipient of the state stands for.
    ///
    /// - Parameters:
    ///   - recipient: As ``recipient`` gives it.
    ///   - kind: The slot's kind.
    /// - Throws: ``VaultError`` with code `.tampered` for what is not a public key of that kind.
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
        (self.content, self.cost) = (content, cost)
    }
}
