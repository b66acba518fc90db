public import ArcaCore

extension AES {
    /// Key wrap: deterministic authenticated encryption of a key under another, without an initialization vector.
    ///
    /// Source: RFC 3394 and SP 800-38F, section 6.2 (KW); RFC 5649 and SP 800-38F, section 6.3 (KWP, padded).
    public enum KeyWrap {
        /// Wraps a key.
        ///
        /// - Parameters:
        ///   - key: The secret key to wrap: 16 bytes or more in multiples of 8; with padding, 1 byte or more.
        ///   - wrappingKey: The secret wrapping key, 16, 24 or 32 bytes.
        ///   - padded: Whether to use KWP, which is not compatible with KW.
        /// - Returns: The wrapped key, 8 bytes longer than the key; KWP first pads the key to a multiple of 8.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength` for the wrapping key, `.invalidInputLength` for the
        ///   key to wrap.
        @inlinable
        public static func wrap(
            _ key: borrowing some Bytes, using wrappingKey: SymmetricKey, padded: Bool = false
        ) throws(CryptoError) -> [UInt8] { try cipher(for: wrappingKey, padded).encrypt(key, using: wrappingKey) }

        /// Unwraps a key with the wrapping key and the kind of padding used for wrapping.
        ///
        /// - Returns: The key, in secret memory.
        /// - Throws: ``CryptoError`` with code `.authenticationFailed` for a wrong wrapping key or modified bytes (the
        ///   cases are indistinguishable); `.invalidKeyLength` or `.invalidInputLength`.
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
