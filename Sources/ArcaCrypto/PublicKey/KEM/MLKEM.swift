public import ArcaCore
internal import ArcaKernels

/// An ML-KEM parameter set: ``MLKEM512``, ``MLKEM768``, ``MLKEM1024``.
///
/// Source: FIPS 203, section 8.
public protocol MLKEMParameterSet: Sendable {
    /// The set's name: `ML-KEM-768`.
    static var name: String { get }
    /// The rank k of the module: 2, 3 or 4.
    static var rank: Int { get }
}

/// ML-KEM-512, comparable to AES-128.
///
/// Source: FIPS 203.
public enum MLKEM512: MLKEMParameterSet {
    /// The set's name.
    public static let name = "ML-KEM-512"
    /// The rank of the module.
    public static let rank = 2
}

/// ML-KEM-768, comparable to AES-192; the recommended parameter set.
///
/// It is believed to resist quantum computers, but is new. Prefer ``XWingMLKEM768X25519`` where possible: it remains as
/// strong as X25519 if ML-KEM is broken.
///
/// ```swift
/// let own = try MLKEM768.PrivateKey()
/// let sent = try own.publicKey.encapsulate()          // by the other side
/// let secret = try own.decapsulate(sent.encapsulated)   // equals sent.sharedSecret
/// ```
///
/// Source: FIPS 203.
public enum MLKEM768: MLKEMParameterSet {
    /// The set's name.
    public static let name = "ML-KEM-768"
    /// The rank of the module.
    public static let rank = 3
}

/// ML-KEM-1024, comparable to AES-256.
///
/// Source: FIPS 203.
public enum MLKEM1024: MLKEMParameterSet {
    /// The set's name.
    public static let name = "ML-KEM-1024"
    /// The rank of the module.
    public static let rank = 4
}

extension MLKEMParameterSet {
    /// A private key of this set.
    public typealias PrivateKey = MLKEMPrivateKey<Self>
    /// A public key of this set.
    public typealias PublicKey = MLKEMPublicKey<Self>

    /// Length of public keys: 800, 1184 or 1568 bytes.
    public static var publicKeyByteCount: Int { kernel.publicKeyByteCount }
    /// Length of ciphertexts: 768, 1088 or 1568 bytes.
    public static var ciphertextByteCount: Int { kernel.ciphertextByteCount }
    /// Length of the seed that a private key is stored as, in bytes.
    public static var seedByteCount: Int { 64 }

    static var kernel: MLKEM { MLKEM(rank: rank) }
}

/// An ML-KEM public key, the standard's encapsulation key: `MLKEM768.PublicKey`.
///
/// It caches the expanded matrix, 6 KiB for ML-KEM-768, so creating a key costs more than using it.
///
/// Source: FIPS 203, sections 7.2 and 8.
public struct MLKEMPublicKey<ParameterSet: MLKEMParameterSet>: KEMPublicKey {
    let prepared: PreparedMLKEMKey

    /// Creates a key from its bytes.
    ///
    /// - Parameter rawRepresentation: The public key, ``MLKEMParameterSet/publicKeyByteCount`` bytes.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` for a coefficient that is not less
    ///   than 3329.
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        try checkLength(
            rawRepresentation, ParameterSet.name, byteCount: ParameterSet.publicKeyByteCount, half: "public")
        let bytes = rawRepresentation.withBytes { span in
            [UInt8](capacity: span.count) { $0.append(contentsOf: span) }
        }
        prepared = try PreparedMLKEMKey(bytes, ParameterSet.kernel, ParameterSet.name)
    }

    init(prepared: PreparedMLKEMKey) { self.prepared = prepared }

    /// The key's bytes.
    public var rawRepresentation: [UInt8] { prepared.bytes }

    /// Creates a random secret and its ciphertext.
    ///
    /// - Returns: A 32-byte secret and a ciphertext of ``MLKEMParameterSet/ciphertextByteCount`` bytes.
    /// - Throws: ``CryptoError`` with code `.backendFailure` if the random generator fails.
    public func encapsulate() throws(CryptoError) -> KEM.EncapsulationResult {
        try prepared.encapsulate(SecretBytes(randomByteCount: 32))
    }

    /// ``encapsulate()`` with 32 given random bytes, for test vectors (FIPS 203, section 6.2).
    package func encapsulate(message: SecretBytes) throws(CryptoError) -> KEM.EncapsulationResult {
        try prepared.encapsulate(message)
    }
}

