public import ArcaCore

/// Why data could not be compressed or inflated: what is wrong and where.
public typealias CompressionError = CodedError<CompressionErrorCode>

/// The failures that ``CompressionError`` tells apart, stable names that callers can match.
public enum CompressionErrorCode: String, ErrorCode {
    /// Compressed data that ends too early.
    case truncated
    /// Compressed data that is damaged or fails its checksum.
    case corrupt
    /// Data that does not begin as its format must, and never was compressed with it.
    case notCompressed
    /// Something after the end of the compressed data.
    case trailingData
    /// Inflated data that is larger than a stated limit.
    case limitExceeded
    /// Data that was compressed with a preset dictionary, which is not at hand.
    case missingDictionary
    /// An argument that makes no sense, such as a level of 12.
    case invalidArgument
    /// A failure inside zlib that no input explains, such as lack of memory.
    case backendFailure

    /// The kind of failure that the code belongs to.
    public var kind: ErrorKind {
        switch self {
        case .truncated: .truncated
        case .corrupt: .tampered
        case .backendFailure: .internalFailure
        case .limitExceeded: .tooCostly
        case .missingDictionary: .unsupported
        case .invalidArgument: .wrongUse
        default: .malformed
        }
    }

    /// The code for a failure of this kind in a module below.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .truncated: .truncated
            case .tampered: .corrupt
            case .malformed: .notCompressed
            case .tooCostly: .limitExceeded
            case .unsupported: .missingDictionary
            case .wrongUse: .invalidArgument
            default: .backendFailure
            }
    }
}
