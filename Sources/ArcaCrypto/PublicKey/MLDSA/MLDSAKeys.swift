public import ArcaCore

/// An ML-DSA public key: `MLDSA65.PublicKey`.
///
/// It caches the expanded matrix, 36 KiB for ML-DSA-65, so creating a key costs more than using it.
///
/// Source: FIPS 204, sections 3.6.2 and 5.3.
public struct MLDSAPublicKey<ParameterSet: MLDSAParameterSet>: Sendable {
    /// The key without its set in the type.
    public let key: AnyMLDSAPublicKey

    init(checked key: AnyMLDSAPublicKey) { self.key = key }

    /// Creates a key from its bytes.
    ///
    /// - Parameter rawRepresentation: The public key, ``MLDSAParameterSet/publicKeyByteCount`` bytes; all values are
    ///   valid.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        key = try AnyMLDSAPublicKey(ParameterSet.variant, rawRepresentation: rawRepresentation)
    }

    /// Creates a key from one of any set.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidKey` for a key of another set.
    public init(_ key: AnyMLDSAPublicKey) throws(CryptoError) {
        try ParameterSet.variant.check(key.variant)
        self.key = key
    }

    /// The key's bytes.
    public var rawRepresentation: [UInt8] { key.rawRepresentation }

    /// Verifies a signature of a message, without a context.
    ///
    /// - Parameters:
    ///   - signature: The signature; one of another length is invalid.
    ///   - message: The message, of any length.
    /// - Returns: Whether the signature is valid.
    public func isValidSignature(_ signature: borrowing some Bytes, for message: borrowing some Bytes) -> Bool {
        key.isValidSignature(signature, for: message)
    }

    /// Verifies a signature of a message in a context.
    ///
    /// - Parameters:
    ///   - signature: The signature; one of another length is invalid.
    ///   - message: The message, of any length.
    ///   - context: The context it was signed with, at most 255 bytes.
    /// - Returns: Whether the signature is valid.
    public func isValidSignature(
        _ signature: borrowing some Bytes, for message: borrowing some Bytes, context: borrowing some Bytes
    ) -> Bool { key.isValidSignature(signature, for: message, context: context) }
}

/// An ML-DSA private key: `MLDSA65.PrivateKey`.
///
/// It is stored as its seed, which cannot be malformed. Copies share the same memory, which is wiped with the last
/// copy.
///
/// Source: FIPS 204, sections 3.6, 5.1 and 5.2.
public struct MLDSAPrivateKey<ParameterSet: MLDSAParameterSet>: Sendable {
    /// The key without its set in the type.
    public let key: AnyMLDSAPrivateKey
    /// The seed ξ, 32 secret bytes.
    public let seedRepresentation: SecretBytes

    /// Generates a random key and tests it.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure` if the random generator fails, or if the key fails the
    ///   pairwise consistency test of FIPS 140-3.
    public init() throws(CryptoError) { try self.init(AnyMLDSAPrivateKey(ParameterSet.variant)) }

    /// Creates a key from its seed.
    ///
    /// - Parameters:
    ///   - seedRepresentation: 32 secret random bytes; all values are valid.
    ///   - publicKey: The expected public key; nil to skip the comparison.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` if the public key does not match.
    public init(
        seedRepresentation: SecretBytes, publicKey: MLDSAPublicKey<ParameterSet>? = nil
    ) throws(CryptoError) {
        key = try AnyMLDSAPrivateKey(ParameterSet.variant, seedRepresentation: seedRepresentation)
        self.seedRepresentation = seedRepresentation
        guard publicKey == nil || publicKey == self.publicKey else {
            throw CryptoError(.invalidKey, "the \(ParameterSet.name) public key is not that of the seed")
        }
    }

    /// Creates a key from its seed and verifies the digest of its public key.
    ///
    /// - Parameter integrityCheckedRepresentation: 64 secret bytes: ``seedRepresentation`` followed by SHA3-256 of the
    ///   public key.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` if the digest does not match.
    public init(integrityCheckedRepresentation: SecretBytes) throws(CryptoError) {
        try self.init(
            seedRepresentation: try KEMSeed.split(
                integrityCheckedRepresentation, ParameterSet.name, ParameterSet.seedByteCount))
        try KEMSeed.check(integrityCheckedRepresentation, publicKey.rawRepresentation, ParameterSet.name)
    }

    /// Creates a key from one of any set.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidKey` for a key of another set, or one whose seed is not known.
    public init(_ key: AnyMLDSAPrivateKey) throws(CryptoError) {
        try ParameterSet.variant.check(key.variant)
        guard let seed = key.seedRepresentation else {
            throw CryptoError(.invalidKey, "the \(ParameterSet.name) private key is expanded and has no seed")
        }
        self.key = key
        seedRepresentation = seed
    }

    /// ``seedRepresentation`` followed by SHA3-256 of the public key, 64 secret bytes.
    public var integrityCheckedRepresentation: SecretBytes {
        KEMSeed.join(seedRepresentation, publicKey.rawRepresentation)
    }

    /// The public key.
    public var publicKey: MLDSAPublicKey<ParameterSet> { MLDSAPublicKey(checked: key.publicKey) }

    /// Signs a message without a context.
    ///
    /// - Parameter message: The message, of any length.
    /// - Returns: The signature, randomized.
    /// - Throws: ``CryptoError`` with code `.backendFailure` if the random generator fails.
    public func signature(for message: borrowing some Bytes) throws(CryptoError) -> [UInt8] {
        try key.signature(for: message)
    }

    /// Signs a message in a context, so the signature is not valid in another one.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - context: At most 255 bytes, such as the name of the protocol.
    /// - Returns: The signature, randomized.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a longer context, `.backendFailure` if the random
    ///   generator fails.
    public func signature(
        for message: borrowing some Bytes, context: borrowing some Bytes
    ) throws(CryptoError) -> [UInt8] { try key.signature(for: message, context: context) }

    /// Signs a message deterministically: equal messages get equal signatures.
    ///
    /// Prefer `signature(for:)`: its randomness makes attacks that measure or disturb the device harder.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - context: At most 255 bytes.
    /// - Returns: The signature.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a longer context.
    ///
    /// Source: FIPS 204, section 3.4.
    public func deterministicSignature(
        for message: borrowing some Bytes, context: borrowing some Bytes = [] as [UInt8]
    ) throws(CryptoError) -> [UInt8] { try key.deterministicSignature(for: message, context: context) }
}

extension MLDSAPrivateKey: Equatable, Redacted {
    /// Compares the seeds in constant time.
    public static func == (left: Self, right: Self) -> Bool { left.seedRepresentation == right.seedRepresentation }

    /// The type of the key, never its content.
    public var description: String { key.description }
}

extension MLDSAVariant {
    fileprivate func check(_ other: MLDSAVariant) throws(CryptoError) {
        guard self == other else {
            throw CryptoError(.invalidKey, "a key of \(other.name) where one of \(name) is asked for")
        }
    }
}
