public import ArcaCore

/// Cipher block chaining: `AES.CBC`, `Insecure.TripleDES.CBC`.
///
/// CBC does not authenticate: an attacker who modifies the ciphertext modifies the plaintext, and one who can observe
/// padding errors can decrypt it. Use it only for formats that require it, with a MAC over the ciphertext.
///
/// Source: SP 800-38A, section 6.2; padding RFC 5652, section 6.3.
public enum CipherBlockChaining<Family: CipherFamily> {
    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - message: The plaintext, of any length; a multiple of the block size without padding.
    ///   - key: The secret key, of a length that the family supports.
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
        try Family.cipher(.cbc, keyByteCount: key.byteCount)
    }
}

/// Electronic codebook: `Insecure.AES.ECB`, `Insecure.DES.ECB`.
///
/// Blocks are encrypted independently, so equal blocks are visible, and blocks can be swapped or repeated undetected.
/// Use it only for single random blocks and test vectors.
///
/// Source: SP 800-38A, section 6.1; padding RFC 5652, section 6.3.
public enum ElectronicCodebook<Family: CipherFamily> {
    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - message: The plaintext, of any length; a multiple of the block size without padding.
    ///   - key: The secret key, of a length that the family supports.
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
        try Family.cipher(.ecb, keyByteCount: key.byteCount)
    }
}
