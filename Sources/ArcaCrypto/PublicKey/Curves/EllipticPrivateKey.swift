public import ArcaCore

/// A private key of ECDSA or ECDH: a number and its point, checked before the first operation with them.
///
/// ```swift
/// let key = try EllipticPrivateKey(.p256)
/// let signature = try key.signature(forDigest: SHA256.hash(message))
/// ```
///
/// Source: FIPS 186-5, section 6; SP 800-56A revision 3, section 5.7.1.2.
public struct EllipticPrivateKey: Sendable {
    /// The public half as it was given; ``check()`` tells whether it belongs to the number, and so do all operations.
    public let publicKey: EllipticPublicKey
    /// The number, the highest byte first, as long as the order of the curve's group.
    public let scalar: SecretBytes
    private let handle: EllipticKeyHandle

    /// Takes both halves of a key.
    ///
    /// - Parameters:
    ///   - publicKey: The public half.
    ///   - scalar: The private number, the highest byte first; leading zeros are added or taken away.
    /// - Throws: ``CryptoError`` `.invalidKey` for a number that is longer than the order of the curve's group.
    public init(publicKey: EllipticPublicKey, scalar: borrowing SecretBytes) throws(CryptoError) {
        self.publicKey = publicKey
        self.scalar = try Self.padded(scalar, to: publicKey.curve.orderByteCount)
        handle = EllipticKeyHandle()
    }

    /// Makes a key of its private number alone, and computes the public half.
    ///
    /// - Parameters:
    ///   - curve: The curve.
    ///   - scalar: The private number, the highest byte first, secret and random; leading zeros may be missing.
    /// - Throws: ``CryptoError`` `.invalidKey` for a number that does not lie between 1 and the order less 1,
    ///   `.unsupported` where libcrypto was built without the curve.
    /// - Complexity: 0.02 to 5 ms, which depends on the curve.
    public init(_ curve: EllipticCurve, scalar: borrowing SecretBytes) throws(CryptoError) {
        let scalar = try Self.padded(scalar, to: curve.orderByteCount)
        let group = try curve.group
        guard group.isPrivate(scalar) else { throw Self.outOfRange(curve) }
        guard let point = group.point(of: scalar) else {
            throw backendError("cannot compute the public half of the \(curve.name) key")
        }
        try self.init(publicKey: EllipticPublicKey(curve, point: point), scalar: scalar)
    }

    /// Makes a random key.
    ///
    /// - Parameter curve: The curve.
    /// - Throws: ``CryptoError`` `.unsupported` where libcrypto was built without the curve, `.backendFailure` without
    ///   randomness.
    public init(_ curve: EllipticCurve) throws(CryptoError) {
        let made = try PublicKeyHandle(generating: curve.group)
        publicKey = try EllipticPublicKey(curve, point: made.point(curve))
        scalar = try made.secret(EllipticKeyHandle.privateName, byteCount: curve.orderByteCount)
        handle = EllipticKeyHandle(made)
    }

    private static func padded(_ scalar: borrowing SecretBytes, to byteCount: Int) throws(CryptoError) -> SecretBytes {
        try scalar.withBytes { bytes throws(CryptoError) in
            let surplus = max(bytes.count - byteCount, 0)
            // Only how many zeros there are in front shows, which the file's length shows as well.
            guard (0..<surplus).reduce(0, { $0 | bytes[$1] }) == 0 else {
                throw CryptoError(.invalidKey, "the private key is longer than \(byteCount) bytes")
            }
            return SecretBytes(byteCount: byteCount) { output in
                for _ in bytes.count..<max(byteCount, bytes.count) { output.append(0) }
                output.append(contentsOf: bytes.extracting(surplus...))
            }
        }
    }

    /// Checks that the number lies between 1 and the order less 1, and that the public half is its point.
    ///
    /// - Throws: ``CryptoError`` `.invalidKey` for any other key, `.unsupported` where libcrypto was built without the
    ///   curve.
    public func check() throws(CryptoError) { _ = try checkedHandle() }

    /// Signs a message of which the digest is known.
    ///
    /// - Parameter digest: The message's digest, 20 to 64 bytes; of one longer than the curve's order the leftmost bits
    ///   count.
    /// - Returns: The signature, another one each time.
    /// - Throws: ``CryptoError`` `.invalidKey` for a key that ``check()`` refuses, `.invalidInputLength` for a digest of
    ///   another length, `.unsupported` where libcrypto was built without the curve.
    ///
    /// Source: FIPS 186-5, section 6.4.1.
    public func signature(forDigest digest: borrowing some Bytes) throws(CryptoError) -> ECDSASignature {
        try sign(digest, deterministic: nil)
    }

    /// Signs a message of which the digest is known, with the same signature each time.
    ///
    /// - Parameters:
    ///   - digest: The message's digest by `hash`.
    ///   - hash: The hash function, which the signature's secret number is made with too.
    /// - Returns: The signature.
    /// - Throws: ``CryptoError`` `.unsupported` where libcrypto is older than 3.2; otherwise as ``signature(forDigest:)``.
    ///
    /// Source: RFC 6979.
    public func deterministicSignature(
        forDigest digest: borrowing some Bytes, hash: HashFunction
    ) throws(CryptoError) -> ECDSASignature {
        try sign(digest, deterministic: hash)
    }

    private func sign(
        _ digest: borrowing some Bytes, deterministic hash: HashFunction?
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

    /// Makes the secret that both parties can make: the first coordinate of their common point.
    ///
    /// - Parameter publicKeyShare: The other party's public key, of the same curve.
    /// - Returns: The secret, as long as a coordinate with leading zeros; not yet a key: see ``SharedSecret``. All zeros
    ///   are a coordinate like any other.
    /// - Throws: ``CryptoError`` `.invalidKey` for keys of different curves and for a key that its `check()` refuses,
    ///   `.unsupported` where libcrypto was built without the curve.
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
    /// Whether both have the same halves, in a time that does not depend on the private one.
    public static func == (left: Self, right: Self) -> Bool {
        left.publicKey == right.publicKey && left.scalar == right.scalar
    }
}

extension EllipticPrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of key, never the content.
    public var description: String { "\(publicKey.curve.name) private key" }

    /// The kind of key, never the content.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
