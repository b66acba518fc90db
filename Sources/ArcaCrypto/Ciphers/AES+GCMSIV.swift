public import ArcaCodecs

extension AES {
    /// GCM-SIV: authenticated encryption that survives repeated nonces.
    ///
    /// A nonce used twice with one key shows whether the two messages are equal, and nothing else. The message is needed
    /// as a whole. Put together of libcrypto's AES and GHASH.
    ///
    /// Source: RFC 8452, which has keys of 16 and 32 bytes; those of 24 are OpenSSL's addition.
    public enum GCMSIV: AuthenticatedCipher {
        /// AES-256-GCM-SIV as a value.
        public static let cipher = Cipher.aes256GCMSIV

        /// The cipher for a key of 16, 24 or 32 bytes.
        ///
        /// - Parameter keyByteCount: Length of the key.
        /// - Returns: The cipher.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
        public static func cipher(keyByteCount: Int) throws(CryptoError) -> Cipher {
            try AES.cipher(.gcmSIV, keyByteCount: keyByteCount)
        }
    }
}
