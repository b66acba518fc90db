// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCore
@_exported public import ArcaSystem

/// The error for a vector file that cannot be read, or a case that cannot be understood.
public typealias VectorError = CodedError<VectorErrorCode>

/// The codes of ``VectorError``, stable names that callers can match.
public enum VectorErrorCode: String, ErrorCode {
    /// A file cannot be opened or decompressed.
    case unreadable
    /// A file is malformed.
    case malformed
    /// No format recognizes a file.
    case unclaimed
    /// The number of cases differs from the declared number.
    case miscounted
    /// There is nothing to run.
    case empty
    /// A required field is missing.
    case missingField
    /// A field has an invalid value.
    case invalidField
    /// A field, flag or note is unknown.
    case unknownField
    /// Nothing of a case was checked.
    case unchecked
    /// A case or file needs more work or memory than the limits allow.
    case tooCostly
    /// Another program violates the protocol.
    case otherProgram

    /// The general kind of the error.
    public var kind: ErrorKind {
        switch self {
        case .unreadable, .otherProgram: .inputOutput
        case .empty: .wrongUse
        case .tooCostly: .tooCostly
        default: .malformed
        }
    }

    /// Creates a code from the kind of an error in a lower-level module.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .inputOutput, .brokenPipe, .notFound: .unreadable
            case .tooCostly: .tooCostly
            default: .malformed
            }
    }
}

extension VectorError {
    /// Creates an error with a field or line; the reason is in lowercase, without a full stop.
    public init(_ code: Code, at name: String?, _ reason: String) {
        self.init(code, at: name.map(ErrorPlace.name), reason)
    }
}
