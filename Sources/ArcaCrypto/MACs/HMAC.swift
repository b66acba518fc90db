public import ArcaCodecs

/// HMAC, the keyed use of a hash function.
///
/// ```swift
/// let key = try SymmetricKey(bitCount: 256)
/// let code = try HMAC<SHA256>.authenticationCode(for: message, using: key)
/// guard try HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key) else { … }
/// ```
///
/// Source: RFC 2104, FIPS 198-1.
public enum HMAC<Function: StaticHashFunction> {
    /// Computes a code.
    ///
    /// - Parameters:
    ///   - message: Any length.
    ///   - key: Secret, best as long as the digest; longer than a block it is hashed first.
    /// - Returns: The code, as long as the digest; not secret.
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    @inlinable
    public static func authenticationCode(
        for message: borrowing some Bytes, using key: SymmetricKey
    ) throws(CryptoError) -> [UInt8] {
        try MACFunction.hmac(Function.function).code(for: message, using: key)
    }

    /// Whether a code is that of a message, in a time that does not depend on how much of it is right.
    ///
    /// - Parameters:
    ///   - code: The whole code; a shorter one is wrong.
    ///   - message: Any length.
    ///   - key: Secret.
    /// - Returns: Whether it is valid.
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    @inlinable
    public static func isValidAuthenticationCode(
        _ code: borrowing some Bytes, authenticating message: borrowing some Bytes, using key: SymmetricKey
    ) throws(CryptoError) -> Bool {
        try MACFunction.hmac(Function.function).isValid(code, for: message, using: key)
    }

    /// Starts a computation that takes the message piece by piece.
    ///
    /// - Parameter key: Secret.
    /// - Returns: A stream that has taken nothing in.
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    public static func stream(using key: SymmetricKey) throws(CryptoError) -> MACStream {
        try MACStream(.hmac(Function.function), key: key)
    }
}
