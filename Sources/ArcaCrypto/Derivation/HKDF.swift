public import ArcaCodecs

/// HKDF, which makes keys of secret material that is not a passphrase: a shared secret, a master key.
///
/// A passphrase has too little entropy for it: use ``Scrypt``.
///
/// ```swift
/// let key = try HKDF<SHA256>.deriveKey(
///     inputKeyMaterial: shared, salt: salt, info: "example 1".utf8, outputByteCount: 32)
/// ```
///
/// Source: RFC 5869.
public enum HKDF<Function: StaticHashFunction> {
    /// Derives a key: extracts, then expands.
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: Secret, with enough entropy in it, any length.
    ///   - salt: Not secret, best random; may be empty, which is the same as a digest's length of zeros.
    ///   - info: Not secret; says what the key is for. Different texts give independent keys.
    ///   - outputByteCount: 1 to 255 times the digest's length.
    /// - Returns: The key.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length out of its range, `.unsupported` for SHAKE.
    public static func deriveKey(
        inputKeyMaterial: borrowing some Bytes, salt: borrowing some Bytes = [UInt8](),
        info: borrowing some Bytes = [UInt8](), outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        try HKDFFunction(Function.function).deriveKey(
            inputKeyMaterial: inputKeyMaterial, salt: salt, info: info, outputByteCount: outputByteCount)
    }

    /// Gathers the entropy of secret material in one key of the digest's length (RFC 5869, section 2.2).
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: Secret, any length.
    ///   - salt: Not secret, best random; may be empty.
    /// - Returns: The pseudo-random key, for ``expand(pseudoRandomKey:info:outputByteCount:)``.
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    public static func extract(
        inputKeyMaterial: borrowing some Bytes, salt: borrowing some Bytes = [UInt8]()
    ) throws(CryptoError) -> SymmetricKey {
        try HKDFFunction(Function.function).extract(inputKeyMaterial: inputKeyMaterial, salt: salt)
    }

    /// Makes a pseudo-random key into keys of any length (RFC 5869, section 2.3).
    ///
    /// - Parameters:
    ///   - pseudoRandomKey: Secret and uniform, at least as long as a digest.
    ///   - info: Not secret; says what the key is for. Different texts give independent keys.
    ///   - outputByteCount: 1 to 255 times the digest's length.
    /// - Returns: The key; a longer one begins with the shorter one.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length out of its range, `.invalidKeyLength` for a
    ///   pseudo-random key that is too short, `.unsupported` for SHAKE.
    public static func expand(
        pseudoRandomKey: borrowing some Bytes, info: borrowing some Bytes = [UInt8](), outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        try HKDFFunction(Function.function).expand(
            pseudoRandomKey: pseudoRandomKey, info: info, outputByteCount: outputByteCount)
    }
}
