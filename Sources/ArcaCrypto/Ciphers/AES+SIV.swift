public import ArcaCore

extension AES {
    /// Synthetic initialization vector mode: deterministic authenticated encryption that survives repeated nonces.
    ///
    /// Equal messages with equal associated data give equal ciphertexts, and nothing else leaks: fit for wrapping keys
    /// and for columns that are looked up. For hiding equality, put a nonce last among the associated data.
    ///
    /// Source: RFC 5297.
    public enum SIV {
        /// Encrypts and authenticates a message.
        ///
        /// - Parameters:
        ///   - message: Any length, also none.
        ///   - key: Secret, 32, 48 or 64 bytes: one key for the vector, one for the counter mode.
        ///   - strings: Associated data, 126 strings at most; none differs from one that is empty.
        /// - Returns: The synthetic initialization vector of 16 bytes, which is the tag, and the ciphertext.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidParameter` for too many strings.
        @inlinable
        public static func seal(
            _ message: borrowing some Bytes, using key: SymmetricKey, authenticating strings: [[UInt8]] = []
        ) throws(CryptoError) -> [UInt8] {
            try message.withBytes { message throws(CryptoError) in try sealed(message, key, strings) }
        }

        /// Checks and decrypts a message.
        ///
        /// - Parameters:
        ///   - sealed: The synthetic initialization vector and the ciphertext, 16 bytes or more.
        ///   - key: The key it was sealed with.
        ///   - strings: The associated data it was sealed with.
        /// - Returns: The plaintext, only when the vector is right.
        /// - Throws: ``CryptoError`` with code `.authenticationFailed`, `.invalidKeyLength`, `.invalidInputLength` or
        ///   `.invalidParameter`.
        @inlinable
        public static func open(
            _ sealed: borrowing some Bytes, using key: SymmetricKey, authenticating strings: [[UInt8]] = []
        ) throws(CryptoError) -> [UInt8] {
            try sealed.withBytes { sealed throws(CryptoError) in try opened(sealed, key, strings) }
        }

        @usableFromInline
        static func sealed(
            _ message: Span<UInt8>, _ key: SymmetricKey, _ strings: [[UInt8]]
        ) throws(CryptoError) -> [UInt8] {
            _ = try AES.cipher(.siv, keyByteCount: key.byteCount, keys: 2)
            let count = message.count + SyntheticIV.byteCount
            return try wipedOnFailure(capacity: count) { (output) throws(CryptoError) in
                try SyntheticIV.seal(message, key: key, strings: strings, to: output)
                return count
            }
        }

        @usableFromInline
        static func opened(
            _ sealed: Span<UInt8>, _ key: SymmetricKey, _ strings: [[UInt8]]
        ) throws(CryptoError) -> [UInt8] {
            let cipher = try AES.cipher(.siv, keyByteCount: key.byteCount, keys: 2)
            guard sealed.count >= SyntheticIV.byteCount else {
                throw CryptoError(
                    .invalidInputLength, "\(sealed.count) bytes are less than the \(cipher.name) tag of 16")
            }
            let count = sealed.count - SyntheticIV.byteCount
            return try wipedOnFailure(capacity: count) { (output) throws(CryptoError) in
                try SyntheticIV.open(sealed, key: key, strings: strings, to: output)
                return count
            }
        }
    }
}
