public import ArcaCore

/// Key encapsulation: a sender makes a secret and a ciphertext of a public key alone, and the private key finds the secret.
public enum KEM {
    /// What encapsulation gives.
    public struct EncapsulationResult: Sendable {
        /// 32 bytes, secret, and uniform: a key as it stands.
        public let sharedSecret: SymmetricKey
        /// The ciphertext, for the owner of the private key; not secret.
        public let encapsulated: [UInt8]
    }
}

/// A public key that secrets are encapsulated to: of ``MLKEM768``, ``MLKEM1024``, ``XWingMLKEM768X25519``.
public protocol KEMPublicKey: Sendable, Hashable {
    /// The key's bytes.
    var rawRepresentation: [UInt8] { get }

    /// Makes a secret and its ciphertext, both new each time.
    ///
    /// - Returns: The secret and the ciphertext.
    /// - Throws: ``CryptoError`` with code `.backendFailure` without randomness, `.invalidKey` for a key that makes no good
    ///   secret.
    func encapsulate() throws(CryptoError) -> KEM.EncapsulationResult
}

/// A private key that finds the secret of a ciphertext: of ``MLKEM768``, ``MLKEM1024``, ``XWingMLKEM768X25519``.
public protocol KEMPrivateKey: Sendable {
    /// What its public half is.
    associatedtype PublicKey: KEMPublicKey

    /// The public half.
    var publicKey: PublicKey { get }

    /// Finds the secret of a ciphertext.
    ///
    /// A ciphertext that was changed, or was made for another key, gives another secret and no error: only what is
    /// authenticated with the secret tells.
    ///
    /// - Parameter encapsulated: The ciphertext, of the mechanism's length.
    /// - Returns: 32 bytes, secret.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` for a ciphertext of another length.
    func decapsulate(_ encapsulated: borrowing some Bytes) throws(CryptoError) -> SymmetricKey
}
