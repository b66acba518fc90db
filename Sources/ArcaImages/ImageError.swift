public import ArcaCore

/// Why an image or a salted string could not be read or made: what is wrong, where, and what would be right.
public typealias ImageError = CodedError<ImageErrorCode>

/// The failures that ``ImageError`` tells apart, stable names that callers can match.
public enum ImageErrorCode: String, ErrorCode {
    /// Bytes that are no image of a known kind.
    case unknownKind
    /// Data that end too early.
    case truncated
    /// Data that were changed after they were made, by accident or on purpose.
    case tampered
    /// A passphrase or key that does not open the string, or none where one is needed.
    case wrongSecret
    /// Text or bytes that do not follow their format's grammar.
    case malformed
    /// A feature of the format that Arca does not have.
    case unsupported
    /// A key derivation that would take more memory or time than allowed.
    case costTooHigh
    /// Options that do not fit the data or each other.
    case invalidOption
    /// A split string of which a part is not there.
    case missingPart
    /// A name that the folder does not hold.
    case notFound

    /// The kind of failure that the code belongs to.
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

    /// The code for a failure of this kind in a module below.
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
