public import ArcaCrypto

/// Detects weak keys: numbers that are too small, composite, related or inconsistent, and points that are off the curve
/// or of small order.
///
/// ```swift
/// for finding in KeyLint.findings(try AnyKey(bytes).content) { print(finding.reason) }
/// ```
///
/// A key without findings is not proven to be good: the quality of its random numbers cannot be checked.
///
/// Source: FIPS 186-5, appendix A.1 (RSA key pairs); SP 800-56B, section 6.4; the papers cited at each check.
public enum KeyLint {
    /// Checks one key, consistent or not; returns its findings.
    ///
    /// - Complexity: A few milliseconds for a public RSA key or an elliptic curve key, a few tenths of a second for a
    ///   private RSA key of 4,096 bits.
    public static func findings(_ key: AnyKey.Content) -> [KeyFinding] {
        switch key {
        case .publicKey(.rsa(let numbers, _)): return findings(numbers)
        case .privateKey(.rsa(let numbers, _)): return findings(numbers, findings(numbers.publicNumbers))
        case .publicKey(.elliptic(let key)): return findings(key)
        case .privateKey(.elliptic(let key)): return findings(key)
        case .publicKey(.ed25519(let key)): return RawPoint.edwards25519(key.rawRepresentation)
        case .publicKey(.ed448(let key)): return RawPoint.edwards448(key.rawRepresentation)
        case .publicKey(.x25519(let key)): return RawPoint.montgomery25519(key.rawRepresentation)
        case .publicKey(.x448(let key)): return RawPoint.montgomery448(key.rawRepresentation)
        case .publicKey(.xWing(let key)): return RawPoint.montgomery25519(key.rawRepresentation.suffix(32))
        case .symmetric(let key) where key.bitCount < 128:
            return [KeyFinding(.shortKey, "a key of \(key.bitCount) bits can be found by trying; use 128 or more")]
        default: return []
        }
    }

    /// Finds keys that share a prime, so anyone can factor both.
    ///
    /// Keys with the same modulus count as one, so both a private key and its public half can be given.
    ///
    /// - Returns: For each key, in the given order, the indices of the keys that share a prime with it; usually empty.
    ///   If many keys are related, the list may be incomplete but is not empty.
    /// - Complexity: Quadratic in the total length of all moduli: a second for a thousand keys of 2,048 bits.
    ///
    /// Source: Heninger, Durumeric, Wustrow, Halderman, "Mining Your Ps and Qs" (2012); Bernstein, "How to find smooth
    /// parts of integers" (2004).
    public static func sharedFactors(_ keys: [RSAPublicNumbers]) -> [[Int]] {
        var placesByModulus: [[UInt8]: [Int]] = [:]
        for (place, key) in keys.enumerated() { placesByModulus[key.modulus, default: []].append(place) }
        // Other moduli are unusable and would only cost time.
        let moduli = placesByModulus.keys.filter { modulus in
            (modulus.last ?? 0) & 1 == 1 && (3...RSAPublicKey.bitCounts.upperBound / 8).contains(modulus.count)
        }
        var result = [[Int]](repeating: [], count: keys.count)
        for (first, second) in BatchGCD.related(moduli) {
            let firsts = placesByModulus[moduli[first]] ?? []
            let seconds = placesByModulus[moduli[second]] ?? []
            for place in firsts { result[place] += seconds }
            for place in seconds { result[place] += firsts }
        }
        return result.map { $0.sorted() }
    }

    /// Whether an RSA modulus has the structure of CVE-2017-15361 (ROCA), which makes it feasible to factor.
    ///
    /// The check takes microseconds.
    public static func hasStructuredPrimes(_ numbers: RSAPublicNumbers) -> Bool {
        numbers.bitCount > 16 && numbers.bitCount <= RSAPublicKey.bitCounts.upperBound
            && ROCA.matches(BigNumber(numbers.modulus))
    }

    // MARK: RSA

    static func findings(_ numbers: RSAPublicNumbers) -> [KeyFinding] {
        var found: [KeyFinding] = []
        let bitCount = numbers.bitCount
        if bitCount < RSAPublicKey.generatedBitCounts.lowerBound {
            found.append(
                KeyFinding(
                    .smallModulus,
                    "the modulus has \(bitCount) bits; below 2,048 it may be factored, 1,024 are within reach of states"
                ))
        }
        found += exponentFindings(numbers)
        guard bitCount > 16, bitCount <= RSAPublicKey.bitCounts.upperBound else {
            found.append(KeyFinding(.unusable, "a modulus of \(bitCount) bits is not an RSA modulus"))
            return found
        }
        let modulus = BigNumber(numbers.modulus)
        guard modulus.isOdd else {
            found.append(KeyFinding(.evenModulus, "the modulus is even, so it is factored already"))
            return found
        }
        if let factor = SmallPrimes.factor(of: modulus) {
            found.append(KeyFinding(.smallFactor, "the modulus has the factor \(factor), so its primes are not large"))
        } else if modulus.passesFermatTest, modulus.isProbablyPrime(rounds: 2) {
            found.append(
                KeyFinding(.primeModulus, "the modulus is prime, so anybody can compute the private exponent"))
        } else if FermatFactoring.isFactored(modulus) {
            found.append(
                KeyFinding(
                    .closePrimes, "the primes are so close that Fermat's method factors the modulus at once"))
        }
        if ROCA.matches(modulus) {
            found.append(
                KeyFinding(
                    .structuredPrimes,
                    "the modulus has the structure of CVE-2017-15361 (ROCA): its primes can be found"))
        }
        return found
    }

