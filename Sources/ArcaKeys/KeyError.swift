// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCore
@_exported public import ArcaCrypto

/// A failure to read or write a key: the problem, its position, and the expected value.
public typealias KeyError = CodedError<KeyErrorCode>

/// The codes of ``KeyError``; their names are stable and can be matched.
public enum KeyErrorCode: String, ErrorCode {
    /// Input that violates the grammar of the format.
    case malformed
    /// An algorithm or format feature that Arca does not support.
    case unsupported
    /// An encrypted key without a passphrase.
    case passphraseNeeded
    /// An encrypted key with the wrong passphrase, or a damaged one; they cannot be told apart.
    case wrongPassphrase
    /// A key derivation that exceeds the memory or time limit.
    case costTooHigh
    /// Numbers that are inconsistent or unusable.
    case invalidKey
    /// Content in no known key format.
    case notAKey
    /// A key of an unexpected kind, or of a kind that the format does not support.
    case wrongKind
    /// Options that conflict with the format or with each other.
    case invalidOption
    /// A libcrypto failure that the input does not explain.
    case backendFailure

    /// The kind of failure.
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

    /// Creates the code for a failure of this kind in a lower-level module.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .wrongKey: .wrongPassphrase
            case .unsupported: .unsupported
            case .tooCostly: .costTooHigh
            // A number or length that an operation rejects comes from the key.
            case .wrongUse: .invalidKey
            case .inputOutput, .internalFailure: .backendFailure
            default: .malformed
            }
    }
}
