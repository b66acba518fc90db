public import ArcaCodecs

extension AES {
    /// Galois/counter mode: authenticated encryption, the usual choice.
    ///
    /// Source: SP 800-38D.
    public enum GCM: AuthenticatedCipher {
        /// AES-256-GCM as a value.
        public static let cipher = Cipher.aes256GCM

        /// The cipher for a key of 16, 24 or 32 bytes.
        ///
        /// - Parameter keyByteCount: Length of the key.
        /// - Returns: The cipher.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
        public static func cipher(keyByteCount: Int) throws(CryptoError) -> Cipher {
            try AES.cipher(.gcm, keyByteCount: keyByteCount)
        }
    }

    /// Counter with CBC-MAC: authenticated encryption for protocols that ask for it; slower than GCM.
    ///
    /// The nonce's length n limits the message to less than 2^(8·(15 − n)) bytes: 64 KiB with 13, 16 MiB with 12.
    ///
    /// Source: SP 800-38C, RFC 3610.
    public enum CCM: AuthenticatedCipher {
        /// AES-256-CCM as a value.
        public static let cipher = Cipher.aes256CCM

        /// The cipher for a key of 16, 24 or 32 bytes.
        ///
        /// - Parameter keyByteCount: Length of the key.
        /// - Returns: The cipher.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
        public static func cipher(keyByteCount: Int) throws(CryptoError) -> Cipher {
            try AES.cipher(.ccm, keyByteCount: keyByteCount)
        }
    }
}
