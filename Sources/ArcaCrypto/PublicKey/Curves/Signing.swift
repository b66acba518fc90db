public import ArcaCore
internal import CArcaLibcrypto

/// A signature scheme whose keys are plain bytes: ``Curve25519/Signing``, ``Curve448/Signing``.
public protocol SigningCurve: Sendable {
    /// The scheme's name: `Ed25519`, `Ed448`.
    static var name: String { get }
    /// Length in bytes of private and public keys.
    static var keyByteCount: Int { get }
    /// Length in bytes of signatures.
    static var signatureByteCount: Int { get }
}

extension SigningCurve {
    /// A private key of this curve.
    public typealias PrivateKey = SigningPrivateKey<Self>
    /// A public key of this curve.
    public typealias PublicKey = SigningPublicKey<Self>
}

/// A public key for signatures: `Curve25519.Signing.PublicKey`, `Curve448.Signing.PublicKey`.
///
/// Source: RFC 8032, Ed25519 and Ed448 without context or prehash.
public struct SigningPublicKey<Curve: SigningCurve>: Sendable {
    /// The key's bytes, as they were given.
    public let rawRepresentation: [UInt8]
    private let handle: PublicKeyHandle

    /// Makes a key of its bytes.
    ///
    /// - Parameter rawRepresentation: As long as the curve's keys; not secret. Bytes that are no point of the curve make a
    ///   key that no signature fits.
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

    /// Whether a signature is valid for a message.
    ///
    /// - Parameters:
    ///   - signature: The signature; one of another length than the scheme's is invalid.
    ///   - message: Any length.
    /// - Returns: Whether it is valid; also false when libcrypto fails.
    public func isValidSignature(_ signature: borrowing some Bytes, for message: borrowing some Bytes) -> Bool {
        ERR_clear_error()
        defer { ERR_clear_error() }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestVerifyInit_ex(context, nil, nil, nil, nil, handle.pointer, nil) == 1 else { return false }
        return signature.withBytes { signature in
            guard signature.count == Curve.signatureByteCount else { return false }
            return signature.withUnsafeBufferPointer { signature in
                message.withBytes { message in
                    message.withUnsafeBufferPointer { message in
                        EVP_DigestVerify(
                            context, signature.baseAddress, signature.count, message.baseAddress, message.count) == 1
                    }
                }
            }
        }
    }
}

extension SigningPublicKey: Hashable {
    /// Whether both have the same bytes.
    public static func == (left: Self, right: Self) -> Bool { left.rawRepresentation == right.rawRepresentation }

    /// Hashes the bytes.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(rawRepresentation) }
}

/// A private key for signatures: `Curve25519.Signing.PrivateKey`, `Curve448.Signing.PrivateKey`.
///
/// Copies share one memory, which is wiped with the last of them.
///
/// Source: RFC 8032, Ed25519 and Ed448 without context or prehash.
public struct SigningPrivateKey<Curve: SigningCurve>: Sendable {
    private let storage: RawPrivateKey
    /// The public half.
    public let publicKey: SigningPublicKey<Curve>

    /// Makes a random key.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure` without randomness.
    public init() throws(CryptoError) {
        try self.init(rawRepresentation: SecretBytes(randomByteCount: Curve.keyByteCount))
    }

    /// Makes a key of its bytes.
    ///
    /// The public half is computed, not taken from a file: signing with another one would give the private key away.
    ///
    /// - Parameter rawRepresentation: Secret and random, as long as the curve's keys; all values are good.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public init(rawRepresentation: SecretBytes) throws(CryptoError) {
        storage = try RawPrivateKey(rawRepresentation, algorithm: Curve.name, byteCount: Curve.keyByteCount)
        publicKey = try SigningPublicKey(rawRepresentation: storage.handle.rawPublicKey(Curve.keyByteCount))
    }

    /// The key's bytes, as they were given.
    public var rawRepresentation: SecretBytes { storage.bytes }

    /// Signs a message.
    ///
    /// - Parameter message: Any length; it is read twice, so it has to be in memory as a whole.
    /// - Returns: The signature, the same each time.
    /// - Throws: ``CryptoError`` with code `.backendFailure`.
    public func signature(for message: borrowing some Bytes) throws(CryptoError) -> [UInt8] {
        ERR_clear_error()
        guard let context = EVP_MD_CTX_new() else { throw backendError("cannot set up \(Curve.name)") }
        defer { EVP_MD_CTX_free(context) }
        var isDone = EVP_DigestSignInit_ex(context, nil, nil, nil, nil, storage.handle.pointer, nil) == 1
        let signature = [UInt8](unsafeUninitializedCapacity: Curve.signatureByteCount) { space, count in
            count = Curve.signatureByteCount
            isDone = message.withBytes { span in
                span.withUnsafeBufferPointer { message in
                    isDone
                        && EVP_DigestSign(context, space.baseAddress, &count, message.baseAddress, message.count) == 1
                        && count == Curve.signatureByteCount
                }
            }
        }
        guard isDone else { throw backendError("cannot sign with \(Curve.name)") }
        return signature
    }
}

extension SigningPrivateKey: Equatable {
    /// Whether both have the same bytes, in a time that does not depend on them.
    public static func == (left: Self, right: Self) -> Bool { left.rawRepresentation == right.rawRepresentation }
}

extension SigningPrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of key, never the content.
    public var description: String { "\(Curve.name) private key" }

    /// The kind of key, never the content.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
