public import ArcaCore

/// A public key for one curve and use: `P256.Signing.PublicKey`, `P256.KeyAgreement.PublicKey`.
///
/// The point has been validated. Source: SEC 1, sections 2.3.3 and 2.3.4.
public struct NamedCurvePublicKey<Use: EllipticKeyUse>: Sendable, Hashable {
    /// The key as a generic elliptic-curve key, with an uncompressed point.
    public let key: EllipticPublicKey

    /// Creates a key from a generic elliptic-curve key.
    ///
    /// - Parameter key: A key on this curve, compressed or uncompressed.
    /// - Throws: ``CryptoError`` `.invalidKey` for a key on another curve or an invalid point.
    public init(_ key: EllipticPublicKey) throws(CryptoError) {
        try Use.Curve.curve.check(key.curve)
        self.key = try EllipticPublicKey(key.curve, point: key.uncompressedPoint)
        try self.key.check()
    }

    init(checked key: EllipticPublicKey) { self.key = key }

    /// Creates a key from both coordinates.
    ///
    /// - Parameter rawRepresentation: x ‖ y: 64 bytes for P-256.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, or `.invalidKey` for a point that is not on the curve.
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        let bytes = try Use.Curve.curve.bytes(rawRepresentation, 2 * Use.Curve.curve.byteCount, "public")
        try self.init(EllipticPublicKey(Use.Curve.curve, point: [4] + bytes))
    }

    /// Creates a key from an uncompressed point.
    ///
    /// - Parameter x963Representation: 04 ‖ x ‖ y: 65 bytes for P-256.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, or `.invalidKey` for a first byte other than 04 or a point that
    ///   is not on the curve.
    public init(x963Representation: borrowing some Bytes) throws(CryptoError) {
        let bytes = try Use.Curve.curve.bytes(x963Representation, 1 + 2 * Use.Curve.curve.byteCount, "public")
        try self.init(EllipticPublicKey(Use.Curve.curve, point: bytes))
    }

    /// Creates a key from a compressed point.
    ///
    /// - Parameter compressedRepresentation: 02 or 03, followed by x: 33 bytes for P-256.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, or `.invalidKey` for another first byte or an x that is not on
    ///   the curve.
    public init(compressedRepresentation: borrowing some Bytes) throws(CryptoError) {
        let bytes = try Use.Curve.curve.bytes(compressedRepresentation, 1 + Use.Curve.curve.byteCount, "public")
        try self.init(EllipticPublicKey(Use.Curve.curve, point: bytes))
    }

    /// Creates a key from x alone; y is the smaller one of the two possible numbers (draft-jivsov-ecc-compact).
    ///
    /// - Parameter compactRepresentation: x: 32 bytes for P-256.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, or `.invalidKey` for an x that is not on the curve.
    public init(compactRepresentation: borrowing some Bytes) throws(CryptoError) {
        let x = try Use.Curve.curve.bytes(compactRepresentation, Use.Curve.curve.byteCount, "public")
        let key = try Self(compressedRepresentation: [2] + x)
        self = key.hasSmallerY ? key : Self(checked: try EllipticPublicKey(Use.Curve.curve, point: key.opposite))
    }

    /// x alone, or nil if y is the larger one of the two possible numbers.
    public var compactRepresentation: [UInt8]? { hasSmallerY ? Array(key.point[1...Use.Curve.curve.byteCount]) : nil }

    // Big-endian numbers of equal length have the order of their bytes.
    private var hasSmallerY: Bool { key.point.lexicographicallyPrecedes(opposite) }

    /// The point with the same x and the other y; empty if libcrypto lacks the curve.
    private var opposite: [UInt8] { (try? Use.Curve.curve.group)?.opposite(of: key.point) ?? [] }

    /// The coordinates x ‖ y.
    public var rawRepresentation: [UInt8] { Array(key.point.dropFirst()) }

    /// The uncompressed point: 04 ‖ x ‖ y.
    public var x963Representation: [UInt8] { key.point }

    /// The compressed point: 02 for an even y or 03 for an odd one, followed by x.
    ///
    /// Only correct for curves over prime fields, as all of these are.
    public var compressedRepresentation: [UInt8] {
        [2 | (key.point[key.point.count - 1] & 1)] + key.point[1...Use.Curve.curve.byteCount]
    }
}

extension NamedCurvePublicKey where Use: EllipticSigningUse {
    /// Verifies a signature of a message.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - message: The message, of any length, hashed with the curve's default hash function.
    /// - Returns: Whether the signature is valid; also false if libcrypto fails.
    public func isValidSignature(
        _ signature: NamedCurveSignature<Use.Curve>, for message: borrowing some Bytes
    ) -> Bool {
        guard let digest = try? Use.Curve.curve.hash.hash(message) else { return false }
        return isValidSignature(signature, forDigest: digest)
    }

    /// Verifies a signature of a digest, which is not hashed again; the CryptoKit spelling.
    public func isValidSignature(_ signature: NamedCurveSignature<Use.Curve>, for digest: some Digest) -> Bool {
        isValidSignature(signature, forDigest: digest)
    }

    /// Verifies a signature of a digest.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - digest: The message's digest from any hash function, 20 to 64 bytes.
    /// - Returns: Whether the signature is valid; also false for a digest of another length or if libcrypto fails.
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
        try checkLength(key, name, byteCount: byteCount, half: half)
        return key.withBytes { [UInt8](bytes: $0) }
    }
}
