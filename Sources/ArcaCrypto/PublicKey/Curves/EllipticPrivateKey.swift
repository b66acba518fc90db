public import ArcaCore

/// A private key for ECDSA or ECDH, checked before its first use.
///
/// ```swift
/// let key = try EllipticPrivateKey(.p256)
/// let signature = try key.signature(forDigest: SHA256.hash(message))
/// ```
///
/// Source: FIPS 186-5, section 6; SP 800-56A revision 3, section 5.7.1.2.
public struct EllipticPrivateKey: Sendable {
    /// The public key as provided; ``check()`` and all operations check that it matches the scalar.
    public let publicKey: EllipticPublicKey
    /// The private scalar, big-endian, as long as the group order.
    public let scalar: SecretBytes
    private let handle: EllipticKeyHandle

    /// Creates a key from its public and private parts.
    ///
    /// - Parameters:
    ///   - publicKey: The public key.
    ///   - scalar: The secret scalar, big-endian; padded or stripped of leading zeros to the length of the group order.
    /// - Throws: ``CryptoError`` `.invalidKey` for a scalar longer than the group order.
    public init(publicKey: EllipticPublicKey, scalar: borrowing SecretBytes) throws(CryptoError) {
        self.publicKey = publicKey
        self.scalar = try Self.padded(scalar, to: publicKey.curve.orderByteCount)
        handle = EllipticKeyHandle()
    }

    /// Creates a key from its private scalar and computes the public key.
    ///
    /// - Parameters:
    ///   - curve: The curve.
    ///   - scalar: The secret random scalar, big-endian; leading zeros are optional.
    /// - Throws: ``CryptoError`` `.invalidKey` for a scalar that is not between 1 and the order minus 1, `.unsupported`
    ///   if libcrypto was built without the curve.
    /// - Complexity: 0.02 to 5 ms, depending on the curve.
    public init(_ curve: EllipticCurve, scalar: borrowing SecretBytes) throws(CryptoError) {
        let scalar = try Self.padded(scalar, to: curve.orderByteCount)
        let group = try curve.group
        guard group.isPrivate(scalar) else { throw Self.outOfRange(curve) }
        guard let point = group.point(of: scalar) else {
            throw backendError("cannot compute the public half of the \(curve.name) key")
        }
        try self.init(publicKey: EllipticPublicKey(curve, point: point), scalar: scalar)
    }

    /// Generates a random key.
    ///
    /// - Throws: ``CryptoError`` `.unsupported` if libcrypto was built without the curve, `.backendFailure` if the
    ///   random generator fails.
    public init(_ curve: EllipticCurve) throws(CryptoError) {
        let made = try PublicKeyHandle(generating: curve.group)
        publicKey = try EllipticPublicKey(curve, point: made.point(curve))
        scalar = try made.secret(EllipticKeyHandle.privateName, byteCount: curve.orderByteCount)
        handle = EllipticKeyHandle(made)
    }

    private static func padded(_ scalar: borrowing SecretBytes, to byteCount: Int) throws(CryptoError) -> SecretBytes {
        try scalar.withBytes { bytes throws(CryptoError) in
            let surplus = max(bytes.count - byteCount, 0)
            // Only the number of leading zeros leaks, which the length of the encoding reveals too.
            guard (0..<surplus).reduce(0, { $0 | bytes[$1] }) == 0 else {
                throw CryptoError(.invalidKey, "the private key is longer than \(byteCount) bytes")
            }
            return SecretBytes(byteCount: byteCount) { output in
                for _ in bytes.count..<max(byteCount, bytes.count) { output.append(0) }
                output.append(contentsOf: bytes.extracting(surplus...))
            }
        }
    }

    /// Checks that the scalar is between 1 and the order minus 1, and that the public key matches it.
    ///
    /// - Throws: ``CryptoError`` `.invalidKey` if a check fails, `.unsupported` if libcrypto was built without the
    ///   curve.
    public func check() throws(CryptoError) { _ = try checkedHandle() }

