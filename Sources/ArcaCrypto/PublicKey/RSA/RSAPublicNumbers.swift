public import ArcaCore

/// The numbers of an RSA public key as stored in a file, possibly invalid; ``RSAPublicKey`` checks them.
public struct RSAPublicNumbers: Sendable, Hashable {
    /// The modulus n, big-endian, without leading zeros.
    public let modulus: [UInt8]
    /// The public exponent e, big-endian, without leading zeros.
    public let exponent: [UInt8]

    /// Creates the numbers of a key, without checks.
    ///
    /// - Parameters:
    ///   - modulus: The big-endian modulus n; not secret.
    ///   - exponent: The big-endian public exponent e.
    public init(modulus: borrowing some Bytes, exponent: borrowing some Bytes) {
        self.modulus = withoutLeadingZeros(modulus)
        self.exponent = withoutLeadingZeros(exponent)
    }

    /// The key size: the length of the modulus in bits.
    public var bitCount: Int { modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0) }

    func check() throws(CryptoError) {
        let sizes = RSAPublicKey.bitCounts
        guard sizes.contains(bitCount) else {
            throw CryptoError(
                .invalidKeyLength,
                "an RSA modulus has \(sizes.lowerBound) to \(sizes.upperBound) bits here, not \(bitCount)")
        }
        guard let last = modulus.last, !last.isMultiple(of: 2) else {
            throw CryptoError(.invalidKey, "the RSA modulus is even, so it is not the product of two large primes")
        }
        // Exponent 1 does not encrypt; an even exponent is not invertible.
        guard let last = exponent.last, !last.isMultiple(of: 2), exponent != [1] else {
            throw CryptoError(.invalidKey, "the RSA public exponent is not an odd number from 3")
        }
        // Libcrypto's limit: the verification time grows with the exponent, which is untrusted.
        guard exponent.count <= (bitCount > 3072 ? 8 : modulus.count), BigNumber(exponent) < BigNumber(modulus) else {
            throw CryptoError(
                .invalidKey,
                "the RSA public exponent has \(exponent.count * 8) bits; at most 64 are taken, or with a modulus of "
                    + "up to 3,072 bits as many as the modulus has")
        }
    }
}

private func withoutLeadingZeros(_ number: borrowing some Bytes) -> [UInt8] {
    number.withBytes { span in
        var start = 0
        while start < span.count, span[start] == 0 { start += 1 }
        return [UInt8](capacity: span.count - start) { output in
            output.append(contentsOf: span.extracting(start...))
        }
    }
}
