// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCore
@_exported public import ArcaCrypto
@_exported public import ArcaKeys
@_exported public import ArcaSystem

/// The error of reading a signature, key or list of signers, and of signing.
public typealias SignatureError = CodedError<SignatureErrorCode>

/// The codes of ``SignatureError``, stable names that callers can match.
public enum SignatureErrorCode: String, ErrorCode {
    /// Bytes that violate the format.
    case malformed
    /// A signature or key type that Arca does not support.
    case unsupported
    /// A key pair that does not match, or an unusable key.
    case invalidKey
    /// A secret key is encrypted and no passphrase was given.
    case passphraseNeeded
    /// The passphrase is wrong, or the secret key is damaged.
    case wrongPassphrase
    /// A key derivation or message exceeds the memory or time limit.
    case costTooHigh
    /// The content is not a key in any known format.
    case notAKey
    /// The key has another type than required.
    case wrongKind
    /// The options are invalid for the format or cannot be combined.
    case invalidOption
    /// A failure in libcrypto that the input does not explain.
    case backendFailure

    /// The general kind of the error.
    public var kind: ErrorKind {
        switch self {
        case .wrongPassphrase, .passphraseNeeded: .wrongKey
        case .wrongKind, .invalidOption: .wrongUse
        case .backendFailure: .internalFailure
        case .unsupported: .unsupported
        case .costTooHigh: .tooCostly
        default: .malformed
        }
    }

    /// Creates a code from the kind of an error in a lower-level module.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .wrongKey: .wrongPassphrase
            case .unsupported: .unsupported
            case .tooCostly: .costTooHigh
            case .wrongUse: .invalidOption
            case .inputOutput, .internalFailure: .backendFailure
            default: .malformed
            }
    }
}