    /// Signs the digest of a message.
    ///
    /// - Parameter digest: The message's digest, 20 to 64 bytes; truncated to its leftmost bits if longer than the
    ///   group order.
    /// - Returns: The signature, randomized.
    /// - Throws: ``CryptoError`` `.invalidKey` for a key that fails ``check()``, `.invalidInputLength` for a digest of
    ///   another length, `.unsupported` if libcrypto was built without the curve.
    ///
    /// Source: FIPS 186-5, section 6.4.1.
    public func signature(forDigest digest: borrowing some Bytes) throws(CryptoError) -> ECDSASignature {
        try sign(digest, deterministic: nil)
    }

    /// Signs the digest of a message deterministically.
    ///
    /// - Parameters:
    ///   - digest: The message's digest computed with `hash`.
    ///   - hash: The hash function, also used to derive the signature's nonce.
    /// - Returns: The signature.
    /// - Throws: ``CryptoError`` `.unsupported` if libcrypto is older than 3.2, or an error of
    ///   ``signature(forDigest:)``.
    ///
    /// Source: RFC 6979.
    public func deterministicSignature(
        forDigest digest: borrowing some Bytes, hash: AnyHashFunction
    ) throws(CryptoError) -> ECDSASignature {
        try sign(digest, deterministic: hash)
    }

    private func sign(
        _ digest: borrowing some Bytes, deterministic hash: AnyHashFunction?
    ) throws(CryptoError) -> ECDSASignature {
        let handle = try checkedHandle()
        if hash != nil, !handle.takesNonceType {
            throw CryptoError(.unsupported, "deterministic ECDSA signatures need libcrypto 3.2 or newer")
        }
        let operation = PublicKeyOperation(kind: .sign, padding: .ecdsa(deterministic: hash))
        let der = try digest.withBytes { digest throws(CryptoError) in
            try ECDSASignature.checkLength(ofDigest: digest, hash)
            return try handle.transformPublicly(
                operation, digest, byteCount: ECDSASignature.maximumDERByteCount(publicKey.curve))
        }
        guard let der else { throw CryptoError(.backendFailure, "cannot \(operation.title)") }
        return try ECDSASignature(derRepresentation: der, curve: publicKey.curve)
    }

    /// Computes the shared secret: the x-coordinate of the shared point.
    ///
    /// - Parameter publicKeyShare: The peer's public key, on the same curve.
    /// - Returns: The secret, as long as a coordinate, including leading zeros; derive a key from it, see
    ///   ``SharedSecret``. An all-zero secret is a valid coordinate.
    /// - Throws: ``CryptoError`` `.invalidKey` for keys of different curves or a key that fails its `check()`,
    ///   `.unsupported` if libcrypto was built without the curve.
    ///
    /// Source: SP 800-56A revision 3, section 5.7.1.2; SEC 1, section 3.3.1.
    public func sharedSecretFromKeyAgreement(
        with publicKeyShare: EllipticPublicKey
    ) throws(CryptoError) -> SharedSecret {
        guard publicKeyShare.curve == publicKey.curve else {
            throw CryptoError(
                .invalidKey,
                "a \(publicKey.curve.name) key and a \(publicKeyShare.curve.name) key have no common secret")
        }
        let peer = try publicKeyShare.checkedHandle()
        return SharedSecret(
            try checkedHandle().derive(publicKey.curve.name, with: peer, byteCount: publicKey.curve.byteCount))
    }

    private func checkedHandle() throws(CryptoError) -> PublicKeyHandle {
        try handle.made { () throws(CryptoError) in
            let group = try publicKey.curve.group
            guard group.isPrivate(scalar) else { throw Self.outOfRange(publicKey.curve) }
            guard group.isPoint(publicKey.point, of: scalar) else {
                throw CryptoError(.invalidKey, "the public half of the key does not belong to the private number")
            }
            return try PublicKeyHandle(group, point: publicKey.point, scalar: scalar)
        }
    }

    private static func outOfRange(_ curve: EllipticCurve) -> CryptoError {
        CryptoError(
            .invalidKey, "the private number of the \(curve.name) key does not lie between 0 and the curve's order")
    }
}

extension EllipticPrivateKey: Equatable {
    /// Compares both parts, the private one in constant time.
    public static func == (left: Self, right: Self) -> Bool {
        left.publicKey == right.publicKey && left.scalar == right.scalar
    }
}

extension EllipticPrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type of the key, never its content.
    public var description: String { "\(publicKey.curve.name) private key" }

    /// The type of the key, never its content.
    public var debugDescription: String { description }

    /// An empty mirror, which keeps the key out of `dump`.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
