internal import ArcaCore

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

/// The elliptic curve of about 224 bits of strength, in its two forms.
public enum Curve448 {
    /// X448, which two parties make a common secret with (RFC 7748).
    public enum KeyAgreement: KeyAgreementCurve {
        /// The function's name.
        public static let name = "X448"
        /// Length of private keys, public keys and shared secrets.
        public static let keyByteCount = 56
    }

    /// Ed448 without context, for signatures (RFC 8032).
    public enum Signing: SigningCurve {
        /// The scheme's name.
        public static let name = "Ed448"
        /// Length of private and public keys.
        public static let keyByteCount = 57
        /// Length of signatures.
        public static let signatureByteCount = 114
    }
}

/// A private key that is plain bytes, and libcrypto's form of it; one memory for all copies.
final class RawPrivateKey: Sendable {
    let bytes: SecretBytes
    let handle: PublicKeyHandle

    /// Takes bytes of the algorithm's length.
    init(_ bytes: SecretBytes, algorithm: String, byteCount: Int) throws(CryptoError) {
        try checkLength(bytes, algorithm, byteCount, "private")
        self.bytes = bytes
        handle = try bytes.withBytes { span throws(CryptoError) in
            try PublicKeyHandle(algorithm, raw: span, isPrivate: true)
        }
    }
}

/// Refuses a key of another length than the algorithm's.
func checkLength(
    _ key: borrowing some Bytes, _ algorithm: String, _ byteCount: Int, _ half: String
) throws(CryptoError) {
    let found = key.withBytes { $0.count }
    guard found == byteCount else {
        throw CryptoError(
            .invalidKeyLength, "\(algorithm) has \(half) keys of \(byteCount) bytes; found \(found)")
    }
}
