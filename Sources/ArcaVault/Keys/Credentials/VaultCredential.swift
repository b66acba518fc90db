public import ArcaCrypto
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
    /// A private key of RSA, 2,048 to 8,192 bits.
    case rsa(RSAPrivateKey)
    /// A recovery code.
    case recoveryCode(RecoveryCode)
    /// A gesture pattern, which opens the vault on the machine that its slot was made on.
    case pattern(Pattern)
    /// The session that `arca vault unlock` began: the vault key in the kernel's keyring.
    case session

    /// The kind of slot that it opens; nil for a session, which needs none.
    public var kind: VaultSlotKind? {
        switch self {
        case .passphrase: .passphrase
        case .keyFile: .keyFile
        case .passphraseAndKeyFile: .passphraseAndKeyFile
        case .x25519: .x25519
        case .rsa: .rsa
        case .recoveryCode: .recoveryCode
        case .pattern: .gesture
        case .session: nil
        }
    }
}
