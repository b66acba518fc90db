public import ArcaCodecs

extension AES {
    /// EAX: authenticated encryption with nonces of any length, for protocols that ask for it.
    ///
    /// Put together of libcrypto's counter mode and CMAC; a third of GCM's speed.
    ///
    /// Source: Bellare, Rogaway, Wagner: The EAX Mode of Operation, 2004.
    public enum EAX: AuthenticatedCipher {
        /// AES-256-EAX as a value.
        public static let cipher = Cipher.aes256EAX

        /// The cipher for a key of 16, 24 or 32 bytes.
        ///
        /// - Parameter keyByteCount: Length of the key.
        /// - Returns: The cipher.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
        public static func cipher(keyByteCount: Int) throws(CryptoError) -> Cipher {
            try AES.cipher(.eax, keyByteCount: keyByteCount)
        }
    }
}
