public import ArcaCore

extension RSAPrivateNumbers {
    /// Completes a key from its exponents and primes, such as one in OpenSSH format.
    ///
    /// - Parameters:
    ///   - publicNumbers: Modulus and public exponent.
    ///   - privateExponent: The secret private exponent (d).
    ///   - primes: The secret primes in order, two to five.
    /// - Throws: ``CryptoError`` with code `.invalidKey` for a wrong number of primes, a prime of 0 or 1, primes with a
    ///   common divisor (which have no coefficient), or a number longer than the modulus or 16,384 bits.
    public init(
        publicNumbers: RSAPublicNumbers, privateExponent: borrowing some Bytes, primes: [SecretBytes]
    ) throws(CryptoError) {
        guard (2...5).contains(primes.count) else {
            throw CryptoError(.invalidKey, "an RSA key has two to five primes, not \(primes.count)")
        }
        // Longer numbers would only waste time.
        if let contradiction = RSAPrivateNumbers.excess(publicNumbers, [SecretBytes(copying: privateExponent)] + primes)
        {
            throw CryptoError(.invalidKey, contradiction)
        }
        let exponent = BigNumber(privateExponent)
        var exponents: [SecretBytes] = []
        var coefficients: [SecretBytes] = []
        var product = BigNumber(1)
        for (index, prime) in primes.map({ BigNumber($0) }).enumerated() {
            guard prime.bitCount > 1 else { throw CryptoError(.invalidKey, "a prime of the RSA key is 0 or 1") }
            exponents.append((exponent % (prime - BigNumber(1))).secretBytes)
            if index == 1 {
                // The first coefficient is the only one modulo the preceding prime: q's inverse modulo p.
                coefficients.append(try RSAPrivateNumbers.inverse(prime, modulo: product))
            } else if index > 1 {
                coefficients.append(try RSAPrivateNumbers.inverse(product, modulo: prime))
            }
            product = product * prime
        }
        self.init(
            publicNumbers: publicNumbers, privateExponent: privateExponent, prime1: primes[0], prime2: primes[1],
            exponent1: exponents[0], exponent2: exponents[1], coefficient: coefficients[0],
            otherPrimes: (2..<primes.count).map { index in
                OtherPrime(
                    prime: primes[index], exponent: exponents[index], coefficient: coefficients[index - 1])
            })
    }

    /// Completes a key from its exponents, such as one from a short JWK, by factoring the modulus.
    ///
    /// - Parameters:
    ///   - publicNumbers: Modulus and public exponent.
    ///   - privateExponent: The secret private exponent (d).
    /// - Throws: ``CryptoError`` with code `.invalidKey` if the exponents do not match or the modulus is not the
    ///   product of exactly two primes; `.invalidKeyLength` for a modulus of more than 8,192 bits.
    /// - Complexity: Cubic in the length of the modulus: about 10 ms for 2,048 bits, half a second for 8,192.
    public init(publicNumbers: RSAPublicNumbers, privateExponent: borrowing some Bytes) throws(CryptoError) {
        try publicNumbers.check()
        guard publicNumbers.bitCount <= RSAPublicKey.generatedBitCounts.upperBound else {
            throw CryptoError(
                .invalidKeyLength,
                "the primes of an RSA key of \(publicNumbers.bitCount) bits are missing; they are computed up to "
                    + "\(RSAPublicKey.generatedBitCounts.upperBound)")
        }
        let modulus = BigNumber(publicNumbers.modulus)
        let one = BigNumber(1)
        let secret = BigNumber(privateExponent)
        let product = BigNumber(publicNumbers.exponent) * secret
        guard secret < modulus, product > one else {
            throw CryptoError(.invalidKey, "the RSA private exponent is not smaller than the modulus, or zero")
        }
        // e·d - 1 is a multiple of the order of every element modulo n. Repeated halving gives, for half of all bases,
        // a square root of 1 other than ±1, and so a factor (SP 800-56B, appendix C). The numbers are untrusted: those
        // that would make the search endless are rejected first, with one exponentiation each. Modulo a prime or a
        // prime power there is no other root of 1, and there a^n - a is not a unit.
        let multiple = product - one
        let base = BigNumber(UInt.random(in: 2 ... .max))
        guard multiple.trailingZeroBitCount > 0, base.power(multiple, modulo: modulus).isOne,
            (base.power(modulus, modulo: modulus) + modulus - base).commonDivisor(modulus).isOne
        else { throw RSAPrivateNumbers.unrelated }
        let halvings = multiple.trailingZeroBitCount
        let odd = multiple >> halvings
        for _ in 0..<100 {
            // // Random bases, so no one can construct numbers for which the bases are known to fail.
            var power = BigNumber(UInt.random(in: 2 ... .max)).power(odd, modulo: modulus)
            for _ in 0..<halvings where !power.isOne && power != modulus - one {
                let square = power * power % modulus
                if square.isOne {
                    let factor = (power - one).commonDivisor(modulus)
                    let other = modulus / factor
                    // The larger prime first, as is customary.
                    let primes = [max(factor, other), min(factor, other)].map(\.secretBytes)
                    try self.init(publicNumbers: publicNumbers, privateExponent: privateExponent, primes: primes)
                    return
                }
                power = square
            }
            guard power.isOne || power == modulus - one else { throw RSAPrivateNumbers.unrelated }
        }
        throw RSAPrivateNumbers.unrelated
    }

