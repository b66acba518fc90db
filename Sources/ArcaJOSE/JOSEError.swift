// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCore
#if !hasFeature(Embedded)
@_exported public import ArcaCrypto
@_exported public import ArcaKeys
#endif

/// An error in verifying, decrypting or creating a token.
public typealias JOSEError = CodedError<JOSEErrorCode>

/// The codes of ``JOSEError``, with stable names that callers can match.
public enum JOSEErrorCode: String, ErrorCode {
    /// Text, a header, claims or a key that violates its grammar.
    case malformed
    /// An algorithm, extension or type of token that Arca does not support.
    case unsupported
    /// An algorithm that the caller did not allow.
    case algorithmNotAllowed
    /// A key with a type, curve, `alg`, `use` or `key_ops` that does not allow the token's algorithm.
    case wrongKeyType
    /// A key that is too short or known to be weak.
    case weakKey
    /// A key ID that matches no key in the set.
    case unknownKey
    /// Keys that cannot be combined in one set.
    case invalidKeySet
    /// An invalid signature: for another message or key, or forged.
    case badSignature
    /// An encrypted token that cannot be decrypted: for another key, or modified.
    case notDecrypted
    /// An encrypted key without a passphrase.
    case passphraseNeeded
    /// A wrong passphrase for an encrypted key, or a damaged key; they cannot be distinguished.
    case wrongPassphrase
    /// A key derivation or compressed payload that exceeds a limit on time or memory.
    case costTooHigh
    /// Expired claims.
    case expired
    /// Claims that are not valid yet.
    case notYetValid
    /// Claims without an expiry.
    case noExpiry
    /// Claims with another issuer, or without one.
    case wrongIssuer
    /// Claims for another audience, or without one.
    case wrongAudience
    /// A token with another type (`typ`), or without one.
    case wrongType
    /// Options that cannot be combined with each other or with the key.
    case invalidOption
    /// A failure in libcrypto not caused by the input.
    case backendFailure

    /// The category of the error code.
    public var kind: ErrorKind {
        switch self {
        case .malformed, .invalidKeySet: .malformed
        case .unsupported, .algorithmNotAllowed: .unsupported
        case .wrongKeyType, .weakKey, .unknownKey, .notDecrypted, .passphraseNeeded, .wrongPassphrase:
            .wrongKey
        case .badSignature: .tampered
        case .costTooHigh: .tooCostly
        case .expired, .notYetValid, .noExpiry, .wrongIssuer, .wrongAudience, .wrongType: .refused
        case .invalidOption: .wrongUse
        case .backendFailure: .internalFailure
        }
    }

    /// Creates the code for an error of this category from an underlying module.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .wrongKey: .notDecrypted
            case .tampered: .badSignature
            case .unsupported: .unsupported
            case .tooCostly: .costTooHigh
            case .wrongUse: .invalidOption
            case .malformed, .truncated: .malformed
            default: .backendFailure
            }
    }
}
