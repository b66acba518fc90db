internal import ArcaCore
internal import CArcaLibcrypto

extension EllipticGroup {
    /// Signs a digest with a given secret nonce between 1 and the order minus 1; nil if another nonce is needed.
    ///
    /// Everything that depends on key or nonce is libcrypto's constant-time code: the ladder for the generator, the
    /// inverse as a power, and `ECDSA_do_sign_ex` for the rest. The conversion of the result to affine coordinates is
    /// blinded for curves over prime fields. Libcrypto 3.0 makes no such promise for curves over binary fields.
    func signature(
        ofDigest digest: Span<UInt8>, scalar: SecretBytes, nonce: SecretBytes
    ) throws(CryptoError) -> ECDSASignature? {
        ERR_clear_error()
        guard let context = BN_CTX_secure_new(), let key = EC_KEY_new(), let x = BN_secure_new(),
            let inverse = BN_secure_new(), let exponent = BN_dup(EC_GROUP_get0_order(group))
        else { preconditionFailure("no memory for a signature") }
        defer {
            BN_clear_free(x)
            BN_clear_free(inverse)
            BN_free(exponent)
            EC_KEY_free(key)
            BN_CTX_free(context)
        }
        let order = EC_GROUP_get0_order(group)
        var isDone =
            BN_sub_word(exponent, 2) == 1
            && withNumber(nonce) { nonce in
                withPoint { point in
                    EC_POINT_mul(group, point, nonce, nil, nil, nil) == 1
                        && EC_POINT_get_affine_coordinates(group, point, x, nil, context) == 1
                        && BN_nnmod(x, x, order, context) == 1
                        && BN_mod_exp_mont_consttime(inverse, nonce, exponent, order, context, nil) == 1
                }
            }
        guard isDone else { throw backendError("cannot sign with ECDSA") }
        guard BN_is_zero(x) == 0 else { return nil }
        isDone = EC_KEY_set_group(key, group) == 1 && withNumber(scalar) { EC_KEY_set_private_key(key, $0) == 1 }
        guard isDone else { throw backendError("cannot sign with ECDSA") }
        let signature = digest.withUnsafeBufferPointer {
            ECDSA_do_sign_ex($0.baseAddress, Int32($0.count), inverse, x, key)
        }
        guard let signature else {
            // With a given nonce, s = 0 is the only failure that is not one of memory.
            guard ERR_GET_REASON(ERR_peek_last_error()) == EC_R_NEED_NEW_SETUP_VALUES else {
                throw backendError("cannot sign with ECDSA")
            }
            ERR_clear_error()
            return nil
        }
        defer { ECDSA_SIG_free(signature) }
        return try ECDSASignature(
            r: bytes(of: ECDSA_SIG_get0_r(signature)), s: bytes(of: ECDSA_SIG_get0_s(signature)), curve: curve)
    }

    /// Recovers the public key from a signature; nil if there is none.
    ///
    /// `identifier` selects one of up to four keys: bit 0 is the parity of y of the nonce's point, bit 1 tells that its
    /// x is not below the order.
    ///
    /// Source: SEC 1, section 4.1.6.
    package func point(recoveredFrom signature: ECDSASignature, digest: [UInt8], identifier: Int) -> [UInt8]? {
        guard 0...3 ~= identifier else { return nil }
        let (limit, r) = (BigNumber(order), BigNumber(signature.r))
        let x = (identifier & 2 == 0 ? r : r + limit).bytes
        let size = (bitCount + 7) / 8
        guard x.count <= size, let inverse = r.inverse(modulo: limit) else { return nil }
        let compressed = [UInt8(2 + identifier & 1)] + [UInt8](repeating: 0, count: size - x.count) + x
        var number = BigNumber(Array(digest.prefix(order.count)))
        if digest.count >= order.count { number = number >> order[0].leadingZeroBitCount }
        // Q = (s·R - e·G) / r
        let negative = (limit - number % limit) % limit
        let factors = (negative * inverse % limit, BigNumber(signature.s) * inverse % limit)
        return withPoint { nonce in
            guard read(compressed, into: nonce) else { return nil }
            return withPoint { result in
                let isDone = withNumber(factors.0.secretBytes) { first in
                    withNumber(factors.1.secretBytes) { second in
                        EC_POINT_mul(group, result, first, nonce, second, nil) == 1
                    }
                }
                return isDone ? bytes(of: result, isCompressed: false) : nil
            }
        }
    }

    private func bytes(of number: OpaquePointer?) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: order.count) { space, count in
            count = max(Int(BN_bn2binpad(number, space.baseAddress, Int32(order.count))), 0)
        }
    }
}
