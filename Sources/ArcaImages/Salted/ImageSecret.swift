public import ArcaCrypto

/// What protects a salted string: a passphrase, or a key.
public enum ImageSecret: Sendable {
    /// A passphrase; a key is derived from it by scrypt, under the string's salt.
    case passphrase(SecretBytes)
    /// A key of 16 bytes or more, secret and uniformly random; the string's own key is derived from it by HKDF.
    case key(SymmetricKey)
}
