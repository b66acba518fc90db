public import ArcaCore

/// A key encapsulation mechanism: anyone with the public key creates a secret and a ciphertext of it for the private
/// key.
public enum KEM {
    /// The result of an encapsulation.
    public struct EncapsulationResult: Sendable {
        /// The shared secret: 32 uniform bytes, usable as a key.
        public let sharedSecret: SymmetricKey
        /// The ciphertext for the owner of the private key; not secret.
        public let encapsulated: [UInt8]
    }
}

/// A KEM public key: ``MLKEM768``, ``MLKEM1024`` or ``XWingMLKEM768X25519``.
public protocol KEMPublicKey: Sendable, Hashable {
    /// The key's bytes.
    var rawRepresentation: [UInt8] { get }

    /// Creates a random secret and its ciphertext.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure` if the random generator fails, `.invalidKey` for a key
    ///   that would give a weak secret.
    func encapsulate() throws(CryptoError) -> KEM.EncapsulationResult
}

/// A KEM private key: ``MLKEM768``, ``MLKEM1024`` or ``XWingMLKEM768X25519``.
public protocol KEMPrivateKey: Sendable {
    /// The type of the public key.
    associatedtype PublicKey: KEMPublicKey

    /// The public key.
    var publicKey: PublicKey { get }

    /// Decapsulates a ciphertext to its secret.
    ///
    /// A ciphertext that is modified or for another key gives a different secret, not an error; only data authenticated
    /// with the secret reveals this.
    ///
    /// - Parameter encapsulated: The ciphertext, of the mechanism's length.
    /// - Returns: The secret, 32 bytes.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength` for a ciphertext of another length.
    func decapsulate(_ encapsulated: borrowing some Bytes) throws(CryptoError) -> SymmetricKey
}
