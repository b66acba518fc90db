/// The elliptic curve of about 128 bits of strength, in its two forms.
///
/// ```swift
/// let own = try Curve25519.KeyAgreement.PrivateKey()
/// let shared = try own.sharedSecretFromKeyAgreement(with: theirs)
/// let signer = try Curve25519.Signing.PrivateKey()
/// let signature = try signer.signature(for: message)
/// ```
public enum Curve25519 {
    /// X25519, which two parties make a common secret with (RFC 7748).
    public enum KeyAgreement: KeyAgreementCurve {
        /// The function's name.
        public static let name = "X25519"
        /// Length of private keys, public keys and shared secrets.
        public static let keyByteCount = 32
    }

    /// Ed25519, for signatures (RFC 8032).
    public enum Signing: SigningCurve {
        /// The scheme's name.
        public static let name = "Ed25519"
        /// Length of private and public keys.
        public static let keyByteCount = 32
        /// Length of signatures.
        public static let signatureByteCount = 64
    }
}
