public import ArcaCore

/// Why a signature, a signing key or a list of signers could not be read, or a signature not be made.
public typealias SignatureError = CodedError<SignatureErrorCode>

/// The failures that ``SignatureError`` tells apart, stable names that callers can match.
public enum SignatureErrorCode: String, ErrorCode {
    /// Bytes that do not follow the format's grammar.
    case malformed
    /// A kind of signature or key that Arca does not verify or make.
    case unsupported
    /// A key whose halves do not belong together or that cannot be used.
    case invalidKey
    /// An encrypted secret key for which no passphrase was given.
    case passphraseNeeded
    /// A secret key that the passphrase does not open; damage looks the same.
    case wrongPassphrase
    /// A key derivation or a message that would take more memory or time than allowed.
    case costTooHigh
    /// Content that is not a key in any known form.
    case notAKey
    /// A key of another kind than what was asked for.
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
            case .wrongUse: .invalidOption
            case .inputOutput, .internalFailure: .backendFailure
            default: .malformed
            }
    }
}
