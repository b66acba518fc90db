public import ArcaCodecs

/// KMAC256, a code from SHAKE256 with a chosen length and a text that separates uses.
///
/// Source: NIST SP 800-185, section 4.
public enum KMAC256 {
    /// Computes a code.
    ///
    /// - Parameters:
    ///   - message: Any length.
    ///   - key: Secret, 4 to 512 bytes; 32 or more for full strength.
    ///   - customization: Separates this use from others, at most 512 bytes; not secret.
    ///   - outputByteCount: 1 or more; codes of different lengths have nothing in common.
    /// - Returns: `outputByteCount` bytes; not secret.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidParameter`.
    public static func authenticationCode(
        for message: borrowing some Bytes, using key: SymmetricKey, customization: [UInt8] = [],
        outputByteCount: Int = 64
    ) throws(CryptoError) -> [UInt8] {
        let options = MACFunction.Options(customization: customization, outputByteCount: outputByteCount)
        return try MACFunction.kmac256.code(for: message, using: key, options: options)
    }

    /// Tells whether a code fits a message, in a time that says nothing about how much of it does.
    ///
    /// - Parameters:
    ///   - code: The code to check; of another length than `outputByteCount` it does not fit.
    ///   - message: Any length.
    ///   - key: Secret, 4 to 512 bytes.
    ///   - customization: As for making the code.
    ///   - outputByteCount: As for making the code. Never take it from the code: one byte is guessed in 256 tries.
    /// - Returns: Whether it fits.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidParameter`.
    public static func isValidAuthenticationCode(
        _ code: borrowing some Bytes, authenticating message: borrowing some Bytes, using key: SymmetricKey,
        customization: [UInt8] = [], outputByteCount: Int = 64
    ) throws(CryptoError) -> Bool {
        let options = MACFunction.Options(customization: customization, outputByteCount: outputByteCount)
        return try MACFunction.kmac256.isValid(code, for: message, using: key, options: options)
    }
}
