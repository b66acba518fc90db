public import ArcaCore

/// A public key for ECDSA or ECDH, checked before its first use.
///
/// ```swift
/// let isValid = try key.isValidSignature(signature, forDigest: SHA256.hash(message))
/// ```
///
/// Source: SEC 1, section 2.3.3; FIPS 186-5, section 6.4.2.
public struct EllipticPublicKey: Sendable {
    /// The curve.
    public let curve: EllipticCurve
    /// The point as provided: 04 ‖ x ‖ y, or 02 or 03 ‖ x.
    public let point: [UInt8]
    private let handle = EllipticKeyHandle()

    /// Creates a key from a point, which ``check()`` and all operations check.
    ///
    /// - Parameters:
    ///   - curve: The curve.
    ///   - point: The point in SEC 1 format, compressed or uncompressed.
    /// - Throws: ``CryptoError`` `.invalidKey` for a point of another format or length, including the point at infinity
    ///   and hybrid points.
    public init(_ curve: EllipticCurve, point: [UInt8]) throws(CryptoError) {
        let expected =
            switch point.first {
            case 4: 1 + 2 * curve.byteCount
            case 2, 3: 1 + curve.byteCount
            default: 0
            }
        guard !point.isEmpty, point.count == expected else {
            throw CryptoError(.invalidKey, "the public key is not a point of \(curve.name): wrong form or length")
        }
        self.curve = curve
        self.point = point
    }

    /// Both coordinates, each ``EllipticCurve/byteCount`` bytes; nil for a compressed point.
    public var coordinates: (x: [UInt8], y: [UInt8])? {
        guard point[0] == 4 else { return nil }
        return (Array(point[1...curve.byteCount]), Array(point[(1 + curve.byteCount)...]))
    }

    /// The uncompressed point: 04 ‖ x ‖ y.
    ///
    /// - Throws: ``CryptoError`` `.invalidKey` for a compressed point that is not on the curve, `.unsupported` if
    ///   libcrypto was built without the curve.
    public var uncompressedPoint: [UInt8] {
        get throws(CryptoError) { point[0] == 4 ? point : try converted(isCompressed: false) }
    }

    /// The compressed point: 02 for an even y or 03 for an odd one, followed by x.
    ///
    /// - Throws: ``CryptoError`` `.invalidKey` for a point that is not on the curve, `.unsupported` if libcrypto was
    ///   built without the curve.
    public var compressedPoint: [UInt8] {
        get throws(CryptoError) { point[0] == 4 ? try converted(isCompressed: true) : point }
    }

    private func converted(isCompressed: Bool) throws(CryptoError) -> [UInt8] {
        guard let point = try curve.group.point(point, isCompressed: isCompressed) else { throw offCurve }
        return point
    }

    /// Checks that the point is on the curve and in the group of the curve's order.
    ///
    /// - Throws: ``CryptoError`` `.invalidKey` for any other point, `.unsupported` if libcrypto was built without the
    ///   curve.
    ///
    /// Source: SP 800-56A revision 3, section 5.6.2.3.3.
    public func check() throws(CryptoError) {
        guard try curve.group.contains(point) else { throw offCurve }
    }

    /// Verifies a signature of a digest.
    ///
    /// - Parameters:
    ///   - signature: The signature, on the same curve.
    ///   - digest: The message's digest, 20 to 64 bytes; truncated to its leftmost bits if longer than the group order.
    /// - Returns: Whether the signature is valid; false for a signature on another curve.
    /// - Throws: ``CryptoError`` `.invalidKey` for a point that fails ``check()``, `.invalidInputLength` for a digest
    ///   of another length, `.unsupported` if libcrypto was built without the curve.
    ///
    /// Source: FIPS 186-5, section 6.4.2.
    public func isValidSignature(
        _ signature: ECDSASignature, forDigest digest: borrowing some Bytes
    ) throws(CryptoError) -> Bool {
        try curve.checkECDSA()
        let handle = try checkedHandle()
        return try digest.withBytes { digest throws(CryptoError) in
            try ECDSASignature.checkLength(ofDigest: digest)
            guard signature.curve == curve else { return false }
            let operation = PublicKeyOperation(kind: .verify, padding: .ecdsa(deterministic: nil))
            return try handle.verify(operation, signature.derRepresentation.span, digest)
        }
    }

    func checkedHandle() throws(CryptoError) -> PublicKeyHandle {
        try handle.made { () throws(CryptoError) in
            try check()
            return try PublicKeyHandle(curve.group, point: point)
        }
    }

    private var offCurve: CryptoError {
        CryptoError(
            .invalidKey, "the public key is not a point of \(curve.name): computing with it reveals a private key")
    }
}

extension EllipticPublicKey: Hashable {
    /// Whether curve and point are equal; a compressed point equals its uncompressed form.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.curve == right.curve, left.x == right.x else { return false }
        guard left.point.count != right.point.count else { return left.point == right.point }
        guard let (one, other) = try? (left.uncompressedPoint, right.uncompressedPoint) else { return false }
        return one == other
    }

    /// Hashes curve and x, which compressed and uncompressed points share.
    public func hash(into hasher: inout Swift.Hasher) {
        hasher.combine(curve)
        hasher.combine(x)
    }

    private var x: ArraySlice<UInt8> { point[1...curve.byteCount] }
}

extension EllipticCurve {
    var group: EllipticGroup {
        get throws(CryptoError) {
            guard let group = EllipticGroup.named(self) else {
                throw CryptoError(.unsupported, "libcrypto does not offer the curve \(name)")
            }
            return group
        }
    }

    /// Whether the linked libcrypto supports the curve.
    public var isAvailable: Bool { EllipticGroup.named(self) != nil }
}
