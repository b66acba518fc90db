public import ArcaCodecs

/// Why a token was rejected, or could not be made.
public typealias JOSEError = CodedError<JOSEErrorCode>

/// The failures that ``JOSEError`` tells apart, stable names that callers can match.
public enum JOSEErrorCode: String, ErrorCode {
    /// Text, a header, claims or a key that do not follow their grammar.
    case malformed
    /// An algorithm, extension or kind of token that Arca does not have.
    case unsupported
    /// An algorithm that the caller did not allow.
    case algorithmNotAllowed
    /// A key whose type, curve, `alg`, `use` or `key_ops` does not allow what the token asks for.
    case wrongKeyType
    /// A key that is too short or known to be weak.
    case weakKey
    /// No key of the set is the one that the token names.
    case unknownKey
    /// Keys that cannot be in one set.
    case invalidKeySet
    /// A signature that does not fit: another message or key, or a forgery.
    case badSignature
    /// An encrypted token that does not open: another key, or it was changed.
    case notDecrypted
    /// A file with an encrypted key, for which no passphrase was given.
    case passphraseNeeded
    /// An encrypted key that the passphrase does not open; damage looks the same.
    case wrongPassphrase
    /// A key derivation or compressed content that would take more time or memory than allowed.
    case costTooHigh
    /// Claims whose time is over.
    case expired
    /// Claims whose time has not begun.
    case notYetValid
    /// Claims without an expiry.
    case noExpiry
    /// Claims of another issuer, or of none.
    case wrongIssuer
    /// Claims for another audience, or for none.
    case wrongAudience
    /// A token of another type (`typ`), or of none.
    case wrongType
    /// Options that cannot be combined with each other or with the key.
    case invalidOption
    /// A failure inside libcrypto that no input explains.
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

    /// The code for a failure of this kind in a module below.
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
