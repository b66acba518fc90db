public import ArcaCore

/// An RSA private key: decrypts, and signs.
///
/// Copies share one memory, which is wiped with the last of them.
///
/// ```swift
/// let key = try RSAPrivateKey(bitCount: 3072)
/// let signature = try key.signature(for: message)
/// let message = try key.decrypt(sealed)
/// ```
///
/// Source: RFC 8017.
public struct RSAPrivateKey: Sendable {
    /// All numbers of the key, for writing it.
    public let numbers: RSAPrivateNumbers
    /// The public half.
    public let publicKey: RSAPublicKey
    let handle: PublicKeyHandle

    /// Makes a key of its numbers, which must agree with each other.
    ///
    /// Whether the primes are prime is not checked, which would take longer than most uses of the key.
    ///
    /// - Parameters:
    ///   - numbers: All numbers of the key; see ``RSAPrivateNumbers`` for completing a key of which only some are known.
    ///   - restriction: What the key is restricted to; nil for an ordinary key.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` for a modulus out of range, `.invalidKey` for numbers that
    ///   contradict each other; the reason names what.
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

    /// How many primes a new key of a size may have.
    ///
    /// - Parameter bitCount: The size in bits.
    /// - Returns: The most primes; smaller ones could be found by elliptic-curve factoring: libcrypto's own limits.
    public static func maximumPrimeCount(bitCount: Int) -> Int { bitCount < 4096 ? 3 : bitCount < 8192 ? 4 : 5 }

    /// How far the making of a key is.
    public struct GenerationProgress: Sendable, Hashable {
        /// How many numbers have been tried.
        public internal(set) var candidateCount = 0
        /// How many primes have been found.
        public internal(set) var primeCount = 0
    }

    /// Makes a new key with the public exponent 65,537.
    ///
    /// - Parameters:
    ///   - bitCount: The size, 2,048 to 8,192 bits.
    ///   - primeCount: How many primes; more than 2 make private operations faster and are rarely read by others: up to 3
    ///     under 4,096 bits, 4 under 8,192, else 5.
    ///   - progress: Called on this thread again and again while primes are sought.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` for another size, `.invalidParameter` for another number of
    ///   primes, `.backendFailure` without randomness.
    /// - Complexity: Some 0.15 s for 2,048 bits, 0.35 s for 3,072, over 10 s for 8,192; it varies with luck.
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

    /// What the key is restricted to; nil for an ordinary key.
    public var restriction: RSAKeyRestriction? { publicKey.restriction }

    /// The modulus's length in bits, which is called the key's size.
    public var bitCount: Int { publicKey.bitCount }

    /// The modulus's length in bytes, which is that of every signature and of every encrypted block.
    public var byteCount: Int { publicKey.byteCount }

    /// Whether the key has fewer than 2,048 bits: it can be read, but no longer protects.
    public var isShort: Bool { publicKey.isShort }
}

extension RSAPrivateKey: Equatable {
    /// Whether both have the same numbers and restriction, in a time that depends on the secret ones' lengths alone.
    public static func == (left: RSAPrivateKey, right: RSAPrivateKey) -> Bool {
        left.numbers == right.numbers && left.restriction == right.restriction
    }
}

extension RSAPrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of key and its size, never the content.
    public var description: String { "RSAPrivateKey(\(bitCount) bits)" }

    /// The kind of key and its size, never the content.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
