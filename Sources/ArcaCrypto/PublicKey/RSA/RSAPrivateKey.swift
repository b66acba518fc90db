public import ArcaCore

/// An RSA private key, for decryption and signing.
///
/// Copies share the same memory, which is wiped with the last copy.
///
/// ```swift
/// let key = try RSAPrivateKey(bitCount: 3072)
/// let signature = try key.signature(for: message)
/// let message = try key.decrypt(sealed)
/// ```
///
/// Source: RFC 8017.
public struct RSAPrivateKey: Sendable {
    /// All numbers of the key, for serialization; secret.
    public let numbers: RSAPrivateNumbers
    /// The public key.
    public let publicKey: RSAPublicKey
    let handle: PublicKeyHandle

    /// Creates a key from consistent numbers.
    ///
    /// The primes are not tested for primality, which would take longer than most uses of the key.
    ///
    /// - Parameters:
    ///   - numbers: All numbers of the key; ``RSAPrivateNumbers`` can complete a partial key.
    ///   - restriction: The key's restriction; nil for an unrestricted key.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` for a modulus out of range, `.invalidKey` for
    ///   inconsistent numbers, with the reason.
    public init(_ numbers: RSAPrivateNumbers, restriction: RSAKeyRestriction? = nil) throws(CryptoError) {
        let publicKey = try RSAPublicKey(numbers.publicNumbers, restriction: restriction)
        let lengths = numbers.secrets.map(\.count)
        guard lengths.allSatisfy({ (1...publicKey.byteCount).contains($0) }), numbers.otherPrimes.count <= 3 else {
            throw CryptoError(
                .invalidKey,
                "the RSA key has a private number that is zero or longer than the modulus, or over 5 primes"
            )
        }
        if let contradiction = numbers.contradictions().first { throw CryptoError(.invalidKey, contradiction) }
        try self.init(numbers, publicKey, handle: PublicKeyHandle(numbers))
    }

    private init(_ numbers: RSAPrivateNumbers, _ publicKey: RSAPublicKey, handle: PublicKeyHandle) {
        self.numbers = numbers
        self.publicKey = publicKey
        self.handle = handle
    }

    /// The maximum number of primes of a new key of `bitCount` bits.
    ///
    /// This is libcrypto's limit: smaller primes could be found by elliptic-curve factoring.
    public static func maximumPrimeCount(bitCount: Int) -> Int { bitCount < 4096 ? 3 : bitCount < 8192 ? 4 : 5 }

    /// The progress of key generation.
    public struct GenerationProgress: Sendable, Hashable {
        /// The number of candidates tried.
        public internal(set) var candidateCount = 0
        /// The number of primes found.
        public internal(set) var primeCount = 0
    }

    /// Generates a key with the public exponent 65,537.
    ///
    /// - Parameters:
    ///   - bitCount: The key size, 2,048 to 8,192 bits.
    ///   - primeCount: The number of primes. More than 2 make private operations faster, but few programs support such
    ///     keys. At most 3 under 4,096 bits, 4 under 8,192, else 5.
    ///   - progress: Called repeatedly on this thread during the search for primes.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` for another size, `.invalidParameter` for another number
    ///   of primes, `.backendFailure` if the random generator fails.
    /// - Complexity: Random; about 0.15 s for 2,048 bits, 0.35 s for 3,072, over 10 s for 8,192.
    public init(
        bitCount: Int = 3072, primeCount: Int = 2, progress: (GenerationProgress) -> Void = { _ in }
    ) throws(CryptoError) {
        let sizes = RSAPublicKey.generatedBitCounts
        guard sizes.contains(bitCount) else {
            throw CryptoError(
                .invalidKeyLength,
                "a new RSA key has \(sizes.lowerBound) to \(sizes.upperBound) bits, not \(bitCount)")
        }
        let most = RSAPrivateKey.maximumPrimeCount(bitCount: bitCount)
        guard (2...most).contains(primeCount) else {
            throw CryptoError(
                .invalidParameter, "an RSA key of \(bitCount) bits has 2 to \(most) primes, not \(primeCount)")
        }
        let handle = try PublicKeyHandle(generatingRSA: bitCount, primeCount: primeCount, progress)
        let numbers = try handle.rsaNumbers(primeCount: primeCount)
        self.init(numbers, try RSAPublicKey(numbers.publicNumbers), handle: handle)
    }

    /// The key's restriction; nil for an unrestricted key.
    public var restriction: RSAKeyRestriction? { publicKey.restriction }

    /// The key size: the length of the modulus in bits.
    public var bitCount: Int { publicKey.bitCount }

    /// The length in bytes of the modulus, every signature and every encrypted block.
    public var byteCount: Int { publicKey.byteCount }

    /// Whether the key has fewer than 2,048 bits, which is no longer secure.
    public var isShort: Bool { publicKey.isShort }
}

extension RSAPrivateKey: Equatable, Redacted {
    /// Compares numbers and restriction; for given lengths, the secret numbers in constant time.
    public static func == (left: RSAPrivateKey, right: RSAPrivateKey) -> Bool {
        left.numbers == right.numbers && left.restriction == right.restriction
    }

    /// The type and size of the key, never its content.
    public var description: String { "RSAPrivateKey(\(bitCount) bits)" }
}
