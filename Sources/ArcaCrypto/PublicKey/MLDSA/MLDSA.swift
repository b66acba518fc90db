internal import ArcaKernels

/// A parameter set of ML-DSA, as a value.
///
/// Source: FIPS 204, section 4.
public enum MLDSAVariant: String, Sendable, Hashable, CaseIterable {
    /// Comparable to SHA-256's collision resistance (category 2).
    case mldsa44 = "ML-DSA-44"
    /// Comparable to AES-192 (category 3); the recommended set.
    case mldsa65 = "ML-DSA-65"
    /// Comparable to AES-256 (category 5).
    case mldsa87 = "ML-DSA-87"

    /// The set's name: `ML-DSA-65`.
    public var name: String { rawValue }
    /// Length of public keys: 1312, 1952 or 2592 bytes.
    public var publicKeyByteCount: Int { kernel.publicKeyByteCount }
    /// Length of signatures: 2420, 3309 or 4627 bytes.
    public var signatureByteCount: Int { kernel.signatureByteCount }
    /// Length of expanded private keys: 2560, 4032 or 4896 bytes.
    public var expandedKeyByteCount: Int { kernel.expandedKeyByteCount }
    /// Length of the seed that a private key is stored as, in bytes.
    public static let seedByteCount = 32
    /// Maximum length of a context, in bytes.
    public static let maximumContextByteCount = 255

    var kernel: MLDSA {
        switch self {
        case .mldsa44: MLDSA(rows: 4)
        case .mldsa65: MLDSA(rows: 6)
        case .mldsa87: MLDSA(rows: 8)
        }
    }
}

/// An ML-DSA parameter set: ``MLDSA44``, ``MLDSA65``, ``MLDSA87``.
///
/// Source: FIPS 204, section 4.
public protocol MLDSAParameterSet: Sendable {
    /// The set as a value.
    static var variant: MLDSAVariant { get }
}

/// ML-DSA-44, whose signatures are the shortest: 2420 bytes.
///
/// Source: FIPS 204.
public enum MLDSA44: MLDSAParameterSet {
    /// The set as a value.
    public static let variant = MLDSAVariant.mldsa44
}

/// ML-DSA-65, the recommended parameter set; signatures have 3309 bytes.
///
/// It is believed to resist quantum computers, but is new. A signature only has to be secure while it is verified, so
/// use it where keys or signatures live for many years.
///
/// ```swift
/// let signer = try MLDSA65.PrivateKey()
/// let signature = try signer.signature(for: message)
/// let isValid = signer.publicKey.isValidSignature(signature, for: message)
/// ```
///
/// Source: FIPS 204.
public enum MLDSA65: MLDSAParameterSet {
    /// The set as a value.
    public static let variant = MLDSAVariant.mldsa65
}

/// ML-DSA-87, the strongest set; signatures have 4627 bytes.
///
/// Source: FIPS 204.
public enum MLDSA87: MLDSAParameterSet {
    /// The set as a value.
    public static let variant = MLDSAVariant.mldsa87
}

extension MLDSAParameterSet {
    /// A private key of this set.
    public typealias PrivateKey = MLDSAPrivateKey<Self>
    /// A public key of this set.
    public typealias PublicKey = MLDSAPublicKey<Self>

    /// The set's name: `ML-DSA-65`.
    public static var name: String { variant.name }
    /// Length of public keys: 1312, 1952 or 2592 bytes.
    public static var publicKeyByteCount: Int { variant.publicKeyByteCount }
    /// Length of signatures: 2420, 3309 or 4627 bytes.
    public static var signatureByteCount: Int { variant.signatureByteCount }
    /// Length of the seed that a private key is stored as, in bytes.
    public static var seedByteCount: Int { MLDSAVariant.seedByteCount }
}
