public import ArcaCore

/// A code from SHAKE with a chosen length and a text that separates uses: ``KMAC128``, ``KMAC256``.
///
/// Source: NIST SP 800-185, section 4.
public protocol KMAC: Sendable {
    /// The function as a value.
    static var function: MACFunction { get }
}

extension KMAC {
    /// Computes a code.
    ///
    /// - Parameters:
    ///   - message: Any length.
    ///   - key: Secret, 4 to 512 bytes; for full strength 16 or more with ``KMAC128``, 32 or more with ``KMAC256``.
    ///   - customization: Separates this use from others, at most 512 bytes; not secret.
    ///   - outputByteCount: 1 or more, 32 and 64 unless given; codes of different lengths have nothing in common.
    /// - Returns: `outputByteCount` bytes; not secret.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` or `.invalidParameter`.
    public static func authenticationCode(
        for message: borrowing some Bytes, using key: SymmetricKey, customization: [UInt8] = [],
        outputByteCount: Int = function.byteCount
    ) throws(CryptoError) -> [UInt8] {
        try function.code(
            for: message, using: key,
            options: MACFunction.Options(customization: customization, outputByteCount: outputByteCount))
    }

    /// Whether a code is that of a message, in a time that does not depend on how much of it is right.
    ///
    /// - Parameters:
    ///   - code: The code to check; one of another length than `outputByteCount` is wrong.
    ///   - message: Any length.
    ///   - key: Secret, 4 to 512 bytes.
    ///   - customization: As for making the code.
    ///   - outputByteCount: As for making the code. Never take it from the code: one byte is guessed in 256 tries.
    /// - Returns: Whether it is.
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

/// KMAC with SHAKE128; codes of 32 bytes unless another length is asked for.
public enum KMAC128: KMAC {
    /// The function as a value.
    public static var function: MACFunction { .kmac128 }
}

/// KMAC with SHAKE256; codes of 64 bytes unless another length is asked for.
public enum KMAC256: KMAC {
    /// The function as a value.
    public static var function: MACFunction { .kmac256 }
}