    private static func exponentFindings(_ numbers: RSAPublicNumbers) -> [KeyFinding] {
        guard numbers.exponent.last.map({ $0 & 1 == 1 }) ?? false else {
            return [KeyFinding(.evenExponent, "the public exponent is even or zero, so nothing can be decrypted")]
        }
        if numbers.exponent == [1] {
            return [KeyFinding(.tinyExponent, "the public exponent is 1, so the ciphertext is the message")]
        }
        if numbers.exponent.count > 8 {
            return [
                KeyFinding(
                    .hugeExponent,
                    "the public exponent has more than 64 bits: slow, refused by many programs, and a sign of a private "
                        + "exponent that was chosen small")
            ]
        }
        let exponent = numbers.exponent.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        guard exponent < 65537 else { return [] }
        return [
            KeyFinding(
                .tinyExponent,
                "the public exponent is \(exponent); below 65,537 a wrong or missing padding gives the message away")
        ]
    }

    static func findings(_ numbers: RSAPrivateNumbers, _ publicFindings: [KeyFinding]) -> [KeyFinding] {
        var found = publicFindings
        let bitCount = numbers.publicNumbers.bitCount
        let secrets =
            [numbers.prime1, numbers.prime2, numbers.privateExponent] + numbers.otherPrimes.map(\.prime)
        guard RSAPublicKey.bitCounts.upperBound >= bitCount,
            secrets.allSatisfy({ $0.count <= numbers.publicNumbers.modulus.count })
        else {
            found.append(KeyFinding(.unusable, "a private number is longer than the modulus"))
            return found
        }
        let primes = ([numbers.prime1, numbers.prime2] + numbers.otherPrimes.map(\.prime)).map { BigNumber($0) }
        // Primes longer than their product are already inconsistent; testing them would only cost time.
        let isTooLong = primes.reduce(0) { $0 + $1.bitCount } > bitCount + primes.count
        for (index, prime) in primes.enumerated() where !isTooLong && !isPrime(prime) {
            found.append(
                KeyFinding(.notPrime, "prime \(index + 1) is not prime: what is signed or encrypted goes wrong"))
        }
        for (index, prime) in primes.enumerated() {
            for other in primes[..<index] {
                if prime == other {
                    found.append(
                        KeyFinding(
                            .equalPrimes, "two primes are the same, so the modulus is a square and easily factored"))
                } else if !found.contains(where: { $0.kind == .closePrimes }) {
                    let difference = prime > other ? prime - other : other - prime
                    // FIPS 186-5, appendix A.1.3, step 5.4, for each pair of primes.
                    if difference.bitCount <= max(prime.bitCount, other.bitCount) - 100 {
                        found.append(
                            KeyFinding(
                                .closePrimes, "two primes differ by fewer than 2^\(difference.bitCount), too little"))
                    }
                }
            }
        }
        // FIPS 186-5, appendix A.1.1, criterion 3; Wiener (1990), Boneh and Durfee (1999).
        if BigNumber(numbers.privateExponent).bitCount <= bitCount / 2 {
            found.append(
                KeyFinding(
                    .smallPrivateExponent,
                    "the private exponent has at most half of the modulus's length, so it may be computed from the "
                        + "public key"))
        }
        found += numbers.contradictions().map { KeyFinding(.inconsistent, $0) }
        return found
    }

    // MARK: Elliptic curves

    /// Checks that the point is on its curve; empty if libcrypto lacks the curve.
    ///
    /// Source: SP 800-56A revision 3, section 5.6.2.3.3.
    private static func findings(_ key: EllipticPublicKey) -> [KeyFinding] {
        guard let group = EllipticGroup.named(key.curve),
            !group.contains(key.point)
        else { return [] }
        return [
            KeyFinding(
                .offCurve,
                "the public key is not a point of \(key.curve.name): computing with it reveals a private key")
        ]
    }

    private static func findings(_ key: EllipticPrivateKey) -> [KeyFinding] {
        let found = findings(key.publicKey)
        guard found.isEmpty,
            let group = EllipticGroup.named(key.publicKey.curve)
        else { return found }
        guard group.isPrivate(key.scalar) else {
            return [KeyFinding(.unusable, "the private number does not lie between 0 and the curve's order")]
        }
        guard !group.isPoint(key.publicKey.point, of: key.scalar) else { return [] }
        return [KeyFinding(.inconsistent, "the public key does not belong to the private number")]
    }

    /// The error probability is at most 2^-40, or 2^-16 above common lengths, so a file with long primes does not take
    /// minutes.
    private static func isPrime(_ number: BigNumber) -> Bool {
        guard number.bitCount > 64 else { return number.isPrime }
        return number.isOdd && number.isProbablyPrime(rounds: primalityRounds(bitCount: number.bitCount))
    }

    static func primalityRounds(bitCount: Int) -> Int { bitCount > 2048 ? 8 : 20 }
}
