/// An error in encoding or decoding, with its position, reason and hint.
public typealias CodecError = CodedError<CodecErrorCode>

/// The codes of ``CodecError``, with stable names that callers can match.
public enum CodecErrorCode: String, ErrorCode {
    /// A character that is not in the alphabet.
    case invalidCharacter
    /// A length that no encoded text has.
    case invalidLength
    /// Missing padding.
    case missingPadding
    /// Unexpected padding.
    case surplusPadding
    /// Padding of the wrong length or in the wrong position.
    case invalidPadding
    /// Unused bits of the last character that are not zero, so the text is not canonical.
    case trailingBits
    /// Data after the end of the encoded data.
    case trailingData
    /// A group of characters with a value that is too large.
    case overflow
    /// A check symbol or checksum that does not match the data.
    case checksumMismatch
    /// Text that violates the grammar.
    case invalidSyntax
    /// A line shorter than those around it; the error's column is the one after its last character.
    case lineLength
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// Input that ends too early.
    case truncated
    /// Input that exceeds a limit on depth, length or size.
    case limitExceeded
    /// Data that the encoding cannot represent.
    case unencodable
    /// An invalid option, such as an alphabet with a repeated character.
    case invalidOption
    /// A name of something that is not supported, such as a charset.
    case unsupported

    /// The meaning of the code in words that show nothing of the input, for errors about secret text.
    package var words: String {
        switch self {
        case .invalidCharacter: "a character outside of the alphabet"
        case .invalidLength: "a length that no encoded text has"
        case .missingPadding: "the padding is missing"
        case .surplusPadding: "it is padded"
        case .invalidPadding: "the padding is misplaced"
        case .trailingBits: "unused bits at the end are not zero"
        case .trailingData: "extra data at the end"
        default: "it is malformed"
        }
    }

    /// The category of the error code.
    public var kind: ErrorKind {
        switch self {
        case .truncated: .truncated
        case .limitExceeded: .tooCostly
        case .invalidOption: .wrongUse
        case .unsupported: .unsupported
        default: .malformed
        }
    }

    /// Creates the code for an error of this category from an underlying module.
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

/// A position in the input: offset, line and column, in bytes.
public struct TextPosition: Sendable, Hashable {
    /// The number of preceding bytes.
    public let offset: Int
    /// The line, from 1; lines end with LF.
    public let line: Int
    /// The byte position in the line, from 1.
    public let column: Int

    /// Creates a position from its offset, line and column.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Creates a position from an offset, and computes its line and column.
    ///
    /// - Parameters:
    ///   - offset: Number of preceding bytes; lines are counted only within the input.
    ///   - bytes: The whole input.
    public init(offset: Int, in bytes: borrowing some Bytes) {
        self = bytes.withBytes { span in
            var line = 1
            var start = 0
            for index in 0..<max(0, min(offset, span.count)) where span[index] == 0x0a {
                line += 1
                start = index + 1
            }
            return TextPosition(offset: offset, line: line, column: offset - start &+ 1)
        }
    }
}

/// The hints of ``CodecError`` that a caller can turn into one of its own options.
package enum CodecHint: String, Sendable, CaseIterable {
    case whitespace = "allow whitespace to have it skipped"
    case lineEnds = "allow white space, so that line ends are skipped"
    case otherCase = "allow letters of the other case"
    case bothCasesAfterLower = "allow letters of both cases, as the digits before it are lower-case"
    case bothCasesAfterUpper = "allow letters of both cases, as the digits before it are upper-case"
    case otherQuotes = "allow other quotes than \""
    case noQuotes = "allow text without quotes"
    case otherSeparators = "allow other separators"
    case otherSigns = "allow other signs and separators"
    case otherLengths = "allow numbers of other lengths"
    case headers = "allow headers to read older files"
    case mapping = "allow mapping"
    case noChecksum = "allow text without crc32"
    case noPartChecksum = "allow text without pcrc32"
    case delimiters = "the text seems to stand between <~ and ~>"
    case limit = "raise the limit"
    case byteOrderMark = "allow a byte order mark"
    case concatenation = "allow several padded texts in a row"
    case unknownReferences = "allow unknown references as text"
    case unknownXMLReferences = "allow the names of HTML and bare ampersands"
    case surroundingText = "allow text around the file"

    /// Whether lenient decoding accepts the input.
    package var isForLenience: Bool { self != .delimiters && self != .limit }
}

extension CodecError {
    /// Creates an error with a known hint.
    package init(_ code: CodecErrorCode, at position: TextPosition? = nil, _ reason: String, hint: CodecHint) {
        self.init(code, at: position, reason, hint: hint.rawValue)
    }

    /// The hint, if it is a known one.
    package var knownHint: CodecHint? { hint.flatMap(CodecHint.init) }
}
