public import ArcaCodecs
internal import CArcaLibcrypto

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

    /// Tells whether a signature fits a message.
    ///
    /// - Parameters:
    ///   - signature: The signature; one of another length than the scheme's does not fit.
    ///   - message: Any length.
    /// - Returns: Whether it fits; also false when libcrypto cannot tell.
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
