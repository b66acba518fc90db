public import ArcaCore

/// An RSA public key, for encryption and verification.
///
/// ```swift
/// let sealed = try key.encrypt(message)
/// let isGood = try key.isValidSignature(signature, for: message)
/// ```
///
/// Source: RFC 8017.
public struct RSAPublicKey: Sendable {
    /// The accepted key sizes in bits; ``isShort`` marks those that are no longer secure.
    public static let bitCounts = 512...16_384
    /// The key sizes in bits for new keys.
    public static let generatedBitCounts = 2048...8192

    /// Modulus and public exponent.
    public let numbers: RSAPublicNumbers
    /// The key's restriction; nil for an unrestricted key.
    public let restriction: RSAKeyRestriction?
    let handle: PublicKeyHandle

    /// Creates a key from its numbers.
    ///
    /// - Parameters:
    ///   - modulus: The big-endian modulus n, 512 to 16,384 bits; not secret.
    ///   - exponent: The big-endian public exponent e, odd, at least 3.
    ///   - restriction: The key's restriction; nil for an unrestricted key.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` for a modulus out of range, `.invalidKey` for an even
    ///   modulus or an exponent that is even, 1, or too large.
    public init(
        modulus: borrowing some Bytes, exponent: borrowing some Bytes, restriction: RSAKeyRestriction? = nil
    ) throws(CryptoError) {
        try self.init(RSAPublicNumbers(modulus: modulus, exponent: exponent), restriction: restriction)
    }

    /// Creates a key from its numbers.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength` for a modulus out of range, `.invalidKey` for an even
    ///   modulus or an exponent that is even, 1, or too large.
    public init(_ numbers: RSAPublicNumbers, restriction: RSAKeyRestriction? = nil) throws(CryptoError) {
        try numbers.check()
        self.numbers = numbers
        self.restriction = restriction
        handle = try PublicKeyHandle(numbers)
    }

    /// The modulus n, big-endian, without leading zeros.
    public var modulus: [UInt8] { numbers.modulus }

    /// The public exponent e, big-endian, without leading zeros.
    public var exponent: [UInt8] { numbers.exponent }

    /// The key size: the length of the modulus in bits.
    public var bitCount: Int { numbers.bitCount }

    /// The length in bytes of the modulus, every signature and every encrypted block.
    public var byteCount: Int { numbers.modulus.count }

    /// Whether the key has fewer than 2,048 bits, which is no longer secure.
    public var isShort: Bool { bitCount < RSAPublicKey.generatedBitCounts.lowerBound }
}

extension RSAPublicKey: Hashable {
    /// Compares numbers and restriction.
    public static func == (left: RSAPublicKey, right: RSAPublicKey) -> Bool {
        left.numbers == right.numbers && left.restriction == right.restriction
    }

    /// Hashes the numbers.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(numbers) }
}

extension RSAPublicKey: CustomStringConvertible {
    /// The type and size of the key.
    public var description: String { "RSAPublicKey(\(bitCount) bits)" }
}
