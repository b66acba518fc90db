public import ArcaCore

extension AES {
    /// Cipher block chaining.
    ///
    /// CBC does not authenticate: an attacker who modifies the ciphertext modifies the plaintext, and one who can observe
    /// padding errors can decrypt it. Use it only for formats that require it, with a MAC over the ciphertext.
    ///
    /// Source: SP 800-38A, section 6.2; padding RFC 5652, section 6.3.
    public enum CBC {
        /// Encrypts a message.
        ///
        /// - Parameters:
        ///   - message: The plaintext, of any length; a multiple of the block size without padding.
        ///   - key: The secret key, 16, 24 or 32 bytes.
        ///   - iv: A random initialization vector of one block, not secret.
        ///   - padding: PKCS#7 or none.
        /// - Returns: The ciphertext, a multiple of the block size.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength` or `.invalidInputLength`.
        @inlinable
        public static func encrypt(
            _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
            padding: Cipher.Padding = .pkcs7
        ) throws(CryptoError) -> [UInt8] {
            try cipher(for: key).encrypt(message, using: key, iv: iv, padding: padding)
        }

        /// Decrypts a ciphertext, a multiple of the block size, with the key, IV and padding used for encryption.
        ///
        /// - Returns: The plaintext. A wrong key gives wrong plaintext without padding, and sometimes even with it.
        /// - Throws: ``CryptoError`` with code `.decryptionFailed` for invalid padding, `.invalidKeyLength`,
        ///   `.invalidIVLength` or `.invalidInputLength`.
        @inlinable
        public static func decrypt(
            _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
            padding: Cipher.Padding = .pkcs7
        ) throws(CryptoError) -> [UInt8] {
            try cipher(for: key).decrypt(ciphertext, using: key, iv: iv, padding: padding)
        }

        @usableFromInline
        static func cipher(for key: SymmetricKey) throws(CryptoError) -> Cipher {
            try AES.cipher(.cbc, keyByteCount: key.byteCount)
        }
    }

    /// Cipher feedback.
    ///
    /// CFB does not authenticate: an attacker who modifies the ciphertext modifies the plaintext at will.
    ///
    /// Source: SP 800-38A, section 6.3.
    public enum CFB {
        /// Encrypts a message.
        ///
        /// - Parameters:
        ///   - message: The plaintext, of any length.
        ///   - key: The secret key, 16, 24 or 32 bytes.
        ///   - iv: The initialization vector: one block, random, unique for this key.
        ///   - segmentBitCount: The feedback segment: the whole block by default, 8 or 1.
        /// - Returns: The ciphertext, as long as the message.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, or `.invalidParameter` for another
        ///   segment size.
        @inlinable
        public static func encrypt(
            _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
            segmentBitCount: Int = 128
        ) throws(CryptoError) -> [UInt8] {
            try cipher(for: key, segmentBitCount).encrypt(message, using: key, iv: iv)
        }

        /// Decrypts a ciphertext with the key, IV and segment size used for encryption.
        ///
        /// - Returns: The plaintext; a wrong key or IV gives wrong plaintext, not an error.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength` or `.invalidParameter`.
        @inlinable
        public static func decrypt(
            _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
            segmentBitCount: Int = 128
        ) throws(CryptoError) -> [UInt8] {
            try cipher(for: key, segmentBitCount).decrypt(ciphertext, using: key, iv: iv)
        }

        @usableFromInline
        static func cipher(for key: SymmetricKey, _ segmentBitCount: Int) throws(CryptoError) -> Cipher {
            switch segmentBitCount {
            case 128: return try AES.cipher(.cfb, keyByteCount: key.byteCount)
            case 8: return try AES.cipher(.cfb8, keyByteCount: key.byteCount)
            case 1: return try AES.cipher(.cfb1, keyByteCount: key.byteCount)
            default:
                throw CryptoError(
                    .invalidParameter,
                    "AES-CFB feeds back 128, 8 or 1 bits, not \(segmentBitCount)")
            }
        }
    }

    /// Output feedback.
    ///
    /// OFB does not authenticate: an attacker who modifies the ciphertext modifies the plaintext at will.
    ///
    /// Source: SP 800-38A, section 6.4.
    public enum OFB {
        /// Encrypts a message.
        ///
        /// - Parameters:
        ///   - message: The plaintext, of any length.
        ///   - key: The secret key, 16, 24 or 32 bytes.
        ///   - iv: The initialization vector: one block, unique for this key.
        /// - Returns: The ciphertext, as long as the message.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidIVLength`.
        @inlinable
        public static func encrypt(
            _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes
        ) throws(CryptoError) -> [UInt8] { try cipher(for: key).encrypt(message, using: key, iv: iv) }

