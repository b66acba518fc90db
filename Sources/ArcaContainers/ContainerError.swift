public import ArcaCore

/// Why an encrypted file could not be made or opened: what was wrong, where, and what would be right.
public typealias ContainerError = CodedError<ContainerErrorCode>

/// The failures that ``ContainerError`` tells apart, stable names that callers can match.
public enum ContainerErrorCode: String, ErrorCode {
    /// No key, passphrase or identity opens the file; formats that cannot tell a wrong key from damage say this.
    case wrongKey
    /// The file was changed after it was made.
    case tampered
    /// The file ends too early.
    case truncated
    /// Bytes that do not follow the format's grammar.
    case malformed
    /// A feature of the format that Arca does not have.
    case unsupported
    /// A key derivation that would take more memory or time than allowed.
    case costTooHigh
    /// Options that do not fit the format or each other.
    case invalidOption

    /// The kind of failure that the code belongs to.
    public var kind: ErrorKind {
        switch self {
        case .wrongKey: .wrongKey
        case .tampered: .tampered
        case .truncated: .truncated
        case .invalidOption: .wrongUse
        case .unsupported: .unsupported
        case .costTooHigh: .tooCostly
        default: .malformed
        }
    }

    /// The code for a failure of this kind in a module below.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .wrongKey: .wrongKey
            case .tampered: .tampered
            case .truncated: .truncated
            case .unsupported: .unsupported
            case .tooCostly: .costTooHigh
            case .wrongUse: .invalidOption
            default: .malformed
            }
    }
}
