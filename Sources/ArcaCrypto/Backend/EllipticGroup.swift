internal import CArcaLibcrypto
internal import Synchronization

/// A curve as libcrypto has it: what points and private numbers are checked with, one for all of a process.
///
/// Source: SEC 1, sections 2.3.4 and 3.2; SP 800-56A revision 3, section 5.6.2.3.3.
package final class EllipticGroup: @unchecked Sendable {  // Written in init only.
    private let group: OpaquePointer
    private let curve: EllipticCurve
    /// The order, the highest byte first, as long as private numbers are.
    package let order: [UInt8]

    private static let known = Mutex<[EllipticCurve: EllipticGroup]>([:])

    /// Finds a curve; nil where libcrypto was built without it.
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

    /// Libcrypto's name of the curve, which keys are made with.
    var libcryptoName: String { String(cString: OBJ_nid2sn(EC_GROUP_get_curve_name(group))) }

    /// How many times more points the curve has than the group.
    package var cofactor: Int { Int(BN_get_word(EC_GROUP_get0_cofactor(group))) }

    /// The field's size in bits.
    package var bitCount: Int { Int(EC_GROUP_get_degree(group)) }

    /// Whether bytes in SEC 1's form, compressed or not, are a point of the group other than the one at infinity.
    package func contains(_ bytes: [UInt8]) -> Bool {
        withPoint { point in
            guard read(bytes, into: point) else { return false }
            guard curve.cofactor > 1 else { return true }
            // Points of small order are on the curve too; in the group are those that the order takes to infinity.
            return withPoint { product in
                defer { ERR_clear_error() }
                return EC_POINT_mul(group, product, nil, point, EC_GROUP_get0_order(group), nil) == 1
                    && EC_POINT_is_at_infinity(group, product) == 1
            }
        }
    }

    /// Whether a private number lies between 1 and the order less 1.
    package func isPrivate(_ scalar: SecretBytes) -> Bool {
        withNumber(scalar) { number in
            BN_is_zero(number) == 0 && BN_cmp(number, EC_GROUP_get0_order(group)) < 0
        }
    }

    /// Whether a point is the one of a private number that ``isPrivate(_:)`` has found good.
    package func isPoint(_ bytes: [UInt8], of scalar: SecretBytes) -> Bool {
        withPoint { stated in
            withPoint { computed in
                read(bytes, into: stated) && multiply(scalar, into: computed)
                    && EC_POINT_cmp(group, stated, computed, nil) == 0
            }
        }
    }

    /// The point of a private number that ``isPrivate(_:)`` has found good, uncompressed; nil when libcrypto fails.
    func point(of scalar: SecretBytes) -> [UInt8]? {
        withPoint { multiply(scalar, into: $0) ? bytes(of: $0, isCompressed: false) : nil }
    }

    /// A point in the other form of SEC 1 or the same; nil where the bytes are no point of the curve.
    func point(_ bytes: [UInt8], isCompressed: Bool) -> [UInt8]? {
        withPoint { read(bytes, into: $0) ? self.bytes(of: $0, isCompressed: isCompressed) : nil }
    }

    /// Reads a point, which libcrypto refuses unless it lies on the curve; hybrid forms are refused here.
    private func read(_ bytes: [UInt8], into point: OpaquePointer) -> Bool {
        defer { ERR_clear_error() }
        guard let form = bytes.first, (2...4).contains(form) else { return false }
        return EC_POINT_oct2point(group, point, bytes, bytes.count, nil) == 1
            && EC_POINT_is_at_infinity(group, point) == 0
    }

    private func multiply(_ scalar: SecretBytes, into point: OpaquePointer) -> Bool {
        defer { ERR_clear_error() }
        // With the generator alone libcrypto takes its constant-time ladder.
        return withNumber(scalar) { EC_POINT_mul(group, point, $0, nil, nil, nil) == 1 }
    }

    private func bytes(of point: OpaquePointer, isCompressed: Bool) -> [UInt8]? {
        defer { ERR_clear_error() }
        let form = isCompressed ? POINT_CONVERSION_COMPRESSED : POINT_CONVERSION_UNCOMPRESSED
        let expected = 1 + (isCompressed ? 1 : 2) * curve.byteCount
        let bytes = [UInt8](unsafeUninitializedCapacity: expected) { space, count in
            count = EC_POINT_point2oct(group, point, form, space.baseAddress, expected, nil)
        }
        return bytes.count == expected ? bytes : nil
    }

    private func withPoint<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        guard let point = EC_POINT_new(group) else { preconditionFailure("no memory for a point") }
        defer { EC_POINT_clear_free(point) }
        return body(point)
    }

    private func withNumber(_ secret: SecretBytes, _ body: (OpaquePointer) -> Bool) -> Bool {
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
