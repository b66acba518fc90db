public import ArcaCore

extension AES {
    /// CBC with HMAC, the authenticated encryption of JOSE: A128CBC-HS256, A192CBC-HS384, A256CBC-HS512.
    ///
    /// Composed of libcrypto's two; the tag is checked before anything is decrypted.
    ///
    /// Source: RFC 7518, section 5.2.
    public enum CBCHMAC {
        /// Encrypts and authenticates a message.
        ///
        /// - Parameters:
        ///   - message: Any length.
        ///   - key: Secret, 32, 48 or 64 bytes, whose length chooses the cipher: a key for HMAC, then one for AES.
        ///   - iv: 16 bytes, not secret, unpredictable (random).
        ///   - aad: Associated data that is authenticated and not encrypted.
        /// - Returns: The ciphertext, 1 to 16 bytes longer than the message, and a tag half as long as the key.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidIVLength`.
        @inlinable
        public static func seal(
            _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
            authenticating aad: borrowing some Bytes = [] as [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            try cipher(for: key).seal(message, using: key, nonce: iv, authenticating: aad)
        }

        /// Checks and decrypts a message.
        ///
        /// - Parameters:
        ///   - sealed: Ciphertext and tag.
        ///   - key: The key it was sealed with.
        ///   - iv: The initialization vector it was sealed with.
        ///   - aad: The associated data it was sealed with.
        /// - Returns: The plaintext, only when the tag is right.
        /// - Throws: ``CryptoError`` with code `.authenticationFailed` for a wrong key, vector or associated data or a changed
        ///   message, which look the same, `.invalidKeyLength`, `.invalidIVLength` or `.invalidInputLength`.
        @inlinable
        public static func open(
            _ sealed: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
            authenticating aad: borrowing some Bytes = [] as [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            try cipher(for: key).open(sealed, using: key, nonce: iv, authenticating: aad)
        }

        @usableFromInline
        static func cipher(for key: SymmetricKey) throws(CryptoError) -> Cipher {
            try AES.cipher(.cbcHMAC, keyByteCount: key.byteCount, keys: 2)
        }
    }
}
