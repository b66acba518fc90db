public import ArcaCore

/// AES-CMAC, a MAC based on a block cipher.
///
/// Source: NIST SP 800-38B, RFC 4493.
public enum CMAC {
    /// Computes a MAC.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - key: The secret key, 16, 24 or 32 bytes.
    /// - Returns: The MAC, 16 bytes.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public static func authenticationCode(
        for message: borrowing some Bytes, using key: SymmetricKey
    ) throws(CryptoError) -> [UInt8] { try MACFunction.cmac.code(for: message, using: key) }

    /// Verifies a MAC of 16 bytes in constant time; a truncated one is invalid.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public static func isValidAuthenticationCode(
        _ code: borrowing some Bytes, authenticating message: borrowing some Bytes, using key: SymmetricKey
    ) throws(CryptoError) -> Bool { try MACFunction.cmac.isValid(code, for: message, using: key) }
}

/// AES-GMAC: GCM for authentication only.
///
/// **Reusing a nonce with the same key reveals the authentication key.** Without a counter that guarantees unique
/// nonces, use ``HMAC``.
///
/// Source: NIST SP 800-38D.
public enum GMAC {
    /// Computes a MAC.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - key: The secret key, 16, 24 or 32 bytes.
    ///   - nonce: A nonce that is unique for this key, 1 to 128 bytes, preferably 12; not secret.
    /// - Returns: The MAC, 16 bytes.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidIVLength`.
    public static func authenticationCode(
        for message: borrowing some Bytes, using key: SymmetricKey, nonce: borrowing some Bytes
    ) throws(CryptoError) -> [UInt8] {
        try MACFunction.gmac.code(for: message, using: key, options: .init(nonce: [UInt8](bytes: nonce)))
    }

    /// Verifies a MAC of 16 bytes in constant time, with the key and nonce that it was computed with.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidIVLength`.
    public static func isValidAuthenticationCode(
        _ code: borrowing some Bytes, authenticating message: borrowing some Bytes, using key: SymmetricKey,
        nonce: borrowing some Bytes
    ) throws(CryptoError) -> Bool {
        try MACFunction.gmac.isValid(code, for: message, using: key, options: .init(nonce: [UInt8](bytes: nonce)))
    }
}
