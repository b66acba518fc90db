// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCore
@_exported public import ArcaCrypto
@_exported public import ArcaSystem

/// The error of reading or creating an image or salted string: the problem, its location, and the expected value.
public typealias ImageError = CodedError<ImageErrorCode>

/// The codes of ``ImageError``, stable names that callers can match.
public enum ImageErrorCode: String, ErrorCode {
    /// The bytes are not an image of a known format.
    case unknownKind
    /// The data ends too early.
    case truncated
    /// The data was modified, by accident or on purpose.
    case tampered
    /// The passphrase or key is wrong or missing.
    case wrongSecret
    /// The text or bytes violate the format.
    case malformed
    /// A feature of the format that Arca does not support.
    case unsupported
    /// The key derivation exceeds the memory or time limit.
    case costTooHigh
    /// The options do not match the data or cannot be combined.
    case invalidOption
    /// A part of a split string is missing.
    case missingPart
    /// The folder contains no image with that name.
    case notFound

    /// The general kind of the error.
    public var kind: ErrorKind {
        switch self {
        case .wrongSecret: .wrongKey
        case .tampered: .tampered
        case .truncated, .missingPart: .truncated
        case .invalidOption: .wrongUse
        case .notFound: .notFound
        case .unsupported: .unsupported
        case .costTooHigh: .tooCostly
        default: .malformed
        }
    }

    /// Creates a code from the kind of an error in a lower-level module.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .wrongKey: .wrongSecret
            case .tampered: .tampered
            case .truncated: .truncated
            case .unsupported: .unsupported
            case .tooCostly: .costTooHigh
            case .wrongUse: .invalidOption
            case .notFound: .notFound
            default: .malformed
            }
    }
}
