// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCompression
@_exported public import ArcaCore
@_exported public import ArcaCrypto
@_exported public import ArcaKeys
@_exported public import ArcaSystem

/// A failure to seal or open an encrypted file: the problem, its position, and the expected value.
public typealias ContainerError = CodedError<ContainerErrorCode>

/// The codes of ``ContainerError``; their names are stable and can be matched.
public enum ContainerErrorCode: String, ErrorCode {
    /// No key, passphrase or identity opens the file. Also used for damage if the format cannot tell the difference.
    case wrongKey
    /// The file was modified after it was created.
    case tampered
    /// The file is truncated.
    case truncated
    /// Input that violates the grammar of the format.
    case malformed
    /// A format feature that Arca does not support.
    case unsupported
    /// A key derivation that exceeds the memory or time limit.
    case costTooHigh
    /// Options that conflict with the format or with each other.
    case invalidOption

    /// The kind of failure.
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

    /// Creates the code for a failure of this kind in a lower-level module.
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
