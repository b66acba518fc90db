public import ArcaCore

/// An RSA public key: encrypts, and verifies signatures.
///
/// ```swift
/// let sealed = try key.encrypt(message)
/// let isGood = try key.isValidSignature(signature, for: message)
/// ```
///
/// Source: RFC 8017.
public struct RSAPublicKey: Sendable {
    /// The sizes in bits that are read; ``isShort`` tells of those that should no longer be used.
    public static let bitCounts = 512...16_384
    /// The sizes in bits that new keys may have.
    public static let generatedBitCounts = 2048...8192

    /// Modulus and public exponent.
    public let numbers: RSAPublicNumbers
    /// What the key is restricted to; nil for an ordinary key.
    public let restriction: RSAKeyRestriction?
    let handle: PublicKeyHandle

    /// Makes a key of its numbers.
    ///
    /// - Parameters:
    ///   - modulus: The modulus n, unsigned, the highest byte first; 512 to 16,384 bits; not secret.
    ///   - exponent: The public exponent e, likewise; odd, from 3.
    ///   - restriction: What the key is restricted to; nil for an ordinary key.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` for a modulus out of range, `.invalidKey` for an even
    ///   modulus or an exponent that is even, 1, or too large.
    public init(
        modulus: borrowing some Bytes, exponent: borrowing some Bytes, restriction: RSAKeyRestriction? = nil
    ) throws(CryptoError) {
        try self.init(RSAPublicNumbers(modulus: modulus, exponent: exponent), restriction: restriction)
    }

    /// Makes a key of its numbers.
    ///
    /// - Parameters:
    ///   - numbers: Modulus and public exponent.
    ///   - restriction: What the key is restricted to; nil for an ordinary key.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` for a modulus out of range, `.invalidKey` for an even
    ///   modulus or an exponent that is even, 1, or too large.
    public init(_ numbers: RSAPublicNumbers, restriction: RSAKeyRestriction? = nil) throws(CryptoError) {
        try numbers.check()
        self.numbers = numbers
        self.restriction = restriction
        handle = try PublicKeyHandle(numbers)
    }

    /// The modulus n, the highest byte first, without leading zeros.
    public var modulus: [UInt8] { numbers.modulus }

    /// The public exponent e, the highest byte first, without leading zeros.
    public var exponent: [UInt8] { numbers.exponent }

    /// The modulus's length in bits, which is called the key's size.
    public var bitCount: Int { numbers.bitCount }

    /// The modulus's length in bytes, which is that of every signature and of every encrypted block.
    public var byteCount: Int { numbers.modulus.count }

    /// Whether the key has fewer than 2,048 bits: it can be read, but no longer protects.
    public var isShort: Bool { bitCount < RSAPublicKey.generatedBitCounts.lowerBound }
}

extension RSAPublicKey: Hashable {
    /// Whether both have the same numbers and restriction.
    public static func == (left: RSAPublicKey, right: RSAPublicKey) -> Bool {
        left.numbers == right.numbers && left.restriction == right.restriction
    }

    /// Hashes the numbers.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(numbers) }
}

extension RSAPublicKey: CustomStringConvertible {
    /// The kind of key and its size.
    public var description: String { "RSAPublicKey(\(bitCount) bits)" }
}
