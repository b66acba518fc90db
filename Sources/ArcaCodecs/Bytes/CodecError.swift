/// Why text could not be decoded, or bytes not be encoded: what is wrong, where, and what would be right.
public struct CodecError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure, stable names that callers can match.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case invalidCharacter, invalidLength, missingPadding, surplusPadding, invalidPadding, trailingBits
            case trailingData, overflow, checksumMismatch, invalidSyntax, invalidUTF8, truncated, limitExceeded
            case unencodable, invalidOption, unsupported
        }
        private let kind: Kind

        /// A character that is not in the alphabet.
        public static let invalidCharacter = Code(kind: .invalidCharacter)
        /// A number of characters that no input encodes to.
        public static let invalidLength = Code(kind: .invalidLength)
        /// Padding that should be there and is not.
        public static let missingPadding = Code(kind: .missingPadding)
        /// Padding that should not be there.
        public static let surplusPadding = Code(kind: .surplusPadding)
        /// Padding of the wrong length or in the wrong place.
        public static let invalidPadding = Code(kind: .invalidPadding)
        /// Unused bits of the last character that are not zero: not the canonical encoding.
        public static let trailingBits = Code(kind: .trailingBits)
        /// Something after the end of the encoded data.
        public static let trailingData = Code(kind: .trailingData)
        /// A group of characters whose value is too large.
        public static let overflow = Code(kind: .overflow)
        /// A check symbol or checksum that does not fit the data.
        public static let checksumMismatch = Code(kind: .checksumMismatch)
        /// Text that does not follow the grammar.
        public static let invalidSyntax = Code(kind: .invalidSyntax)
        /// Bytes that are not UTF-8.
        public static let invalidUTF8 = Code(kind: .invalidUTF8)
        /// Input that ends too early.
        public static let truncated = Code(kind: .truncated)
        /// Input that is deeper, longer or larger than a stated limit.
        public static let limitExceeded = Code(kind: .limitExceeded)
        /// Data that the encoding has no form for.
        public static let unencodable = Code(kind: .unencodable)
        /// An option that makes no sense, such as an alphabet with a repeated character.
        public static let invalidOption = Code(kind: .invalidOption)
        /// Something named that this program does not have, such as a charset.
        public static let unsupported = Code(kind: .unsupported)

        /// The code's name, as in the constants above.
        public var description: String { kind.rawValue }
    }

    /// What kind of failure it is.
    public let code: Code
    /// Where in the input; nil when the failure has no place (an option).
    public let position: TextPosition?
    /// What is wrong, in lower case, without a full stop.
    public let reason: String
    /// What would be right, when that is known: `canonical is aGk=`.
    public let suggestion: String?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - position: Where in the input.
    ///   - reason: What is wrong, lower case, no full stop.
    ///   - suggestion: What would be right.
    public init(_ code: Code, at position: TextPosition? = nil, _ reason: String, suggestion: String? = nil) {
        self.code = code
        self.position = position
        self.reason = reason
        self.suggestion = suggestion
    }

    /// Reason, place and suggestion in one line.
    public var description: String {
        var text = reason
        if let position {
            text += " at offset \(position.offset) (line \(position.line), column \(position.column))"
        }
        if let suggestion { text += "; \(suggestion)" }
        return text
    }
}

extension CodecError: Equatable {
    /// Whether code and position agree; the wording does not count.
    public static func == (left: CodecError, right: CodecError) -> Bool {
        left.code == right.code && left.position == right.position
    }
}
