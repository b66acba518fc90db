public import ArcaCore

/// A private key of one curve for one use: `P256.Signing.PrivateKey`, `P256.KeyAgreement.PrivateKey`.
///
/// Copies share one memory, which is wiped with the last of them.
///
/// Source: FIPS 186-5, section 6; SP 800-56A revision 3, section 5.7.1.2.
public struct NamedCurvePrivateKey<Use: EllipticKeyUse>: Sendable, Equatable {
    /// The key as one of any curve.
    public let key: EllipticPrivateKey
    /// The public half.
    public let publicKey: NamedCurvePublicKey<Use>

    /// Makes a random key.
    ///
    /// - Throws: ``CryptoError`` `.backendFailure` without randomness.
    public init() throws(CryptoError) {
        key = try EllipticPrivateKey(Use.Curve.curve)
        publicKey = NamedCurvePublicKey(checked: key.publicKey)
    }

    /// Takes a key of any curve.
    ///
    /// - Parameter key: A key of this curve.
    /// - Throws: ``CryptoError`` `.invalidKey` for a key of another curve, a private number that does not lie between 1 and
    ///   the order less 1, and a public half that does not belong to it.
    public init(_ key: EllipticPrivateKey) throws(CryptoError) {
        try Use.Curve.curve.check(key.publicKey.curve)
        try key.check()
        publicKey = try NamedCurvePublicKey(key.publicKey)
        self.key = key
    }

    /// Makes a key of its private number, and computes the public half.
    ///
    /// - Parameter rawRepresentation: Secret and random, the highest byte first, as long as the order of the curve's
    ///   group: 32 bytes for P-256, 66 for P-521.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, `.invalidKey` for a number that does not lie between 1 and the order
    ///   less 1.
    public init(rawRepresentation: SecretBytes) throws(CryptoError) {
        try checkLength(rawRepresentation, Use.Curve.curve.name, Use.Curve.curve.orderByteCount, "private")
        key = try EllipticPrivateKey(Use.Curve.curve, scalar: rawRepresentation)
        publicKey = NamedCurvePublicKey(checked: key.publicKey)
    }

    /// Makes a key of its public point and its private number, one behind the other.
    ///
    /// - Parameter x963Representation: 04, x, y and the private number: 97 bytes for P-256; secret.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, `.invalidKey` for halves that do not belong together.
    public init(x963Representation: SecretBytes) throws(CryptoError) {
        let pointByteCount = 1 + 2 * Use.Curve.curve.byteCount
        try checkLength(
            x963Representation, Use.Curve.curve.name, pointByteCount + Use.Curve.curve.orderByteCount, "private")
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

    /// The private number, the highest byte first, as long as the order of the curve's group.
    public var rawRepresentation: SecretBytes { key.scalar }

    /// 04, x, y and the private number.
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
    /// - Parameter message: Any length, hashed with the curve's usual hash function.
    /// - Returns: The signature, another one each time.
    /// - Throws: ``CryptoError`` `.backendFailure`.
    public func signature(for message: borrowing some Bytes) throws(CryptoError) -> NamedCurveSignature<Use.Curve> {
        try signature(forDigest: Use.Curve.curve.hash.hash(message))
    }

    /// Signs a message of which the digest is known.
    ///
    /// - Parameter digest: The message's digest by any hash function, 20 to 64 bytes.
    /// - Returns: The signature, another one each time.
    /// - Throws: ``CryptoError`` `.invalidInputLength` for a digest of another length, `.backendFailure`.
    public func signature(
        forDigest digest: borrowing some Bytes
    ) throws(CryptoError) -> NamedCurveSignature<Use.Curve> {
        NamedCurveSignature(checked: try key.signature(forDigest: digest))
    }
}

extension NamedCurvePrivateKey where Use: EllipticKeyAgreementUse {
    /// Makes the secret that both parties can make.
    ///
    /// - Parameter publicKeyShare: The other party's public key.
    /// - Returns: The secret, as long as a coordinate; not yet a key: see ``SharedSecret``.
    /// - Throws: ``CryptoError`` `.backendFailure`.
    public func sharedSecretFromKeyAgreement(
        with publicKeyShare: NamedCurvePublicKey<Use>
    ) throws(CryptoError) -> SharedSecret { try key.sharedSecretFromKeyAgreement(with: publicKeyShare.key) }
}

extension NamedCurvePrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of key, never the content.
    public var description: String { key.description }

    /// The kind of key, never the content.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
