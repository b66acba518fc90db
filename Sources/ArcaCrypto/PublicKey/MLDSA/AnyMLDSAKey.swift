public import ArcaCore
internal import ArcaKernels

/// An ML-DSA public key of any parameter set, as read from a file.
///
/// Source: FIPS 204, section 5.3.
public struct AnyMLDSAPublicKey: Sendable, Hashable {
    let prepared: PreparedMLDSAKey
    /// The parameter set.
    public let variant: MLDSAVariant

    /// Creates a key from its bytes.
    ///
    /// - Parameters:
    ///   - variant: The parameter set.
    ///   - rawRepresentation: The public key, ``MLDSAVariant/publicKeyByteCount`` bytes; all values are valid.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public init(_ variant: MLDSAVariant, rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        try Libcrypto.checkOwn(variant.name)
        try checkLength(rawRepresentation, variant.name, byteCount: variant.publicKeyByteCount, half: "public")
        self.init(
            variant, PreparedMLDSAKey(rawRepresentation.withBytes { [UInt8](bytes: $0) }, variant.kernel))
    }

    init(_ variant: MLDSAVariant, _ prepared: PreparedMLDSAKey) {
        self.variant = variant
        self.prepared = prepared
    }

    /// The key's bytes.
    public var rawRepresentation: [UInt8] { prepared.bytes }

    /// Verifies a signature of a message.
    ///
    /// - Parameters:
    ///   - signature: The signature; one of another length is invalid.
    ///   - message: The message, of any length.
    ///   - context: The context it was signed with; a longer one than 255 bytes makes every signature invalid.
    /// - Returns: Whether the signature is valid.
    public func isValidSignature(
        _ signature: borrowing some Bytes, for message: borrowing some Bytes,
        context: borrowing some Bytes = [] as [UInt8]
    ) -> Bool {
        guard let input = try? MLDSAInput(context: context) else { return false }
        return isValidSignature(signature, for: message, input)
    }

    /// Verifies a signature of any input, for test vectors.
    package func isValidSignature(
        _ signature: borrowing some Bytes, for message: borrowing some Bytes, _ input: MLDSAInput
    ) -> Bool {
        signature.withBytes { signature in
            guard signature.count == variant.signatureByteCount else { return false }
            return message.withBytes { message in prepared.isValid(signature, message, input) }
        }
    }

    /// Compares sets and bytes.
    public static func == (left: Self, right: Self) -> Bool {
        left.variant == right.variant && left.rawRepresentation == right.rawRepresentation
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(rawRepresentation) }
}

/// An ML-DSA private key of any parameter set, as read from a file: a seed, or an expanded key.
///
/// Copies share the same memory, which is wiped with the last copy.
///
/// Source: FIPS 204, sections 5.1 and 5.2.
public struct AnyMLDSAPrivateKey: Sendable {
    private let expanded: ExpandedMLDSAKey
    /// The parameter set.
    public let variant: MLDSAVariant
    /// The seed ξ, 32 secret bytes; nil for a key that was read in its expanded form.
    public let seedRepresentation: SecretBytes?

    /// Generates a random key and tests it.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure` if the random generator fails, or if the key fails the
    ///   pairwise consistency test of FIPS 140-3.
    public init(_ variant: MLDSAVariant) throws(CryptoError) {
        try self.init(
            variant, seedRepresentation: SecretBytes(randomByteCount: MLDSAVariant.seedByteCount))
        let trial = Array("pairwise consistency".utf8)
        guard publicKey.isValidSignature(try signature(for: trial), for: trial) else {
            throw CryptoError(.backendFailure, "the new \(variant.name) key does not work: this build is broken")
        }
    }

