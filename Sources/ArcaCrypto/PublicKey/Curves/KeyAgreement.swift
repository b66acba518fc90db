public import ArcaCore
internal import CArcaLibcrypto

/// A function that two parties make a common secret with: ``Curve25519/KeyAgreement``, ``Curve448/KeyAgreement``.
public protocol KeyAgreementCurve: Sendable {
    /// The function's name: `X25519`, `X448`.
    static var name: String { get }
    /// Length in bytes of private keys, public keys and shared secrets.
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
    /// The key's bytes, as they were given.
    public let rawRepresentation: [UInt8]
    let handle: PublicKeyHandle

    /// Makes a key of its bytes.
    ///
    /// - Parameter rawRepresentation: As long as the curve's keys; not secret. Keys that make no good secret are refused
    ///   when one is made.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        try checkLength(rawRepresentation, Curve.name, Curve.keyByteCount, "public")
        self.rawRepresentation = rawRepresentation.withBytes { span in
            [UInt8](capacity: span.count) { $0.append(contentsOf: span) }
        }
        handle = try rawRepresentation.withBytes { span throws(CryptoError) in
            try PublicKeyHandle(Curve.name, raw: span, isPrivate: false)
        }
    }
}

extension KeyAgreementPublicKey: Hashable {
    /// Whether both have the same bytes.
    public static func == (left: Self, right: Self) -> Bool { left.rawRepresentation == right.rawRepresentation }

    /// Hashes the bytes.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(rawRepresentation) }
}

/// A private key for key agreement: `Curve25519.KeyAgreement.PrivateKey`, `Curve448.KeyAgreement.PrivateKey`.
///
/// Copies share one memory, which is wiped with the last of them.
///
/// Source: RFC 7748.
public struct KeyAgreementPrivateKey<Curve: KeyAgreementCurve>: Sendable {
    private let storage: RawPrivateKey

    /// Makes a random key.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure` without randomness.
    public init() throws(CryptoError) {
        try self.init(rawRepresentation: SecretBytes(randomByteCount: Curve.keyByteCount))
    }

    /// Makes a key of its bytes.
    ///
    /// - Parameter rawRepresentation: Secret and random, as long as the curve's keys; all values are good.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public init(rawRepresentation: SecretBytes) throws(CryptoError) {
        storage = try RawPrivateKey(rawRepresentation, algorithm: Curve.name, byteCount: Curve.keyByteCount)
    }

    /// The key's bytes, as they were given.
    public var rawRepresentation: SecretBytes { storage.bytes }

    /// The public half.
    public var publicKey: KeyAgreementPublicKey<Curve> {
        get throws(CryptoError) {
            try KeyAgreementPublicKey(rawRepresentation: storage.handle.rawPublicKey(Curve.keyByteCount))
        }
    }

    /// Makes the secret that both parties can make.
    ///
    /// - Parameter publicKeyShare: The other party's public key.
    /// - Returns: The secret; not yet a key: see ``SharedSecret``.
    /// - Throws: ``CryptoError`` with code `.invalidKey` for a public key of small order, with which the secret would be
    ///   zero for everybody.
    public func sharedSecretFromKeyAgreement(
        with publicKeyShare: KeyAgreementPublicKey<Curve>
    ) throws(CryptoError) -> SharedSecret {
        Libcrypto.prepare()
        ERR_clear_error()
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, storage.handle.pointer, nil),
            EVP_PKEY_derive_init(context) == 1
        else { throw backendError("cannot set up \(Curve.name)") }
        defer { EVP_PKEY_CTX_free(context) }
        // Validation of the peer's key would only repeat the check of the length.
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
        // Libcrypto refuses it too; that secret would be known to everybody, so this does not hang on its version.
        guard secret != SecretBytes(copying: [UInt8](repeating: 0, count: Curve.keyByteCount)) else {
            throw KeyAgreementPrivateKey.smallOrder
        }
        return SharedSecret(secret)
    }

    private static var smallOrder: CryptoError {
        CryptoError(.invalidKey, "the \(Curve.name) public key has small order: the shared secret would be zero")
    }
}

extension KeyAgreementPrivateKey: Equatable {
    /// Whether both have the same bytes, in a time that does not depend on them.
    public static func == (left: Self, right: Self) -> Bool { left.rawRepresentation == right.rawRepresentation }
}

extension KeyAgreementPrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of key, never the content.
    public var description: String { "\(Curve.name) private key" }

    /// The kind of key, never the content.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

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

    /// Makes a key by the derivation of ANSI X9.63 (SEC 1, section 3.6.1): H(secret ‖ 1 ‖ info) ‖ H(secret ‖ 2 ‖ info) ‖ …, for
    /// protocols that demand it.
    ///
    /// - Parameters:
    ///   - function: The hash function; not an extendable one.
    ///   - sharedInfo: Not secret; says what the key is for.
    ///   - outputByteCount: 1 to 65,536.
    /// - Returns: The key.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a length out of its range and for SHAKE,
    ///   `.backendFailure`.
    public func x963DerivedSymmetricKey<Function: StaticHashFunction>(
        using function: Function.Type, sharedInfo: borrowing some Bytes, outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        try SingleStepKDF.deriveKey(
            from: bytes, info: sharedInfo, using: Function.function, outputByteCount: outputByteCount,
            libcryptoName: "X963KDF")
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