        /// Decrypts a ciphertext with the key and IV used for encryption.
        ///
        /// - Returns: The plaintext; a wrong key or IV gives wrong plaintext, not an error.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidIVLength`.
        @inlinable
        public static func decrypt(
            _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes
        ) throws(CryptoError) -> [UInt8] { try cipher(for: key).decrypt(ciphertext, using: key, iv: iv) }

        @usableFromInline
        static func cipher(for key: SymmetricKey) throws(CryptoError) -> Cipher {
            try AES.cipher(.ofb, keyByteCount: key.byteCount)
        }
    }

    /// Counter mode.
    ///
    /// CTR does not authenticate: an attacker who modifies the ciphertext modifies the plaintext at will.
    ///
    /// Source: SP 800-38A, section 6.5.
    public enum CTR {
        /// Encrypts a message.
        ///
        /// - Parameters:
        ///   - message: The plaintext, of any length.
        ///   - key: The secret key, 16, 24 or 32 bytes.
        ///   - iv: The initial counter block, 16 bytes, incremented as one big-endian number. No counter block may
        ///     repeat under the same key, in this or any other message.
        /// - Returns: The ciphertext, as long as the message.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidIVLength`.
        @inlinable
        public static func encrypt(
            _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes
        ) throws(CryptoError) -> [UInt8] { try cipher(for: key).encrypt(message, using: key, iv: iv) }

        /// Decrypts a ciphertext with the key and initial counter block used for encryption.
        ///
        /// - Returns: The plaintext; a wrong key or IV gives wrong plaintext, not an error.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidIVLength`.
        @inlinable
        public static func decrypt(
            _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes
        ) throws(CryptoError) -> [UInt8] { try cipher(for: key).decrypt(ciphertext, using: key, iv: iv) }

        @usableFromInline
        static func cipher(for key: SymmetricKey) throws(CryptoError) -> Cipher {
            try AES.cipher(.ctr, keyByteCount: key.byteCount)
        }
    }
}

extension Insecure.AES {
    /// Electronic codebook.
    ///
    /// Blocks are encrypted independently, so equal blocks are visible, and blocks can be swapped or repeated undetected.
    /// Use it only for single random blocks and test vectors.
    ///
    /// Source: SP 800-38A, section 6.1; padding RFC 5652, section 6.3.
    public enum ECB {
        /// Encrypts a message.
        ///
        /// - Parameters:
        ///   - message: The plaintext, of any length; a multiple of the block size without padding.
        ///   - key: The secret key, 16, 24 or 32 bytes.
        ///   - padding: PKCS#7 or none.
        /// - Returns: The ciphertext, a multiple of the block size.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidInputLength`.
        @inlinable
        public static func encrypt(
            _ message: borrowing some Bytes, using key: SymmetricKey, padding: Cipher.Padding = .pkcs7
        ) throws(CryptoError) -> [UInt8] {
            try cipher(for: key).encrypt(message, using: key, padding: padding)
        }

        /// Decrypts a ciphertext, a multiple of the block size, with the key and padding used for encryption.
        ///
        /// - Returns: The plaintext. A wrong key gives wrong plaintext without padding, and sometimes even with it.
        /// - Throws: ``CryptoError`` with code `.decryptionFailed` for invalid padding, `.invalidKeyLength` or
        ///   `.invalidInputLength`.
        @inlinable
        public static func decrypt(
            _ ciphertext: borrowing some Bytes, using key: SymmetricKey, padding: Cipher.Padding = .pkcs7
        ) throws(CryptoError) -> [UInt8] {
            try cipher(for: key).decrypt(ciphertext, using: key, padding: padding)
        }

        @usableFromInline
        static func cipher(for key: SymmetricKey) throws(CryptoError) -> Cipher {
            try ArcaCrypto.AES.cipher(.ecb, keyByteCount: key.byteCount)
        }
    }
}

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
        /// - Returns: The key.
        /// - Throws: ``CryptoError`` with code `.authenticationFailed` for a wrong wrapping key or modified bytes (the
        ///   cases are indistinguishable); `.invalidKeyLength` or `.invalidInputLength`.
        @inlinable
        public static func unwrap(
            _ wrapped: borrowing some Bytes, using wrappingKey: SymmetricKey, padded: Bool = false
        ) throws(CryptoError) -> SymmetricKey {
            SymmetricKey(try cipher(for: wrappingKey, padded).decryptSecret(wrapped, using: wrappingKey))
        }

        @usableFromInline
        static func cipher(for key: SymmetricKey, _ padded: Bool) throws(CryptoError) -> Cipher {
            try AES.cipher(padded ? .kwp : .kw, keyByteCount: key.byteCount)
        }
    }
}
