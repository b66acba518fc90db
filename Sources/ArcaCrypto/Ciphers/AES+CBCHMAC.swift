public import ArcaCore

extension AES {
    /// CBC with HMAC, JOSE's authenticated encryption: A128CBC-HS256, A192CBC-HS384 and A256CBC-HS512.
    ///
    /// Composed of libcrypto's CBC and HMAC; the tag is verified before decryption.
    ///
    /// Source: RFC 7518, section 5.2.
    public enum CBCHMAC {
        /// Encrypts and authenticates a message.
        ///
        /// - Parameters:
        ///   - message: The plaintext, of any length.
        ///   - key: The secret key, 32, 48 or 64 bytes, which selects the cipher: an HMAC key followed by an AES key.
        ///   - iv: A random initialization vector of 16 bytes, not secret.
        ///   - aad: Associated data, authenticated but not encrypted.
        /// - Returns: The ciphertext, 1 to 16 bytes longer than the message, followed by a tag half as long as the key.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidIVLength`.
        @inlinable
        public static func seal(
            _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
            authenticating aad: borrowing some Bytes = [] as [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            try cipher(for: key).seal(message, using: key, nonce: iv, authenticating: aad)
        }

        /// Verifies the tag and decrypts a message, with the key, IV and associated data that it was sealed with.
        ///
        /// - Throws: ``CryptoError`` with code `.authenticationFailed` for a wrong key, IV or associated data, or a
        ///   modified message (the cases are indistinguishable); `.invalidKeyLength`, `.invalidIVLength` or
        ///   `.invalidInputLength`.
        @inlinable
        public static func open(
            _ sealed: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
            authenticating aad: borrowing some Bytes = [] as [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            try cipher(for: key).open(sealed, using: key, nonce: iv, authenticating: aad)
        }

        @usableFromInline
        static func cipher(for key: SymmetricKey) throws(CryptoError) -> AEADCipher {
            AEADCipher(trusted: try AES.cipher(.cbcHMAC, keyByteCount: key.byteCount, keys: 2))
        }
    }
}
