// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCodecs
@_exported public import ArcaCore

/// A failure to compress or decompress: the problem and its position.
public typealias CompressionError = CodedError<CompressionErrorCode>

/// The codes of ``CompressionError``; their names are stable and can be matched.
public enum CompressionErrorCode: String, ErrorCode {
    /// Compressed data is truncated.
    case truncated
    /// Compressed data is damaged or fails its checksum.
    case corrupt
    /// The data does not begin like its format and was never compressed with it.
    case notCompressed
    /// Trailing data follows the compressed data.
    case trailingData
    /// The decompressed data exceeds a limit.
    case limitExceeded
    /// Decompression needs more memory than allowed.
    case memoryLimitExceeded
    /// The required preset dictionary was not given.
    case missingDictionary
    /// The library for the format is not installed.
    case missingLibrary
    /// The data uses a feature of its format that is not supported.
    case unsupported
    /// An argument is out of range, such as level 12.
    case invalidArgument
    /// A failure of zlib, libbz2 or liblzma that the input does not explain, such as lack of memory.
    case backendFailure

    /// The kind of failure.
    public var kind: ErrorKind {
        switch self {
        case .truncated: .truncated
        case .corrupt: .tampered
        case .backendFailure: .internalFailure
        case .limitExceeded, .memoryLimitExceeded: .tooCostly
        case .missingDictionary, .missingLibrary, .unsupported: .unsupported
        case .invalidArgument: .wrongUse
        default: .malformed
        }
    }

    /// Creates the code for a failure of this kind in a lower-level module.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .truncated: .truncated
            case .tampered: .corrupt
            case .malformed: .notCompressed
            case .tooCostly: .limitExceeded
            case .unsupported: .unsupported
            case .wrongUse: .invalidArgument
            default: .backendFailure
            }
    }
}
