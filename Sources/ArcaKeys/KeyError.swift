public import ArcaCore

/// Why a key could not be read or written: what was wrong, where, and what would be right.
public typealias KeyError = CodedError<KeyErrorCode>

/// The failures that ``KeyError`` tells apart, stable names that callers can match.
public enum KeyErrorCode: String, ErrorCode {
    /// Bytes that do not follow the format's grammar.
    case malformed
    /// An algorithm or a feature of the format that Arca does not have.
    case unsupported
    /// An encrypted key for which no passphrase was given.
    case passphraseNeeded
    /// An encrypted key that the passphrase does not open; damage looks the same.
    case wrongPassphrase
    /// A key derivation that would take more memory or time than allowed.
    case costTooHigh
    /// Numbers of a key that contradict each other or cannot be used.
    case invalidKey
    /// Content that is not a key in any known form.
    case notAKey
    /// A key of another kind than what was asked for, or that the format has no place for.
    case wrongKind
    /// Options that cannot be combined with the format or with each other.
    case invalidOption
    /// A failure inside libcrypto that no input explains.
    case backendFailure

    /// The kind of failure that the code belongs to.
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

    /// The code for a failure of this kind in a module below.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .wrongKey: .wrongPassphrase
            case .unsupported: .unsupported
            case .tooCostly: .costTooHigh
            // A number or a length that an operation does not take comes from the key.
            case .wrongUse: .invalidKey
            case .inputOutput, .internalFailure: .backendFailure
            default: .malformed
            }
    }
}
