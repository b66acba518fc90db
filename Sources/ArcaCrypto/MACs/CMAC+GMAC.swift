public import ArcaCore

/// AES-CMAC, a code from a block cipher.
///
/// Source: NIST SP 800-38B, RFC 4493.
public enum CMAC {
    /// Computes a code.
    ///
    /// - Parameters:
    ///   - message: Any length.
    ///   - key: Secret, 16, 24 or 32 bytes.
    /// - Returns: 16 bytes; not secret.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public static func authenticationCode(
        for message: borrowing some Bytes, using key: SymmetricKey
    ) throws(CryptoError) -> [UInt8] { try MACFunction.cmac.code(for: message, using: key) }

    /// Whether a code is that of a message, in a time that does not depend on how much of it is right.
    ///
    /// - Parameters:
    ///   - code: The whole code, 16 bytes.
    ///   - message: Any length.
    ///   - key: Secret, 16, 24 or 32 bytes.
    /// - Returns: Whether it is valid.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public static func isValidAuthenticationCode(
        _ code: borrowing some Bytes, authenticating message: borrowing some Bytes, using key: SymmetricKey
    ) throws(CryptoError) -> Bool { try MACFunction.cmac.isValid(code, for: message, using: key) }
}

/// AES-GMAC: GCM that authenticates and does not encrypt.
///
/// **A nonce used twice with one key gives the authentication key away.** Where no counter can promise that, use
/// ``HMAC``.
///
/// Source: NIST SP 800-38D.
public enum GMAC {
    /// Computes a code.
    ///
    /// - Parameters:
    ///   - message: Any length.
    ///   - key: Secret, 16, 24 or 32 bytes.
    ///   - nonce: Never used before with this key; 1 to 128 bytes, best 12; not secret.
    /// - Returns: 16 bytes; not secret.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidIVLength`.
    public static func authenticationCode(
        for message: borrowing some Bytes, using key: SymmetricKey, nonce: borrowing some Bytes
    ) throws(CryptoError) -> [UInt8] {
        try MACFunction.gmac.code(for: message, using: key, options: .init(nonce: [UInt8](bytes: nonce)))
    }

    /// Whether a code is that of a message, in a time that does not depend on how much of it is right.
    ///
    /// - Parameters:
    ///   - code: The whole code, 16 bytes.
    ///   - message: Any length.
    ///   - key: Secret, 16, 24 or 32 bytes.
    ///   - nonce: The one that the code was made with.
    /// - Returns: Whether it is valid.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidIVLength`.
    public static func isValidAuthenticationCode(
        _ code: borrowing some Bytes, authenticating message: borrowing some Bytes, using key: SymmetricKey,
        nonce: borrowing some Bytes
    ) throws(CryptoError) -> Bool {
        try MACFunction.gmac.isValid(code, for: message, using: key, options: .init(nonce: [UInt8](bytes: nonce)))
    }
}
