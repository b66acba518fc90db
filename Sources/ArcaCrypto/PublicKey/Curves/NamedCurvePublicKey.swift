public import ArcaCore

/// A public key of one curve for one use: `P256.Signing.PublicKey`, `P256.KeyAgreement.PublicKey`.
///
/// Its point has been checked. Source: SEC 1, sections 2.3.3 and 2.3.4.
public struct NamedCurvePublicKey<Use: EllipticKeyUse>: Sendable, Hashable {
    /// The key as one of any curve; its point is uncompressed.
    public let key: EllipticPublicKey

    /// Takes a key of any curve.
    ///
    /// - Parameter key: A key of this curve, compressed or not.
    /// - Throws: ``CryptoError`` `.invalidKey` for a key of another curve or a point that is not on it.
    public init(_ key: EllipticPublicKey) throws(CryptoError) {
        try Use.Curve.curve.check(key.curve)
        self.key = try EllipticPublicKey(key.curve, point: key.uncompressedPoint)
        try self.key.check()
    }

    init(checked key: EllipticPublicKey) { self.key = key }

    /// Makes a key of both coordinates.
    ///
    /// - Parameter rawRepresentation: x and y, each as long as the curve's coordinates: 64 bytes for P-256.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, `.invalidKey` for a point that is not on the curve.
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        let bytes = try Use.Curve.curve.bytes(rawRepresentation, 2 * Use.Curve.curve.byteCount, "public")
        try self.init(EllipticPublicKey(Use.Curve.curve, point: [4] + bytes))
    }

    /// Makes a key of an uncompressed point.
    ///
    /// - Parameter x963Representation: 04, x and y: 65 bytes for P-256.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, `.invalidKey` for a first byte other than 04 and for a point that is
    ///   not on the curve.
    public init(x963Representation: borrowing some Bytes) throws(CryptoError) {
        let bytes = try Use.Curve.curve.bytes(x963Representation, 1 + 2 * Use.Curve.curve.byteCount, "public")
        try self.init(EllipticPublicKey(Use.Curve.curve, point: bytes))
    }

    /// Makes a key of a compressed point.
    ///
    /// - Parameter compressedRepresentation: 02 or 03, and x: 33 bytes for P-256.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, `.invalidKey` for another first byte and where no point of the curve
    ///   has that x.
    public init(compressedRepresentation: borrowing some Bytes) throws(CryptoError) {
        let bytes = try Use.Curve.curve.bytes(compressedRepresentation, 1 + Use.Curve.curve.byteCount, "public")
        try self.init(EllipticPublicKey(Use.Curve.curve, point: bytes))
    }

    /// x and y, each as long as the curve's coordinates.
    public var rawRepresentation: [UInt8] { Array(key.point.dropFirst()) }

    /// 04, x and y.
    public var x963Representation: [UInt8] { key.point }

    /// 02 or 03, which says whether y is odd, and x; for curves over prime fields, as all of these are.
    public var compressedRepresentation: [UInt8] {
        [2 | (key.point[key.point.count - 1] & 1)] + key.point[1...Use.Curve.curve.byteCount]
    }
}

extension NamedCurvePublicKey where Use: EllipticSigningUse {
    /// Whether a signature is valid for a message.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - message: Any length, hashed with the curve's usual hash function.
    /// - Returns: Whether it is valid; also false when libcrypto fails.
    public func isValidSignature(
        _ signature: NamedCurveSignature<Use.Curve>, for message: borrowing some Bytes
    ) -> Bool {
        guard let digest = try? Use.Curve.curve.hash.hash(message) else { return false }
        return isValidSignature(signature, forDigest: digest)
    }

    /// Whether a signature is valid for a message of which the digest is known.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - digest: The message's digest by any hash function, 20 to 64 bytes.
    /// - Returns: Whether it is valid; false for a digest of another length, and when libcrypto fails.
    public func isValidSignature(
        _ signature: NamedCurveSignature<Use.Curve>, forDigest digest: borrowing some Bytes
    ) -> Bool { (try? key.isValidSignature(signature.signature, forDigest: digest)) ?? false }
}

extension EllipticCurve {
    func check(_ other: EllipticCurve) throws(CryptoError) {
        guard other == self else {
            throw CryptoError(.invalidKey, "a \(other.name) key where one of \(name) is asked for")
        }
    }

    func bytes(_ key: borrowing some Bytes, _ byteCount: Int, _ half: String) throws(CryptoError) -> [UInt8] {
        try checkLength(key, name, byteCount, half)
        return key.withBytes { [UInt8](bytes: $0) }
    }
}
