public import ArcaCore

/// A private key for one curve and use: `P256.Signing.PrivateKey`, `P256.KeyAgreement.PrivateKey`.
///
/// Copies share the same memory, which is wiped with the last copy.
///
/// Source: FIPS 186-5, section 6; SP 800-56A revision 3, section 5.7.1.2.
public struct NamedCurvePrivateKey<Use: EllipticKeyUse>: Sendable, Equatable {
    /// The key as a generic elliptic-curve key.
    public let key: EllipticPrivateKey
    /// The public key.
    public let publicKey: NamedCurvePublicKey<Use>

    /// Generates a random key; ends the process if libcrypto has no randomness or lacks the curve.
    ///
    /// `init(EllipticPrivateKey(.p256))` throws instead.
    ///
    /// - Parameter compactRepresentable: Whether the public key has a ``NamedCurvePublicKey/compactRepresentation``;
    ///   half of all keys do, and the others are discarded.
    public init(compactRepresentable: Bool = true) {
        var (key, publicKey): (EllipticPrivateKey, NamedCurvePublicKey<Use>)
        repeat {
            key = provided { () throws(CryptoError) in try EllipticPrivateKey(Use.Curve.curve) }
            publicKey = NamedCurvePublicKey(checked: key.publicKey)
        } while compactRepresentable && publicKey.compactRepresentation == nil
        (self.key, self.publicKey) = (key, publicKey)
    }

    /// Creates a key from a generic elliptic-curve key.
    ///
    /// - Parameter key: A key of this curve.
    /// - Throws: ``CryptoError`` `.invalidKey` for a key on another curve, a scalar that is not between 1 and the order
    ///   minus 1, or a public key that does not match it.
    public init(_ key: EllipticPrivateKey) throws(CryptoError) {
        try Use.Curve.curve.check(key.publicKey.curve)
        try key.check()
        publicKey = try NamedCurvePublicKey(key.publicKey)
        self.key = key
    }

    /// Creates a key from a copy of its private scalar and computes the public key.
    ///
    /// - Parameter rawRepresentation: The secret random scalar, big-endian, as long as the group order: 32 bytes for
    ///   P-256, 66 for P-521.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, or `.invalidKey` for a scalar that is not between 1 and the order
    ///   minus 1.
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        try checkLength(
            rawRepresentation, Use.Curve.curve.name, byteCount: Use.Curve.curve.orderByteCount, half: "private")
        key = try EllipticPrivateKey(Use.Curve.curve, scalar: SecretBytes(copying: rawRepresentation))
        publicKey = NamedCurvePublicKey(checked: key.publicKey)
    }

    /// Creates a key from a copy of its public point followed by its private scalar.
    ///
    /// - Parameter x963Representation: 04 ‖ x ‖ y ‖ scalar: 97 bytes for P-256; secret.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, or `.invalidKey` if the public point does not match the scalar.
    public init(x963Representation: borrowing some Bytes) throws(CryptoError) {
        let pointByteCount = 1 + 2 * Use.Curve.curve.byteCount
        try checkLength(
            x963Representation, Use.Curve.curve.name, byteCount: pointByteCount + Use.Curve.curve.orderByteCount,
            half: "private")
        let (point, scalar) = x963Representation.withBytes { bytes in
            (
                [UInt8](bytes: bytes.extracting(..<pointByteCount)),
                SecretBytes(copying: bytes.extracting(pointByteCount...))
            )
        }
        guard point[0] == 4 else {
            throw CryptoError(.invalidKey, "the public half of the \(Use.Curve.curve.name) key does not begin with 04")
        }
        try self.init(
            EllipticPrivateKey(publicKey: EllipticPublicKey(Use.Curve.curve, point: point), scalar: scalar))
    }

    /// The private scalar, big-endian, as long as the group order.
    public var rawRepresentation: SecretBytes { key.scalar }

    /// The key as 04 ‖ x ‖ y ‖ scalar; secret.
    public var x963Representation: SecretBytes {
        let point = publicKey.x963Representation
        return SecretBytes(byteCount: point.count + key.scalar.count) { output in
            output.append(contentsOf: point.span)
            key.scalar.withBytes { output.append(contentsOf: $0) }
        }
    }
}

extension NamedCurvePrivateKey where Use: EllipticSigningUse {
    /// Signs a message.
    ///
    /// - Parameter message: The message, of any length, hashed with the curve's default hash function.
    /// - Returns: The signature, randomized.
    /// - Throws: ``CryptoError`` `.backendFailure`.
    public func signature(for message: borrowing some Bytes) throws(CryptoError) -> NamedCurveSignature<Use.Curve> {
        try signature(forDigest: Use.Curve.curve.hash.hash(message))
    }

    /// Signs a digest without hashing it again; the CryptoKit spelling.
    ///
    /// - Throws: ``CryptoError`` `.invalidInputLength` for a digest of less than 20 bytes, `.backendFailure`.
    public func signature(for digest: some Digest) throws(CryptoError) -> NamedCurveSignature<Use.Curve> {
        try signature(forDigest: digest)
    }

    /// Signs the digest of a message.
    ///
    /// - Parameter digest: The message's digest from any hash function, 20 to 64 bytes.
    /// - Returns: The signature, randomized.
    /// - Throws: ``CryptoError`` `.invalidInputLength` for a digest of another length, `.backendFailure`.
    public func signature(
        forDigest digest: borrowing some Bytes
    ) throws(CryptoError) -> NamedCurveSignature<Use.Curve> {
        NamedCurveSignature(checked: try key.signature(forDigest: digest))
    }

    /// Signs a message deterministically: equal messages get equal signatures.
    ///
    /// - Parameter message: The message, of any length, hashed with the curve's default hash function.
    /// - Returns: The signature; see ``NamedCurveSignature/lowS``.
    /// - Throws: ``CryptoError`` `.backendFailure`.
    ///
    /// Source: RFC 6979.
    public func deterministicSignature(
        for message: borrowing some Bytes
    ) throws(CryptoError) -> NamedCurveSignature<Use.Curve> {
        let hash = Use.Curve.curve.hash
        return NamedCurveSignature(checked: try key.deterministicSignature(forDigest: hash.hash(message), hash: hash))
    }
}

extension NamedCurvePrivateKey where Use: EllipticKeyAgreementUse {
    /// Computes the shared secret.
    ///
    /// - Parameter publicKeyShare: The peer's public key.
    /// - Returns: The secret, as long as a coordinate; derive a key from it, see ``SharedSecret``.
    /// - Throws: ``CryptoError`` `.backendFailure`.
    public func sharedSecretFromKeyAgreement(
        with publicKeyShare: NamedCurvePublicKey<Use>
    ) throws(CryptoError) -> SharedSecret { try key.sharedSecretFromKeyAgreement(with: publicKeyShare.key) }
}

extension NamedCurvePrivateKey: Redacted {
    /// The type of the key, never its content.
    public var description: String { key.description }
}
