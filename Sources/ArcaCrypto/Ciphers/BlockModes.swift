public import ArcaCore

/// Cipher block chaining: `AES.CBC`, `Insecure.TripleDES.CBC`.
///
/// Authenticates nothing: anyone who can change the ciphertext changes the plaintext, and anyone who learns which changes
/// give a padding error learns the plaintext. Use it to read and write formats that have it, with a MAC over the ciphertext.
///
/// Source: SP 800-38A, section 6.2; padding RFC 5652, section 6.3.
public enum CipherBlockChaining<Family: CipherFamily> {
    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - message: Any length; whole blocks without padding.
    ///   - key: Secret, of a length that the family has.
    ///   - iv: One block, unpredictable (random), not secret.
    ///   - padding: PKCS#7, or none.
    /// - Returns: The ciphertext, whole blocks.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidIVLength` or `.invalidInputLength`.
    @inlinable
    public static func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes,
        padding: Cipher.Padding = .pkcs7
    ) throws(CryptoError) -> [UInt8] {
        try cipher(for: key).encrypt(message, using: key, iv: iv, padding: padding)
    }

    /// Decrypts a ciphertext.
    ///
    /// - Parameters:
    ///   - ciphertext: Whole blocks.
    ///   - key: The key it was encrypted with.
    ///   - iv: The initialization vector it was encrypted with.
    ///   - padding: The padding it was encrypted with.
    /// - Returns: The plaintext; with a wrong key without padding, and sometimes with it, wrong plaintext.
    /// - Throws: ``CryptoError`` with code `.decryptionFailed` when the padding is wrong, `.invalidKeyLength`,
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
        try Family.cipher(.cbc, keyByteCount: key.byteCount)
    }
}

/// Electronic codebook: `Insecure.AES.ECB`, `Insecure.DES.ECB`.
///
/// Each block is encrypted by itself, so equal blocks show, and blocks can be exchanged and repeated unnoticed. Fit for
/// single random blocks and for test vectors.
///
/// Source: SP 800-38A, section 6.1; padding RFC 5652, section 6.3.
public enum ElectronicCodebook<Family: CipherFamily> {
    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - message: Any length; whole blocks without padding.
    ///   - key: Secret, of a length that the family has.
    ///   - padding: PKCS#7, or none.
    /// - Returns: The ciphertext, whole blocks.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidInputLength`.
    @inlinable
    public static func encrypt(
        _ message: borrowing some Bytes, using key: SymmetricKey, padding: Cipher.Padding = .pkcs7
    ) throws(CryptoError) -> [UInt8] {
        try cipher(for: key).encrypt(message, using: key, padding: padding)
    }

    /// Decrypts a ciphertext.
    ///
    /// - Parameters:
    ///   - ciphertext: Whole blocks.
    ///   - key: The key it was encrypted with.
    ///   - padding: The padding it was encrypted with.
    /// - Returns: The plaintext; with a wrong key without padding, and sometimes with it, wrong plaintext.
    /// - Throws: ``CryptoError`` with code `.decryptionFailed` when the padding is wrong, `.invalidKeyLength` or
    ///   `.invalidInputLength`.
    @inlinable
    public static func decrypt(
        _ ciphertext: borrowing some Bytes, using key: SymmetricKey, padding: Cipher.Padding = .pkcs7
    ) throws(CryptoError) -> [UInt8] {
        try cipher(for: key).decrypt(ciphertext, using: key, padding: padding)
    }

    @usableFromInline
    static func cipher(for key: SymmetricKey) throws(CryptoError) -> Cipher {
        try Family.cipher(.ecb, keyByteCount: key.byteCount)
    }
}
