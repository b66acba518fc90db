public import ArcaCore
internal import ArcaKernels

/// A parameter set of ML-KEM: ``MLKEM512``, ``MLKEM768``, ``MLKEM1024``.
///
/// Source: FIPS 203, section 8.
public protocol MLKEMParameterSet: Sendable {
    /// The set's name: `ML-KEM-768`.
    static var name: String { get }
    /// The rank k of the module: 2, 3 or 4.
    static var rank: Int { get }
}

/// ML-KEM-512, about as strong as AES-128.
///
/// Source: FIPS 203.
public enum MLKEM512: MLKEMParameterSet {
    /// The set's name.
    public static let name = "ML-KEM-512"
    /// The rank of the module.
    public static let rank = 2
}

/// ML-KEM-768, about as strong as AES-192: the one to take where nothing else is asked for.
///
/// It is believed to withstand quantum computers, and is young: where it can be had, take ``XWingMLKEM768X25519``, which
/// stays as strong as X25519 should ML-KEM fall.
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

/// ML-KEM-1024, about as strong as AES-256.
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
    /// Length of the seed that a private key is kept as.
    public static var seedByteCount: Int { 64 }

    static var kernel: MLKEM { MLKEM(rank: rank) }
}

/// A public key of ML-KEM, which the standard calls an encapsulation key: `MLKEM768.PublicKey`.
///
/// It keeps what encapsulation needs of it in a prepared form, 6 KiB for ML-KEM-768, so that the first use costs more than
/// those that follow.
///
/// Source: FIPS 203, sections 7.2 and 8.
public struct MLKEMPublicKey<ParameterSet: MLKEMParameterSet>: KEMPublicKey {
    let prepared: PreparedMLKEMKey

    /// Makes a key of its bytes.
    ///
    /// - Parameter rawRepresentation: ``MLKEMParameterSet/publicKeyByteCount`` bytes, not secret.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` for a coefficient that is not below 3329.
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        try checkLength(rawRepresentation, ParameterSet.name, ParameterSet.publicKeyByteCount, "public")
        let bytes = rawRepresentation.withBytes { span in
            [UInt8](capacity: span.count) { $0.append(contentsOf: span) }
        }
        prepared = try PreparedMLKEMKey(bytes, ParameterSet.kernel, ParameterSet.name)
    }

    init(prepared: PreparedMLKEMKey) { self.prepared = prepared }

    /// The key's bytes.
    public var rawRepresentation: [UInt8] { prepared.bytes }

    /// Makes a secret and its ciphertext, both new each time.
    ///
    /// - Returns: A secret of 32 bytes and a ciphertext of ``MLKEMParameterSet/ciphertextByteCount`` bytes.
    /// - Throws: ``CryptoError`` with code `.backendFailure` without randomness.
    public func encapsulate() throws(CryptoError) -> KEM.EncapsulationResult {
        try prepared.encapsulate(SecretBytes(randomByteCount: 32))
    }

    /// As ``encapsulate()`` with the random bytes given, 32 of them, for vectors (FIPS 203, section 6.2).
    package func encapsulate(message: SecretBytes) throws(CryptoError) -> KEM.EncapsulationResult {
        try prepared.encapsulate(message)
    }
}

extension MLKEMPublicKey {
    /// Whether both have the same bytes.
    public static func == (left: Self, right: Self) -> Bool { left.rawRepresentation == right.rawRepresentation }

    /// Hashes the bytes.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(rawRepresentation) }
}

/// A private key of ML-KEM, which the standard calls a decapsulation key: `MLKEM768.PrivateKey`.
///
/// It is kept as its seed, the form that cannot be malformed. Copies share one memory, which is wiped with the last of them.
///
/// Source: FIPS 203, sections 3.3, 7.1 and 7.3.
public struct MLKEMPrivateKey<ParameterSet: MLKEMParameterSet>: KEMPrivateKey {
    private let expanded: ExpandedMLKEMKey
    /// The 64 bytes d ‖ z that the key is made from, secret.
    public let seedRepresentation: SecretBytes

