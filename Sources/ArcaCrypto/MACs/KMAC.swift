public import ArcaCore

/// A MAC based on SHAKE, with a variable length and a customization string: ``KMAC128``, ``KMAC256``.
///
/// Source: NIST SP 800-185, section 4.
public protocol KMAC: Sendable {
    /// The equivalent runtime value.
    static var function: MACFunction { get }
}

extension KMAC {
    /// Computes a MAC.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - key: The secret key, 4 to 512 bytes; for full security at least 16 for ``KMAC128``, 32 for ``KMAC256``.
    ///   - customization: A string for domain separation, up to 512 bytes; not secret.
    ///   - outputByteCount: Length of the MAC in bytes, at least 1; 32 or 64 by default. MACs of different lengths are
    ///     unrelated.
    /// - Returns: The MAC, `outputByteCount` bytes.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidParameter`.
    public static func authenticationCode(
        for message: borrowing some Bytes, using key: SymmetricKey, customization: [UInt8] = [],
        outputByteCount: Int = function.byteCount
    ) throws(CryptoError) -> [UInt8] {
        try function.code(
            for: message, using: key,
            options: MACFunction.Options(customization: customization, outputByteCount: outputByteCount))
    }

    /// Verifies a MAC in constant time.
    ///
    /// - Parameters:
    ///   - code: The MAC, `outputByteCount` bytes; one of another length is invalid.
    ///   - message: The message, of any length.
    ///   - key: The secret key, 4 to 512 bytes.
    ///   - customization: The customization string that the MAC was computed with.
    ///   - outputByteCount: The length that the MAC was computed with. Never take it from the received MAC: a 1-byte
    ///     MAC can be guessed in 256 attempts.
    /// - Returns: Whether the MAC is valid.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidParameter`.
    public static func isValidAuthenticationCode(
        _ code: borrowing some Bytes, authenticating message: borrowing some Bytes, using key: SymmetricKey,
        customization: [UInt8] = [], outputByteCount: Int = function.byteCount
    ) throws(CryptoError) -> Bool {
        try function.isValid(
            code, for: message, using: key,
            options: MACFunction.Options(customization: customization, outputByteCount: outputByteCount))
    }
}

/// KMAC with SHAKE128; 32-byte MACs by default.
public enum KMAC128: KMAC {
    /// The equivalent runtime value.
    public static var function: MACFunction { .kmac128 }
}

/// KMAC with SHAKE256; 64-byte MACs by default.
public enum KMAC256: KMAC {
    /// The equivalent runtime value.
    public static var function: MACFunction { .kmac256 }
}
