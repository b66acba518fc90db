public import ArcaCodecs

/// What a key agreement gives: secret, but not uniform, so it becomes a key by a derivation only.
///
/// ```swift
/// let key = try shared.hkdfDerivedSymmetricKey(
///     using: SHA256.self, salt: salt, sharedInfo: "example 1".utf8, outputByteCount: 32)
/// ```
public struct SharedSecret: Sendable, Equatable, ByteSource {
    private let bytes: SecretBytes

    init(_ bytes: SecretBytes) { self.bytes = bytes }

    /// Lends the bytes to `body` for the time of the call.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try bytes.withBytes(body) }

    /// Makes a key by HKDF (RFC 5869).
    ///
    /// - Parameters:
    ///   - function: The hash function.
    ///   - salt: Not secret; may be empty. The public keys of both parties belong here or into `sharedInfo`.
    ///   - sharedInfo: Not secret; says what the key is for.
    ///   - outputByteCount: 1 to 255 times the digest's length.
    /// - Returns: The key.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length out of its range, `.unsupported` for SHAKE.
    public func hkdfDerivedSymmetricKey<Function: StaticHashFunction>(
        using function: Function.Type, salt: borrowing some Bytes, sharedInfo: borrowing some Bytes,
        outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        try HKDF<Function>.deriveKey(
            inputKeyMaterial: bytes, salt: salt, info: sharedInfo, outputByteCount: outputByteCount)
    }
}

extension SharedSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The length, never the content.
    public var description: String { "SharedSecret(\(bytes.count) bytes)" }

    /// The length, never the content.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
