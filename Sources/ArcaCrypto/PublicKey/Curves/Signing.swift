public import ArcaCore
internal import CArcaLibcrypto

/// A signature scheme with raw-byte keys: ``Curve25519/Signing``, ``Curve448/Signing``.
public protocol SigningCurve: Sendable {
    /// The name of the scheme: `Ed25519`, `Ed448`.
    static var name: String { get }
    /// Length of private and public keys, in bytes.
    static var keyByteCount: Int { get }
    /// Length of signatures, in bytes.
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
    /// The key's bytes, as provided.
    public let rawRepresentation: [UInt8]
    private let handle: PublicKeyHandle

    /// Creates a key from its bytes.
    ///
    /// - Parameter rawRepresentation: The public key, of the curve's key length. Bytes that are not a point on the
    ///   curve give a key that accepts no signature.
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

    /// Verifies a signature of a message.
    ///
    /// - Parameters:
    ///   - signature: The signature; one of another length is invalid.
    ///   - message: The message, of any length.
    /// - Returns: Whether the signature is valid; also false if libcrypto fails.
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

/// A private key for signatures: `Curve25519.Signing.PrivateKey`, `Curve448.Signing.PrivateKey`.
///
/// Copies share the same memory, which is wiped with the last copy.
///
/// Source: RFC 8032, Ed25519 and Ed448 without context or prehash.
public struct SigningPrivateKey<Curve: SigningCurve>: Sendable {
    private let storage: RawPrivateKey
    /// The public key.
    public let publicKey: SigningPublicKey<Curve>

    /// Generates a random key; ends the process if libcrypto has no randomness or lacks the curve.
    public init() {
        self = provided { () throws(CryptoError) in
            try Self(rawRepresentation: SecretBytes(randomByteCount: Curve.keyByteCount))
        }
    }

    /// Creates a key from its bytes.
    ///
    /// The public key is always computed: signing with a wrong one would reveal the private key.
    ///
    /// - Parameter rawRepresentation: Secret random bytes of the curve's key length; all values are valid. They are
    ///   copied into a `SecretBytes`; the caller wipes the original.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        storage = try RawPrivateKey(
            SecretBytes(copying: rawRepresentation), algorithm: Curve.name, byteCount: Curve.keyByteCount)
        publicKey = try SigningPublicKey(rawRepresentation: storage.handle.rawPublicKey(Curve.keyByteCount))
    }

    /// The key's bytes, as provided.
    public var rawRepresentation: SecretBytes { storage.bytes }

    /// Signs a message.
    ///
    /// - Parameter message: The message, of any length; the algorithm reads it twice, so it cannot be streamed.
    /// - Returns: The signature, deterministic.
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

extension SigningPrivateKey: Equatable, Redacted {
    /// Compares the bytes in constant time.
    public static func == (left: Self, right: Self) -> Bool { left.rawRepresentation == right.rawRepresentation }

    /// The type of the key, never its content.
    public var description: String { "\(Curve.name) private key" }
}
