public import ArcaCore

/// Cipher feedback: `AES.CFB`, `Insecure.TripleDES.CFB`.
///
/// CFB does not authenticate: an attacker who modifies the ciphertext modifies the plaintext at will.
///
/// Source: SP 800-38A, section 6.3.
public enum CipherFeedback<Family: CipherFamily> {
    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - message: The plaintext, of any length.
    ///   - key: The secret key, of a length that the family supports.
    ///   - iv: The initialization vector: one block, random, unique for this key.
    ///   - segmentBitCount: The feedback segment: the whole block by default, 8 or 1.
    /// - Returns: The ciphertext, as long as the message.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, or `.invalidParameter` for another
    ///   segment size.
    @inlinable
    public static func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
        segmentBitCount: Int = Family.blockByteCount * 8
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
        segmentBitCount: Int = Family.blockByteCount * 8
    ) throws(CryptoError) -> [UInt8] {
        try cipher(for: key, segmentBitCount).decrypt(ciphertext, using: key, iv: iv)
    }

    @usableFromInline
    static func cipher(for key: SymmetricKey, _ segmentBitCount: Int) throws(CryptoError) -> Cipher {
        switch segmentBitCount {
        case Family.blockByteCount * 8: return try Family.cipher(.cfb, keyByteCount: key.byteCount)
        case 8: return try Family.cipher(.cfb8, keyByteCount: key.byteCount)
        case 1: return try Family.cipher(.cfb1, keyByteCount: key.byteCount)
        default:
            throw CryptoError(
                .invalidParameter,
                "\(Family.name)-CFB feeds back \(Family.blockByteCount * 8), 8 or 1 bits, not \(segmentBitCount)")
        }
    }
}

/// Output feedback: `AES.OFB`, `Insecure.TripleDES.OFB`.
///
/// OFB does not authenticate: an attacker who modifies the ciphertext modifies the plaintext at will.
///
/// Source: SP 800-38A, section 6.4.
public enum OutputFeedback<Family: CipherFamily> {
    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - message: The plaintext, of any length.
    ///   - key: The secret key, of a length that the family supports.
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
        try Family.cipher(.ofb, keyByteCount: key.byteCount)
    }
}

extension AES {
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
