// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCore
@_exported public import ArcaCrypto

/// An error in reading or using a generator of one-time passwords; the reason never contains a secret.
public typealias OTPError = CodedError<OTPErrorCode>

/// The codes of ``OTPError``, with stable names that callers can match.
public enum OTPErrorCode: String, ErrorCode {
    /// Text that violates its format.
    case malformed
    /// A feature that Arca does not support, such as another hash function.
    case unsupported
    /// A value or call that does not fit the generator.
    case invalidArgument
    /// A failure in libcrypto not caused by the input.
    case backendFailure

    /// The category of the error code.
    public var kind: ErrorKind {
        switch self {
        case .malformed: .malformed
        case .unsupported: .unsupported
        case .invalidArgument: .wrongUse
        case .backendFailure: .internalFailure
        }
    }

    /// Creates the code for an error of this category from an underlying module.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .malformed, .truncated: .malformed
            case .unsupported: .unsupported
            case .wrongUse: .invalidArgument
            default: .backendFailure
            }
    }
}
