public import ArcaCodecs

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

    /// Tells whether a code fits a message, in a time that says nothing about how much of it does.
    ///
    /// - Parameters:
    ///   - code: The whole code, 16 bytes.
    ///   - message: Any length.
    ///   - key: Secret, 16, 24 or 32 bytes.
    /// - Returns: Whether it fits.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public static func isValidAuthenticationCode(
        _ code: borrowing some Bytes, authenticating message: borrowing some Bytes, using key: SymmetricKey
    ) throws(CryptoError) -> Bool { try MACFunction.cmac.isValid(code, for: message, using: key) }
}