/// An ML-KEM private key, the standard's decapsulation key: `MLKEM768.PrivateKey`.
///
/// It is stored as its seed, which cannot be malformed. Copies share the same memory, which is wiped with the last
/// copy.
///
/// Source: FIPS 203, sections 3.3, 7.1 and 7.3.
public struct MLKEMPrivateKey<ParameterSet: MLKEMParameterSet>: KEMPrivateKey {
    private let expanded: ExpandedMLKEMKey
    /// The seed d ‖ z, 64 secret bytes.
    public let seedRepresentation: SecretBytes

    /// Generates a random key and tests it.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure` if the random generator fails, or if the key fails the
    ///   pairwise consistency test of FIPS 140-3.
    public init() throws(CryptoError) {
        try self.init(seedRepresentation: SecretBytes(randomByteCount: ParameterSet.seedByteCount))
        let trial = try publicKey.encapsulate()
        guard try decapsulate(trial.encapsulated) == trial.sharedSecret else {
            throw CryptoError(.backendFailure, "the new \(ParameterSet.name) key does not work: this build is broken")
        }
    }

    /// Creates a key from its seed.
    ///
    /// - Parameters:
    ///   - seedRepresentation: 64 secret random bytes; all values are valid.
    ///   - publicKey: The expected public key; nil to skip the comparison.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` if the public key does not match.
    public init(
        seedRepresentation: SecretBytes, publicKey: MLKEMPublicKey<ParameterSet>? = nil
    ) throws(CryptoError) {
        try checkLength(seedRepresentation, ParameterSet.name, byteCount: ParameterSet.seedByteCount, half: "private")
        self.seedRepresentation = seedRepresentation
        expanded = try ExpandedMLKEMKey(seed: seedRepresentation, ParameterSet.kernel, ParameterSet.name)
        guard publicKey == nil || publicKey == self.publicKey else {
            throw CryptoError(.invalidKey, "the \(ParameterSet.name) public key is not that of the seed")
        }
    }

    /// Creates a key from its seed and verifies the digest of its public key.
    ///
    /// - Parameter integrityCheckedRepresentation: 96 secret bytes: ``seedRepresentation`` followed by SHA3-256 of the
    ///   public key.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` if the digest does not match.
    public init(integrityCheckedRepresentation: SecretBytes) throws(CryptoError) {
        try self.init(seedRepresentation: try KEMSeed.split(integrityCheckedRepresentation, ParameterSet.name, 64))
        try KEMSeed.check(integrityCheckedRepresentation, publicKey.rawRepresentation, ParameterSet.name)
    }

    /// ``seedRepresentation`` followed by SHA3-256 of the public key, 96 secret bytes.
    public var integrityCheckedRepresentation: SecretBytes {
        KEMSeed.join(seedRepresentation, publicKey.rawRepresentation)
    }

    /// The public key.
    public var publicKey: MLKEMPublicKey<ParameterSet> { MLKEMPublicKey(prepared: expanded.publicKey) }

    /// Decapsulates a ciphertext to its secret; an invalid one gives a pseudorandom secret (implicit rejection).
    ///
    /// - Parameter encapsulated: The ciphertext, ``MLKEMParameterSet/ciphertextByteCount`` bytes.
    /// - Returns: The secret, 32 bytes.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength`.
    public func decapsulate(_ encapsulated: borrowing some Bytes) throws(CryptoError) -> SymmetricKey {
        try expanded.decapsulate(encapsulated)
    }

    /// The expanded key, 768·k + 96 bytes, for test vectors; Arca never stores it.
    package var expandedRepresentation: SecretBytes { expanded.bytes }
}

/// An expanded ML-KEM private key, which old libraries store, for test vectors.
package struct ExpandedMLKEMPrivateKey<ParameterSet: MLKEMParameterSet>: Sendable {
    private let expanded: ExpandedMLKEMKey

    /// Creates a key from 768·k + 96 secret bytes.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` if the digest of its public key does
    ///   not match (FIPS 203, section 7.3).
    package init(_ bytes: SecretBytes) throws(CryptoError) {
        try checkLength(
            bytes, ParameterSet.name, byteCount: ParameterSet.kernel.expandedKeyByteCount, half: "expanded private")
        expanded = try ExpandedMLKEMKey(expanded: bytes, ParameterSet.kernel, ParameterSet.name)
    }

    package func decapsulate(_ encapsulated: borrowing some Bytes) throws(CryptoError) -> SymmetricKey {
        try expanded.decapsulate(encapsulated)
    }

    package var publicKey: MLKEMPublicKey<ParameterSet> { MLKEMPublicKey(prepared: expanded.publicKey) }
}

extension MLKEMPrivateKey: Equatable, Redacted {
    /// Compares the seeds in constant time.
    public static func == (left: Self, right: Self) -> Bool { left.seedRepresentation == right.seedRepresentation }

    /// The type of the key, never its content.
    public var description: String { "\(ParameterSet.name) private key" }
}