    private static func excess(_ publicNumbers: RSAPublicNumbers, _ secrets: [SecretBytes]) -> String? {
        let maximum = RSAPublicKey.bitCounts.upperBound
        if publicNumbers.bitCount > maximum { return "the RSA modulus has more than \(maximum) bits" }
        let byteCount = publicNumbers.modulus.count
        return secrets.contains { $0.count > byteCount } || publicNumbers.exponent.count > byteCount
            ? "a number of the RSA key is longer than the modulus" : nil
    }

    private static let unrelated = CryptoError(
        .invalidKey, "the RSA private exponent does not belong to the modulus and the public exponent")

    private static func inverse(_ number: BigNumber, modulo modulus: BigNumber) throws(CryptoError) -> SecretBytes {
        guard let inverse = number.inverse(modulo: modulus) else {
            throw CryptoError(.invalidKey, "the primes of the RSA key have a common factor")
        }
        return inverse.secretBytes
    }

    /// One sentence without a full stop per inconsistency in the numbers; empty for a consistent key.
    ///
    /// The primes are not tested for primality; see ``Primality``.
    public func contradictions() -> [String] {
        if let contradiction = RSAPrivateNumbers.excess(publicNumbers, secrets) { return [contradiction] }
        guard otherPrimes.count <= 3 else { return ["the RSA key has more than five primes"] }
        let one = BigNumber(1)
        let modulus = BigNumber(publicNumbers.modulus)
        let publicExponent = BigNumber(publicNumbers.exponent)
        let privateExponent = BigNumber(privateExponent)
        let names = ["the first prime", "the second prime"] + otherPrimes.indices.map { "prime \($0 + 3)" }
        let primes = components.primes.map { BigNumber($0) }
        for (prime, name) in zip(primes, names) where prime.bitCount < 2 || !prime.isOdd {
            return ["\(name) of the RSA key is even or below 3"]
        }
        var found: [String] = []
        if primes.dropFirst().reduce(primes[0], *) != modulus {
            found.append("the RSA modulus is not the product of the primes")
        }
        if privateExponent >= modulus { found.append("the RSA private exponent is not smaller than the modulus") }
        for (index, prime) in primes.enumerated() {
            let order = prime - one
            if !(publicExponent * privateExponent % order).isOne {
                found.append("the RSA private exponent does not invert the public one modulo \(names[index]) minus 1")
            }
            let exponent = BigNumber(components.exponents[index])
            if exponent >= order || !(publicExponent * exponent % order).isOne {
                found.append("the CRT exponent of \(names[index]) is wrong")
            }
        }
        var product = primes[0]
        for (index, prime) in primes.enumerated().dropFirst() {
            let coefficient = BigNumber(components.coefficients[index - 1])
            let (inverted, modulus) = index == 1 ? (prime, product) : (product, prime)
            if coefficient >= modulus || !(coefficient * inverted % modulus).isOne {
                found.append("the CRT coefficient of \(names[index]) is wrong")
            }
            product = product * prime
        }
        return found
    }
}
