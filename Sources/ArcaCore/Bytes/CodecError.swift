/// Why text could not be decoded, or bytes not be encoded: what is wrong, where, and what would be right.
public typealias CodecError = CodedError<CodecErrorCode>

/// The failures that ``CodecError`` tells apart, stable names that callers can match.
public enum CodecErrorCode: String, ErrorCode {
    /// A character that is not in the alphabet.
    case invalidCharacter
    /// A number of characters that no input encodes to.
    case invalidLength
    /// Padding that should be there and is not.
    case missingPadding
    /// Padding that should not be there.
    case surplusPadding
    /// Padding of the wrong length or in the wrong place.
    case invalidPadding
    /// Unused bits of the last character that are not zero: not the canonical encoding.
    case trailingBits
    /// Something after the end of the encoded data.
    case trailingData
    /// A group of characters whose value is too large.
    case overflow
    /// A check symbol or checksum that does not fit the data.
    case checksumMismatch
    /// Text that does not follow the grammar.
    case invalidSyntax
    /// A line that is shorter than the lines around it; the column of the place is that behind its last character.
    case lineLength
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// Input that ends too early.
    case truncated
    /// Input that is deeper, longer or larger than a stated limit.
    case limitExceeded
    /// Data that the encoding has no form for.
    case unencodable
    /// An option that makes no sense, such as an alphabet with a repeated character.
    case invalidOption
    /// Something named that this program does not have, such as a charset.
    case unsupported

    /// The kind of failure that the code belongs to.
    public var kind: ErrorKind {
        switch self {
        case .truncated: .truncated
        case .limitExceeded: .tooCostly
        case .invalidOption: .wrongUse
        case .unsupported: .unsupported
        default: .malformed
        }
    }

    /// The code for a failure of this kind in a module below.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .truncated: .truncated
            case .unsupported: .unsupported
            case .tooCostly: .limitExceeded
            case .wrongUse: .invalidOption
            default: .invalidSyntax
            }
    }
}
