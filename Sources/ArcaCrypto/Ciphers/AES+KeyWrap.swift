public import ArcaCore

extension AES {
    /// Key wrap: a key encrypted and checked under another, deterministic and without initialization vector.
    ///
    /// Source: RFC 3394 and SP 800-38F, section 6.2 (KW); RFC 5649 and SP 800-38F, section 6.3 (KWP, padded).
    public enum KeyWrap {
        /// Wraps a key.
        ///
        /// - Parameters:
        ///   - key: The key to wrap, secret: 16 bytes or more in multiples of 8; padded, any from 1.
        ///   - wrappingKey: The key to wrap it with, secret, 16, 24 or 32 bytes.
        ///   - padded: Whether to use KWP, whose result KW does not unwrap.
        /// - Returns: 8 bytes more than the key; padded, than the key filled up to a multiple of 8.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength` for the wrapping key, `.invalidInputLength` for the
        ///   other.
        @inlinable
        public static func wrap(
            _ key: borrowing some Bytes, using wrappingKey: SymmetricKey, padded: Bool = false
        ) throws(CryptoError) -> [UInt8] { try cipher(for: wrappingKey, padded).encrypt(key, using: wrappingKey) }

        /// Unwraps a key.
        ///
        /// - Parameters:
        ///   - wrapped: What ``wrap(_:using:padded:)`` returned.
        ///   - wrappingKey: The key that it was wrapped with.
        ///   - padded: Whether KWP was used.
        /// - Returns: The key, which keeps its secret memory.
        /// - Throws: ``CryptoError`` with code `.authenticationFailed` for a wrong wrapping key or changed bytes, which
        ///   cannot be told apart, `.invalidKeyLength` or `.invalidInputLength`.
        @inlinable
        public static func unwrap(
            _ wrapped: borrowing some Bytes, using wrappingKey: SymmetricKey, padded: Bool = false
        ) throws(CryptoError) -> SecretBytes {
            try cipher(for: wrappingKey, padded).decryptSecret(wrapped, using: wrappingKey)
        }

        @usableFromInline
        static func cipher(for key: SymmetricKey, _ padded: Bool) throws(CryptoError) -> Cipher {
            try AES.cipher(padded ? .kwp : .kw, keyByteCount: key.byteCount)
        }
    }
}
