public import ArcaCore

/// The numbers of an RSA private key as stored in a file, possibly inconsistent; ``RSAPrivateKey`` checks them.
///
/// All are big-endian unsigned numbers without leading zeros. Names in parentheses are those of RFC 8017 and JWK.
public struct RSAPrivateNumbers: Sendable, Equatable {
    /// A third, fourth or fifth prime of a multi-prime key (RFC 8017, section 3.2).
    public struct OtherPrime: Sendable, Equatable {
        /// The prime (r_i).
        public let prime: SecretBytes
        /// The private exponent modulo the prime minus 1 (d_i).
        public let exponent: SecretBytes
        /// The inverse of the product of all preceding primes, modulo this prime (t_i).
        public let coefficient: SecretBytes

        /// Creates the numbers of one prime, without checks.
        public init(
            prime: borrowing some Bytes, exponent: borrowing some Bytes, coefficient: borrowing some Bytes
        ) {
            self.prime = BigNumber(prime).secretBytes
            self.exponent = BigNumber(exponent).secretBytes
            self.coefficient = BigNumber(coefficient).secretBytes
        }
    }

    /// Modulus (n) and public exponent (e).
    public let publicNumbers: RSAPublicNumbers
    /// The private exponent (d).
    public let privateExponent: SecretBytes
    /// The first prime (p).
    public let prime1: SecretBytes
    /// The second prime (q).
    public let prime2: SecretBytes
    /// The private exponent modulo the first prime minus 1 (dP).
    public let exponent1: SecretBytes
    /// The private exponent modulo the second prime minus 1 (dQ).
    public let exponent2: SecretBytes
    /// The inverse of the second prime modulo the first (qInv).
    public let coefficient: SecretBytes
    /// The primes from the third; empty for an ordinary key.
    public let otherPrimes: [OtherPrime]

    /// Creates the numbers of a key, without checks.
    public init(
        publicNumbers: RSAPublicNumbers, privateExponent: borrowing some Bytes, prime1: borrowing some Bytes,
        prime2: borrowing some Bytes, exponent1: borrowing some Bytes, exponent2: borrowing some Bytes,
        coefficient: borrowing some Bytes, otherPrimes: [OtherPrime] = []
    ) {
        self.publicNumbers = publicNumbers
        self.privateExponent = BigNumber(privateExponent).secretBytes
        self.prime1 = BigNumber(prime1).secretBytes
        self.prime2 = BigNumber(prime2).secretBytes
        self.exponent1 = BigNumber(exponent1).secretBytes
        self.exponent2 = BigNumber(exponent2).secretBytes
        self.coefficient = BigNumber(coefficient).secretBytes
        self.otherPrimes = otherPrimes
    }

    /// Compares all numbers; for given lengths, the secret ones in constant time.
    public static func == (left: RSAPrivateNumbers, right: RSAPrivateNumbers) -> Bool {
        left.publicNumbers == right.publicNumbers && left.otherPrimes.count == right.otherPrimes.count
            && zip(left.secrets, right.secrets).reduce(true) { $1.0 == $1.1 && $0 }
    }

    var secrets: [SecretBytes] {
        [privateExponent, prime1, prime2, exponent1, exponent2, coefficient]
            + otherPrimes.flatMap { [$0.prime, $0.exponent, $0.coefficient] }
    }

    var components: (primes: [SecretBytes], exponents: [SecretBytes], coefficients: [SecretBytes]) {
        (
            [prime1, prime2] + otherPrimes.map(\.prime), [exponent1, exponent2] + otherPrimes.map(\.exponent),
            [coefficient] + otherPrimes.map(\.coefficient)
        )
    }
}

extension RSAPrivateNumbers: Redacted {
    /// The key size, never the content.
    public var description: String { "RSAPrivateNumbers(\(publicNumbers.bitCount) bits)" }
}
