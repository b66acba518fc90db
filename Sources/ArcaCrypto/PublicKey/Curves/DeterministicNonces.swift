internal import ArcaCore
internal import ArcaKernels

/// The secret numbers for a deterministic DSA or ECDSA signature, in the order in which they have to be tried.
///
/// HMAC derives them from the private key and the digest, so equal messages get equal signatures, and a broken random
/// number generator cannot reveal the key.
///
/// Source: RFC 6979, section 3.2.
package struct DeterministicNonces {
    private let order: [UInt8]
    private let hash: AnyHashFunction
    private var key: SecretBytes
    private var value: SecretBytes
    private var isFirst = true

    /// Starts the sequence for a digest.
    ///
    /// - Parameters:
    ///   - order: The order of the group, big-endian, without leading zero bytes.
    ///   - scalar: The private key, as long as the order.
    ///   - digest: The digest of the message.
    ///   - hash: The hash function for HMAC, normally the one that computed the digest.
    /// - Throws: ``CryptoError`` with code `.unsupported` for SHAKE.
    package init(
        order: [UInt8], scalar: SecretBytes, digest: Span<UInt8>, hash: AnyHashFunction
    ) throws(CryptoError) {
        guard !hash.isExtendable else {
            throw CryptoError(.unsupported, "deterministic signatures need a hash function of fixed length")
        }
        try Libcrypto.checkOwn("a deterministic signature")
        self.order = order
        self.hash = hash
        key = SecretBytes(byteCount: hash.digestByteCount) { $0.append(repeating: 0, count: hash.digestByteCount) }
        value = SecretBytes(byteCount: hash.digestByteCount) { $0.append(repeating: 1, count: hash.digestByteCount) }
        let reduced = Self.reduced(digest, order)
        for marker: UInt8 in [0, 1] { try renew(marker, scalar, reduced) }
    }

    /// The next number, big-endian, as long as the order, between 1 and the order minus 1.
    package mutating func next() throws(CryptoError) -> SecretBytes {
        while true {
            if !isFirst { try renew(0, nil, []) }
            isFirst = false
            let surplus = order[0].leadingZeroBitCount
            let candidate = try SecretBytes(byteCount: order.count) { output throws(CryptoError) in
                while output.freeCapacity > 0 {
                    value = try code([], nil, [])
                    value.withBytes { bytes in
                        output.append(contentsOf: bytes.extracting(first: min(bytes.count, output.freeCapacity)))
                    }
                }
                output.withUnsafeMutableBufferPointer { space, count in
                    ScalarCandidate.shiftRight(space.baseAddress.unsafelyUnwrapped, count: count, by: surplus)
                }
            }
            let isUsable = candidate.withBytes { candidate in
                candidate.withUnsafeBufferPointer { candidate in
                    ScalarCandidate.isInRange(
                        candidate.baseAddress.unsafelyUnwrapped, below: order, count: order.count)
                }
            }
            if isUsable == 1 { return candidate }
        }
    }

    /// Steps d and e, or f and g, of the algorithm.
    private mutating func renew(_ marker: UInt8, _ scalar: SecretBytes?, _ digest: [UInt8]) throws(CryptoError) {
        key = try code([marker], scalar, digest)
        value = try code([], nil, [])
    }

    /// The HMAC of value, marker, scalar and digest.
    private func code(_ marker: [UInt8], _ scalar: SecretBytes?, _ digest: [UInt8]) throws(CryptoError) -> SecretBytes {
        let mac = try SecretHMAC(hash, SymmetricKey(key))
        value.withBytes { mac.update($0) }
        mac.update(marker.span)
        scalar?.withBytes { mac.update($0) }
        mac.update(digest.span)
        return try SecretBytes(byteCount: hash.digestByteCount) { output throws(CryptoError) in
            try mac.finish(&output)
        }
    }

    /// The leftmost bits of the digest as a number modulo the order, as long as the order.
    private static func reduced(_ digest: Span<UInt8>, _ order: [UInt8]) -> [UInt8] {
        let (limit, surplus) = (BigNumber(order), max(digest.count - order.count, 0))
        var number = BigNumber(digest.extracting(..<(digest.count - surplus)))
        if digest.count >= order.count { number = number >> order[0].leadingZeroBitCount }
        let bytes = (number % limit).bytes
        return [UInt8](repeating: 0, count: order.count - bytes.count) + bytes
    }
}
