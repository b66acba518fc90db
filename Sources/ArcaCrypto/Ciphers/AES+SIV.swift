public import ArcaCore

extension AES {
    /// AES-SIV: deterministic authenticated encryption that tolerates repeated nonces.
    ///
    /// Equal messages with equal associated data give equal ciphertexts; nothing else leaks. Suitable for key wrapping
    /// and for searchable columns. To hide equality, pass a nonce as the last associated string.
    ///
    /// Source: RFC 5297.
    public enum SIV {
        /// Encrypts and authenticates a message.
        ///
        /// - Parameters:
        ///   - message: The plaintext, of any length, including empty.
        ///   - key: The secret key, 32, 48 or 64 bytes: a CMAC key followed by a counter-mode key.
        ///   - strings: Up to 126 strings of associated data; an empty list differs from a single empty string.
        /// - Returns: The synthetic initialization vector (16 bytes, also the tag), followed by the ciphertext.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidParameter` for too many strings.
        @inlinable
        public static func seal(
            _ message: borrowing some Bytes, using key: SymmetricKey, authenticating strings: [[UInt8]] = []
        ) throws(CryptoError) -> [UInt8] {
            try message.withBytes { message throws(CryptoError) in try sealed(message, key, strings) }
        }

        /// Verifies and decrypts a message, at least 16 bytes, with the key and associated data that it was sealed
        /// with.
        ///
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
                    .invalidInputLength,
                    "expected at least 16 bytes for the \(cipher.name) tag, found \(sealed.count)")
            }
            let count = sealed.count - SyntheticIV.byteCount
            return try wipedOnFailure(capacity: count) { (output) throws(CryptoError) in
                try SyntheticIV.open(sealed, key: key, strings: strings, to: output)
                return count
            }
        }
    }
}
