internal import ArcaCore

/// Curve25519, with about 128 bits of security: X25519 and Ed25519.
///
/// ```swift
/// let own = Curve25519.KeyAgreement.PrivateKey()
/// let shared = try own.sharedSecretFromKeyAgreement(with: theirs)
/// let signer = Curve25519.Signing.PrivateKey()
/// let signature = try signer.signature(for: message)
/// ```
public enum Curve25519 {
    /// X25519 key agreement (RFC 7748).
    public enum KeyAgreement: KeyAgreementCurve {
        /// The name of the function.
        public static let name = "X25519"
        /// Length of private keys, public keys and shared secrets, in bytes.
        public static let keyByteCount = 32
    }

    /// Ed25519 signatures (RFC 8032).
    public enum Signing: SigningCurve {
        /// The name of the scheme.
        public static let name = "Ed25519"
        /// Length of private and public keys, in bytes.
        public static let keyByteCount = 32
        /// Length of signatures, in bytes.
        public static let signatureByteCount = 64
    }
}

/// Curve448, with about 224 bits of security: X448 and Ed448.
public enum Curve448 {
    /// X448 key agreement (RFC 7748).
    public enum KeyAgreement: KeyAgreementCurve {
        /// The name of the function.
        public static let name = "X448"
        /// Length of private keys, public keys and shared secrets, in bytes.
        public static let keyByteCount = 56
    }

    /// Ed448 signatures without a context (RFC 8032).
    public enum Signing: SigningCurve {
        /// The name of the scheme.
        public static let name = "Ed448"
        /// Length of private and public keys, in bytes.
        public static let keyByteCount = 57
        /// Length of signatures, in bytes.
        public static let signatureByteCount = 114
    }
}

/// A raw private key with its libcrypto handle, shared by all copies.
final class RawPrivateKey: Sendable {
    let bytes: SecretBytes
    let handle: PublicKeyHandle

    init(_ bytes: SecretBytes, algorithm: String, byteCount: Int) throws(CryptoError) {
        try checkLength(bytes, algorithm, byteCount: byteCount, half: "private")
        self.bytes = bytes
        handle = try bytes.withBytes { span throws(CryptoError) in
            try PublicKeyHandle(algorithm, raw: span, isPrivate: true)
        }
    }
}

func checkLength(
    _ key: borrowing some Bytes, _ algorithm: String, byteCount: Int, half: String
) throws(CryptoError) {
    let found = key.withBytes { $0.count }
    guard found == byteCount else {
        throw CryptoError(
            .invalidKeyLength, "\(algorithm) has \(half) keys of \(byteCount) bytes; found \(found)")
    }
}
