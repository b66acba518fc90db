public import ArcaCore
internal import CArcaLibcrypto

/// A key agreement function: ``Curve25519/KeyAgreement``, ``Curve448/KeyAgreement``.
public protocol KeyAgreementCurve: Sendable {
    /// The name of the function: `X25519`, `X448`.
    static var name: String { get }
    /// Length of private keys, public keys and shared secrets, in bytes.
    static var keyByteCount: Int { get }
}

extension KeyAgreementCurve {
    /// A private key of this curve.
    public typealias PrivateKey = KeyAgreementPrivateKey<Self>
    /// A public key of this curve.
    public typealias PublicKey = KeyAgreementPublicKey<Self>
}

/// A public key for key agreement: `Curve25519.KeyAgreement.PublicKey`, `Curve448.KeyAgreement.PublicKey`.
///
/// Source: RFC 7748.
public struct KeyAgreementPublicKey<Curve: KeyAgreementCurve>: Sendable {
    /// The key's bytes, as provided.
    public let rawRepresentation: [UInt8]
    let handle: PublicKeyHandle

    /// Creates a key from its bytes.
    ///
    /// - Parameter rawRepresentation: The public key, of the curve's key length. Low-order points are rejected during
    ///   key agreement.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        try checkLength(rawRepresentation, Curve.name, byteCount: Curve.keyByteCount, half: "public")
        self.rawRepresentation = rawRepresentation.withBytes { span in
            [UInt8](capacity: span.count) { $0.append(contentsOf: span) }
        }
        handle = try rawRepresentation.withBytes { span throws(CryptoError) in
            try PublicKeyHandle(Curve.name, raw: span, isPrivate: false)
        }
    }
}

/// A private key for key agreement: `Curve25519.KeyAgreement.PrivateKey`, `Curve448.KeyAgreement.PrivateKey`.
///
/// Copies share the same memory, which is wiped with the last copy.
///
/// Source: RFC 7748.
public struct KeyAgreementPrivateKey<Curve: KeyAgreementCurve>: Sendable {
    private let storage: RawPrivateKey
    /// The public key.
    public let publicKey: KeyAgreementPublicKey<Curve>

    /// Generates a random key; ends the process if libcrypto has no randomness or lacks the curve.
    public init() {
        self = provided { () throws(CryptoError) in
            try Self(rawRepresentation: SecretBytes(randomByteCount: Curve.keyByteCount))
        }
    }

    /// Creates a key from its bytes.
    ///
    /// - Parameter rawRepresentation: Secret random bytes of the curve's key length; all values are valid. They are
    ///   copied into a `SecretBytes`; the caller wipes the original.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        storage = try RawPrivateKey(
            SecretBytes(copying: rawRepresentation), algorithm: Curve.name, byteCount: Curve.keyByteCount)
        publicKey = try KeyAgreementPublicKey(rawRepresentation: storage.handle.rawPublicKey(Curve.keyByteCount))
    }

    /// The key's bytes, as provided.
    public var rawRepresentation: SecretBytes { storage.bytes }

    /// Computes the shared secret.
    ///
    /// - Parameter publicKeyShare: The peer's public key.
    /// - Returns: The secret; derive a key from it, see ``SharedSecret``.
    /// - Throws: ``CryptoError`` with code `.invalidKey` for a low-order public key, which would make the secret zero.
    public func sharedSecretFromKeyAgreement(
        with publicKeyShare: KeyAgreementPublicKey<Curve>
    ) throws(CryptoError) -> SharedSecret {
        Libcrypto.prepare()
        ERR_clear_error()
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, storage.handle.pointer, nil),
            EVP_PKEY_derive_init(context) == 1
        else { throw backendError("cannot set up \(Curve.name)") }
        defer { EVP_PKEY_CTX_free(context) }
        // Validation would only repeat the length check.
        guard EVP_PKEY_derive_set_peer_ex(context, publicKeyShare.handle.pointer, 0) == 1 else {
            throw backendError("cannot use the public key for \(Curve.name)")
        }
        let secret = try SecretBytes(byteCount: Curve.keyByteCount) { output throws(CryptoError) in
            try output.withUnsafeMutableBufferPointer { space, count throws(CryptoError) in
                var length = space.count
                guard EVP_PKEY_derive(context, space.baseAddress, &length) == 1, length == space.count else {
                    ERR_clear_error()
                    throw KeyAgreementPrivateKey.smallOrder
                }
                count = length
            }
        }
        // Libcrypto rejects it too. The check is repeated so security does not depend on its version.
        guard secret != SecretBytes(copying: [UInt8](repeating: 0, count: Curve.keyByteCount)) else {
            throw KeyAgreementPrivateKey.smallOrder
        }
        return SharedSecret(secret)
    }

    private static var smallOrder: CryptoError {
        CryptoError(.invalidKey, "the \(Curve.name) public key has small order: the shared secret would be zero")
    }
}

extension KeyAgreementPrivateKey: Equatable, Redacted {
    /// Compares the bytes in constant time.
    public static func == (left: Self, right: Self) -> Bool { left.rawRepresentation == right.rawRepresentation }

    /// The type of the key, never its content.
    public var description: String { "\(Curve.name) private key" }
}

/// The result of a key agreement: secret but not uniform, so use it only to derive a key.
///
/// ```swift
/// let key = try shared.hkdfDerivedSymmetricKey(
///     using: SHA256.self, salt: salt, sharedInfo: "example 1".utf8, outputByteCount: 32)
/// ```
public struct SharedSecret: Sendable, Equatable, ByteSource {
    private let bytes: SecretBytes

    init(_ bytes: SecretBytes) { self.bytes = bytes }

    /// Calls `body` with the bytes, which are valid only during the call.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try bytes.withBytes(body) }

    /// Calls `body` with the bytes, which are valid only during the call.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withBytes { span in try span.withUnsafeBytes(body) }
    }

    /// Derives a key with HKDF (RFC 5869).
    ///
    /// - Parameters:
    ///   - function: The hash function.
    ///   - salt: The salt, not secret, possibly empty. Include the public keys of both parties here or in `sharedInfo`.
    ///   - sharedInfo: The purpose of the key, not secret.
    ///   - outputByteCount: Length of the key in bytes, 1 to 255 times the digest's length.
    /// - Returns: The key.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length out of range.
    public func hkdfDerivedSymmetricKey<Function: HashFunction>(
        using function: Function.Type, salt: borrowing some Bytes, sharedInfo: borrowing some Bytes,
        outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        try HKDF<Function>.deriveKey(
            inputKeyMaterial: bytes, salt: salt, info: sharedInfo, outputByteCount: outputByteCount)
    }

    /// Derives a key with the ANSI X9.63 KDF, for protocols that require it.
    ///
    /// The key is H(secret ‖ 1 ‖ info) ‖ H(secret ‖ 2 ‖ info) ‖ … (SEC 1, section 3.6.1).
    ///
    /// - Parameters:
    ///   - function: The hash function.
    ///   - sharedInfo: The purpose of the key, not secret.
    ///   - outputByteCount: Length of the key in bytes, 1 to 65,536.
    /// - Returns: The key.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length out of range, `.backendFailure`.
    public func x963DerivedSymmetricKey<Function: HashFunction>(
        using function: Function.Type, sharedInfo: borrowing some Bytes, outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        try SingleStepKDF.deriveKey(
            from: bytes, info: sharedInfo, using: Function.function, outputByteCount: outputByteCount,
            libcryptoName: "X963KDF")
    }
}

extension SharedSecret: Redacted {
    /// The length, never the content.
    public var description: String { "SharedSecret(\(bytes.count) bytes)" }
}
