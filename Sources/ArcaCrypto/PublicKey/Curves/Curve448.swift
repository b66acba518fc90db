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
