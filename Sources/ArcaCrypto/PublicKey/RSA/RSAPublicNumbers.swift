public import ArcaCore

/// The numbers of an RSA public key as a file has them, usable or not; ``RSAPublicKey`` is made of good ones.
public struct RSAPublicNumbers: Sendable, Hashable {
    /// The modulus n, the highest byte first, without leading zeros.
    public let modulus: [UInt8]
    /// The public exponent e, the highest byte first, without leading zeros.
    public let exponent: [UInt8]

    /// Takes the numbers of a key; nothing is checked.
    ///
    /// - Parameters:
    ///   - modulus: The modulus n, unsigned, the highest byte first; not secret.
    ///   - exponent: The public exponent e, likewise.
    public init(modulus: borrowing some Bytes, exponent: borrowing some Bytes) {
        self.modulus = withoutLeadingZeros(modulus)
        self.exponent = withoutLeadingZeros(exponent)
    }

    /// The modulus's length in bits, which is called the key's size.
    public var bitCount: Int { modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0) }

    /// Refuses numbers that no operation can work with.
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
        // With exponent 1 nothing is encrypted; an even one cannot be undone.
        guard let last = exponent.last, !last.isMultiple(of: 2), exponent != [1] else {
            throw CryptoError(.invalidKey, "the RSA public exponent is not an odd number from 3")
        }
        // Libcrypto's own limit: the time of a verification grows with the exponent, which a stranger chooses.
        guard exponent.count <= (bitCount > 3072 ? 8 : modulus.count), BigNumber(exponent) < BigNumber(modulus) else {
            throw CryptoError(
                .invalidKey,
                "the RSA public exponent has \(exponent.count * 8) bits; at most 64 are taken, or with a modulus of "
                    + "up to 3,072 bits as many as the modulus has")
        }
    }
}

/// Bytes of an unsigned number that is no secret, without the zeros in front.
private func withoutLeadingZeros(_ number: borrowing some Bytes) -> [UInt8] {
    number.withBytes { span in
        var start = 0
        while start < span.count, span[start] == 0 { start += 1 }
        return [UInt8](capacity: span.count - start) { output in
            output.append(contentsOf: span.extracting(start...))
        }
    }
}