    /// Makes a random key, and tries it.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure` without randomness, or when what is encapsulated to the key is
    ///   not decapsulated by it (the pair-wise consistency test of FIPS 140-3).
    public init() throws(CryptoError) {
        try self.init(seedRepresentation: SecretBytes(randomByteCount: ParameterSet.seedByteCount))
        let trial = try publicKey.encapsulate()
        guard try decapsulate(trial.encapsulated) == trial.sharedSecret else {
            throw CryptoError(.backendFailure, "the new \(ParameterSet.name) key does not work: this build is broken")
        }
    }

    /// Makes a key of its seed.
    ///
    /// - Parameters:
    ///   - seedRepresentation: 64 secret random bytes; all values are good.
    ///   - publicKey: The public half where it is known, which is compared.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` when the public key is another one.
    public init(
        seedRepresentation: SecretBytes, publicKey: MLKEMPublicKey<ParameterSet>? = nil
    ) throws(CryptoError) {
        try checkLength(seedRepresentation, ParameterSet.name, ParameterSet.seedByteCount, "private")
        self.seedRepresentation = seedRepresentation
        expanded = try ExpandedMLKEMKey(seed: seedRepresentation, ParameterSet.kernel, ParameterSet.name)
        guard publicKey == nil || publicKey == self.publicKey else {
            throw CryptoError(.invalidKey, "the \(ParameterSet.name) public key is not that of the seed")
        }
    }

    /// Makes a key of its seed and the digest of its public half, which is compared.
    ///
    /// - Parameter integrityCheckedRepresentation: 96 bytes, secret: ``seedRepresentation``, then SHA3-256 of the public key.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` when the digest is another one.
    public init(integrityCheckedRepresentation: SecretBytes) throws(CryptoError) {
        try self.init(seedRepresentation: try KEMSeed.split(integrityCheckedRepresentation, ParameterSet.name, 64))
        try KEMSeed.check(integrityCheckedRepresentation, publicKey.rawRepresentation, ParameterSet.name)
    }

    /// ``seedRepresentation`` and SHA3-256 of the public key, 96 bytes, secret.
    public var integrityCheckedRepresentation: SecretBytes {
        KEMSeed.join(seedRepresentation, publicKey.rawRepresentation)
    }

    /// The public half.
    public var publicKey: MLKEMPublicKey<ParameterSet> { MLKEMPublicKey(prepared: expanded.publicKey) }

    /// Finds the secret of a ciphertext; one that was not made for this key gives a secret that nobody else has.
    ///
    /// - Parameter encapsulated: ``MLKEMParameterSet/ciphertextByteCount`` bytes.
    /// - Returns: 32 bytes, secret.
    /// - Throws: ``CryptoError`` with code `.invalidInputLength`.
    public func decapsulate(_ encapsulated: borrowing some Bytes) throws(CryptoError) -> SymmetricKey {
        try expanded.decapsulate(encapsulated)
    }

    /// The key in its expanded form, 768·k + 96 bytes, for vectors: nothing of Arca's stores it.
    package var expandedRepresentation: SecretBytes { expanded.bytes }
}

/// A private key of ML-KEM in its expanded form, which old libraries store, for vectors.
package struct ExpandedMLKEMPrivateKey<ParameterSet: MLKEMParameterSet>: Sendable {
    private let expanded: ExpandedMLKEMKey

    /// Makes a key of 768·k + 96 secret bytes.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`; `.invalidKey` when the digest of the public key in it does not
    ///   fit (FIPS 203, section 7.3).
    package init(_ bytes: SecretBytes) throws(CryptoError) {
        try checkLength(bytes, ParameterSet.name, ParameterSet.kernel.expandedKeyByteCount, "expanded private")
        expanded = try ExpandedMLKEMKey(expanded: bytes, ParameterSet.kernel, ParameterSet.name)
    }

    /// As ``MLKEMPrivateKey/decapsulate(_:)``.
    package func decapsulate(_ encapsulated: borrowing some Bytes) throws(CryptoError) -> SymmetricKey {
        try expanded.decapsulate(encapsulated)
    }

    /// The public half.
    package var publicKey: MLKEMPublicKey<ParameterSet> { MLKEMPublicKey(prepared: expanded.publicKey) }
}

extension MLKEMPrivateKey: Equatable {
    /// Whether both have the same seed, in a time that does not depend on it.
    public static func == (left: Self, right: Self) -> Bool { left.seedRepresentation == right.seedRepresentation }
}

extension MLKEMPrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of key, never the content.
    public var description: String { "\(ParameterSet.name) private key" }

    /// The kind of key, never the content.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
