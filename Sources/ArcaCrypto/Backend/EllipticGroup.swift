internal import CArcaLibcrypto
internal import Synchronization

/// A curve's libcrypto group, shared within the process, for checking points and private scalars.
///
/// Source: SEC 1, sections 2.3.4 and 3.2; SP 800-56A revision 3, section 5.6.2.3.3.
package final class EllipticGroup: @unchecked Sendable {  // Written in init only.
    let group: OpaquePointer
    let curve: EllipticCurve
    /// The order, big-endian, with the length of a private scalar.
    package let order: [UInt8]

    private static let known = Mutex<[EllipticCurve: EllipticGroup]>([:])

    /// Returns a curve's group, or nil if libcrypto was built without the curve.
    package static func named(_ curve: EllipticCurve) -> EllipticGroup? {
        known.withLock { known in
            if let group = known[curve] { return group }
            let group = EllipticGroup(curve)
            known[curve] = group
            return group
        }
    }

    private init?(_ curve: EllipticCurve) {
        Libcrypto.prepare()
        ERR_clear_error()
        guard let group = EC_GROUP_new_by_curve_name(OBJ_txt2nid(curve.objectIdentifier)) else {
            ERR_clear_error()
            return nil
        }
        self.group = group
        self.curve = curve
        order = [UInt8](unsafeUninitializedCapacity: curve.orderByteCount) { space, count in
            count = max(
                Int(BN_bn2binpad(EC_GROUP_get0_order(group), space.baseAddress, Int32(curve.orderByteCount))), 0)
        }
    }

    deinit { EC_GROUP_free(group) }

    /// Libcrypto's type of keys on the curve.
    var keyType: String { curve == .sm2 ? "SM2" : "EC" }

    var libcryptoName: String { String(cString: OBJ_nid2sn(EC_GROUP_get_curve_name(group))) }

    package var cofactor: Int { Int(BN_get_word(EC_GROUP_get0_cofactor(group))) }

    package var bitCount: Int { Int(EC_GROUP_get_degree(group)) }

    /// Whether bytes encode a point of the group in SEC 1 form, compressed or not, other than the point at infinity.
    package func contains(_ bytes: [UInt8]) -> Bool {
        withPoint { point in
            guard read(bytes, into: point) else { return false }
            guard curve.cofactor > 1 else { return true }
            // Points of small order are on the curve too. A point is in the group if the order times the point is
            // infinity.
            return withPoint { product in
                defer { ERR_clear_error() }
                return EC_POINT_mul(group, product, nil, point, EC_GROUP_get0_order(group), nil) == 1
                    && EC_POINT_is_at_infinity(group, product) == 1
            }
        }
    }

    /// Whether a private scalar is between 1 and the order minus 1; for SM2, minus 2 (GB/T 32918.1, section 6.1).
    package func isPrivate(_ scalar: SecretBytes) -> Bool {
        withNumber(scalar) { number in
            guard BN_is_zero(number) == 0, BN_cmp(number, EC_GROUP_get0_order(group)) < 0 else { return false }
            guard curve == .sm2, let limit = BN_dup(EC_GROUP_get0_order(group)) else { return true }
            defer { BN_free(limit) }
            return BN_sub_word(limit, 1) == 1 && BN_cmp(number, limit) < 0
        }
    }

    /// Whether a point is the public key of a scalar that passed ``isPrivate(_:)``.
    package func isPoint(_ bytes: [UInt8], of scalar: SecretBytes) -> Bool {
        withPoint { stated in
            withPoint { computed in
                read(bytes, into: stated) && multiply(scalar, into: computed)
                    && EC_POINT_cmp(group, stated, computed, nil) == 0
            }
        }
    }

    /// The uncompressed public key of a scalar that passed ``isPrivate(_:)``, or nil if libcrypto fails.
    func point(of scalar: SecretBytes) -> [UInt8]? {
        withPoint { multiply(scalar, into: $0) ? bytes(of: $0, isCompressed: false) : nil }
    }

    /// A point in the requested SEC 1 form, or nil if the bytes are not a point on the curve.
    func point(_ bytes: [UInt8], isCompressed: Bool) -> [UInt8]? {
        withPoint { read(bytes, into: $0) ? self.bytes(of: $0, isCompressed: isCompressed) : nil }
    }

    /// The uncompressed point with the same x and the other y, or nil if the bytes are not a point on the curve.
    func opposite(of bytes: [UInt8]) -> [UInt8]? {
        withPoint { point in
            guard read(bytes, into: point), EC_POINT_invert(group, point, nil) == 1 else { return nil }
            return self.bytes(of: point, isCompressed: false)
        }
    }

    /// Reads a point; libcrypto rejects points off the curve, and this function rejects hybrid forms.
    func read(_ bytes: [UInt8], into point: OpaquePointer) -> Bool {
        defer { ERR_clear_error() }
        guard let form = bytes.first, (2...4).contains(form) else { return false }
        return EC_POINT_oct2point(group, point, bytes, bytes.count, nil) == 1
            && EC_POINT_is_at_infinity(group, point) == 0
    }

    private func multiply(_ scalar: SecretBytes, into point: OpaquePointer) -> Bool {
        defer { ERR_clear_error() }
        // With only the generator, libcrypto uses its constant-time ladder.
        return withNumber(scalar) { EC_POINT_mul(group, point, $0, nil, nil, nil) == 1 }
    }

    func bytes(of point: OpaquePointer, isCompressed: Bool) -> [UInt8]? {
        defer { ERR_clear_error() }
        let form = isCompressed ? POINT_CONVERSION_COMPRESSED : POINT_CONVERSION_UNCOMPRESSED
        let expected = 1 + (isCompressed ? 1 : 2) * curve.byteCount
        let bytes = [UInt8](unsafeUninitializedCapacity: expected) { space, count in
            count = EC_POINT_point2oct(group, point, form, space.baseAddress, expected, nil)
        }
        return bytes.count == expected ? bytes : nil
    }

    func withPoint<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        guard let point = EC_POINT_new(group) else { preconditionFailure("no memory for a point") }
        defer { EC_POINT_clear_free(point) }
        return body(point)
    }

    func withNumber(_ secret: SecretBytes, _ body: (OpaquePointer) -> Bool) -> Bool {
        secret.withBytes { bytes in
            bytes.withUnsafeBufferPointer { bytes in
                guard let number = BN_secure_new(),
                    BN_bin2bn(bytes.baseAddress, Int32(bytes.count), number) != nil
                else { preconditionFailure("no memory for a number") }
                defer { BN_clear_free(number) }
                BN_set_flags(number, BN_FLG_CONSTTIME)
                return body(number)
            }
        }
    }
}
