internal import CArcaLibcrypto

/// A curve as libcrypto has it, for questions about keys that are not operated with.
///
/// Source: SEC 1, sections 2.3.4 and 3.2.
package struct EllipticGroup: ~Copyable {
    private let group: OpaquePointer

    /// Finds a curve by its identifier in dotted form; nil where libcrypto was built without it.
    package init?(objectIdentifier: String) {
        Libcrypto.prepare()
        ERR_clear_error()
        guard let group = EC_GROUP_new_by_curve_name(OBJ_txt2nid(objectIdentifier)) else {
            ERR_clear_error()
            return nil
        }
        self.group = group
    }

    deinit { EC_GROUP_free(group) }

    /// Whether bytes in SEC 1's form, compressed or not, are a point of the curve other than the one at infinity.
    package func contains(_ bytes: [UInt8]) -> Bool { withPoint { read(bytes, into: $0) } }

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
                read(bytes, into: stated)
                    // With the generator alone libcrypto takes its constant-time ladder.
                    && withNumber(scalar) { EC_POINT_mul(group, computed, $0, nil, nil, nil) == 1 }
                    && EC_POINT_cmp(group, stated, computed, nil) == 0
            }
        }
    }

    /// Reads a point, which libcrypto refuses unless it lies on the curve.
    private func read(_ bytes: [UInt8], into point: OpaquePointer) -> Bool {
        defer { ERR_clear_error() }
        return EC_POINT_oct2point(group, point, bytes, bytes.count, nil) == 1
            && EC_POINT_is_at_infinity(group, point) == 0
    }

    private func withPoint(_ body: (OpaquePointer) -> Bool) -> Bool {
        guard let point = EC_POINT_new(group) else { preconditionFailure("no memory for a point") }
        defer { EC_POINT_clear_free(point) }
        return body(point)
    }

    private func withNumber(_ secret: SecretBytes, _ body: (OpaquePointer) -> Bool) -> Bool {
        secret.withBytes { bytes in
            bytes.withUnsafeBufferPointer { bytes in
                guard let number = BN_new(), BN_bin2bn(bytes.baseAddress, Int32(bytes.count), number) != nil
                else { preconditionFailure("no memory for a number") }
                defer { BN_clear_free(number) }
                BN_set_flags(number, BN_FLG_CONSTTIME)
                return body(number)
            }
        }
    }
}
