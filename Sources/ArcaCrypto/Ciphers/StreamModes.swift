public import ArcaCore

/// Cipher feedback: `AES.CFB`, `Insecure.TripleDES.CFB`.
///
/// Authenticates nothing: anyone who can change the ciphertext changes the plaintext at will.
///
/// Source: SP 800-38A, section 6.3.
public enum CipherFeedback<Family: CipherFamily> {
    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - message: Any length.
    ///   - key: Secret, of a length that the family has.
    ///   - iv: One block, unpredictable and never used again with the same key.
    ///   - segmentBitCount: How much is fed back at a time: the whole block by default, 8 or 1.
    /// - Returns: The ciphertext, as long as the message.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength`, or `.invalidParameter` for another
    ///   segment.
    @inlinable
    public static func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
        segmentBitCount: Int = Family.blockByteCount * 8
    ) throws(CryptoError) -> [UInt8] {
        try cipher(for: key, segmentBitCount).encrypt(message, using: key, iv: iv)
    }

    /// Decrypts a ciphertext.
    ///
    /// - Parameters:
    ///   - ciphertext: Any length.
    ///   - key: The key it was encrypted with.
    ///   - iv: The initialization vector it was encrypted with.
    ///   - segmentBitCount: The segment it was encrypted with.
    /// - Returns: The plaintext; with a wrong key or vector, wrong plaintext.
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
/// Authenticates nothing: anyone who can change the ciphertext changes the plaintext at will.
///
/// Source: SP 800-38A, section 6.4.
public enum OutputFeedback<Family: CipherFamily> {
    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - message: Any length.
    ///   - key: Secret, of a length that the family has.
    ///   - iv: One block, never used again with the same key.
    /// - Returns: The ciphertext, as long as the message.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidIVLength`.
    @inlinable
    public static func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes
    ) throws(CryptoError) -> [UInt8] { try cipher(for: key).encrypt(message, using: key, iv: iv) }

    /// Decrypts a ciphertext.
    ///
    /// - Parameters:
    ///   - ciphertext: Any length.
    ///   - key: The key it was encrypted with.
    ///   - iv: The initialization vector it was encrypted with.
    /// - Returns: The plaintext; with a wrong key or vector, wrong plaintext.
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
    /// Authenticates nothing: anyone who can change the ciphertext changes the plaintext at will.
    ///
    /// Source: SP 800-38A, section 6.5.
    public enum CTR {
        /// Encrypts a message.
        ///
        /// - Parameters:
        ///   - message: Any length.
        ///   - key: Secret, 16, 24 or 32 bytes.
        ///   - iv: The first counter block, 16 bytes, counted up as one big-endian number; no block of one message may
        ///     occur in another with the same key.
        /// - Returns: The ciphertext, as long as the message.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidIVLength`.
        @inlinable
        public static func encrypt(
            _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes
        ) throws(CryptoError) -> [UInt8] { try cipher(for: key).encrypt(message, using: key, iv: iv) }

        /// Decrypts a ciphertext.
        ///
        /// - Parameters:
        ///   - ciphertext: Any length.
        ///   - key: The key it was encrypted with.
        ///   - iv: The first counter block.
        /// - Returns: The plaintext; with a wrong key or vector, wrong plaintext.
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