    /// Creates a key from its seed.
    ///
    /// - Parameters:
    ///   - variant: The parameter set.
    ///   - seedRepresentation: 32 secret random bytes; all values are valid.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    public init(_ variant: MLDSAVariant, seedRepresentation: SecretBytes) throws(CryptoError) {
        try Libcrypto.checkOwn(variant.name)
        try checkLength(seedRepresentation, variant.name, byteCount: MLDSAVariant.seedByteCount, half: "private")
        expanded = try ExpandedMLDSAKey(seed: seedRepresentation, variant)
        self.variant = variant
        self.seedRepresentation = seedRepresentation
    }

    /// Creates a key from its expanded form, and checks it completely.
    ///
    /// - Parameters:
    ///   - variant: The parameter set.
    ///   - expandedRepresentation: The private key of FIPS 204, ``MLDSAVariant/expandedKeyByteCount`` secret bytes.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` for a coefficient out of range or a
    ///   part that does not match the others.
    public init(_ variant: MLDSAVariant, expandedRepresentation: SecretBytes) throws(CryptoError) {
        try Libcrypto.checkOwn(variant.name)
        try checkLength(
            expandedRepresentation, variant.name, byteCount: variant.expandedKeyByteCount, half: "expanded private")
        expanded = try ExpandedMLDSAKey(expanded: expandedRepresentation, variant)
        self.variant = variant
        seedRepresentation = nil
    }

    /// The private key of FIPS 204, ``MLDSAVariant/expandedKeyByteCount`` secret bytes.
    public var expandedRepresentation: SecretBytes {
        get throws(CryptoError) { try expanded.representation(seed: seedRepresentation) }
    }

    /// The public key.
    public var publicKey: AnyMLDSAPublicKey { AnyMLDSAPublicKey(variant, expanded.publicKey) }

    /// Signs a message.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - context: At most 255 bytes; a signature is not valid in another context.
    /// - Returns: The signature, randomized.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a longer context, `.backendFailure` if the random
    ///   generator fails.
    public func signature(
        for message: borrowing some Bytes, context: borrowing some Bytes = [] as [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try signature(for: message, MLDSAInput(context: context), random: SecretBytes(randomByteCount: 32))
    }

    /// Signs a message deterministically: equal messages get equal signatures.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - context: At most 255 bytes.
    /// - Returns: The signature.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a longer context.
    public func deterministicSignature(
        for message: borrowing some Bytes, context: borrowing some Bytes = [] as [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let zeros = SecretBytes(byteCount: 32) { $0.append(repeating: 0, count: 32) }
        return try signature(for: message, MLDSAInput(context: context), random: zeros)
    }

    /// Signs any input with 32 given random bytes, for test vectors.
    package func signature(
        for message: borrowing some Bytes, _ input: MLDSAInput, random: SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        try message.withBytes { message throws(CryptoError) in
            try expanded.signature(for: message, input, random: random)
        }
    }
}

extension AnyMLDSAPrivateKey: Equatable, Redacted {
    /// Compares the keys in constant time, whichever form they were read from.
    public static func == (left: Self, right: Self) -> Bool {
        left.publicKey == right.publicKey && left.expanded.key == right.expanded.key
    }

    /// The type of the key, never its content.
    public var description: String { "\(variant.name) private key" }
}

/// What is signed: a message with a context, or what others have prepared from it.
package enum MLDSAInput: Sendable {
    /// The bytes that precede the message: 0, the length of the context, the context.
    case prefixed([UInt8])
    /// The message representative μ, 64 bytes.
    case representative

    /// The formatted message M′ of the internal interface.
    package static let formatted = MLDSAInput.prefixed([])

    package init(context: borrowing some Bytes) throws(CryptoError) {
        let context = context.withBytes { [UInt8](bytes: $0.extracting(first: 256)) }
        guard context.count <= MLDSAVariant.maximumContextByteCount else {
            throw CryptoError(
                .invalidParameter, "ML-DSA has contexts of at most \(MLDSAVariant.maximumContextByteCount) bytes")
        }
        self = .prefixed([0, UInt8(context.count)] + context)
    }
}
