/// Why an image or a salted string could not be read or made: what is wrong, where, and what would be right.
public struct ImageError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure, stable names that callers can match.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case unknownKind, truncated, tampered, wrongSecret, malformed, unsupported, costTooHigh, invalidOption
            case missingPart, notFound
        }
        private let kind: Kind

        /// Bytes that are no image of a known kind.
        public static let unknownKind = Code(kind: .unknownKind)
        /// Data that end too early.
        public static let truncated = Code(kind: .truncated)
        /// Data that were changed after they were made, by accident or on purpose.
        public static let tampered = Code(kind: .tampered)
        /// A passphrase or key that does not open the string, or none where one is needed.
        public static let wrongSecret = Code(kind: .wrongSecret)
        /// Text or bytes that do not follow their format's grammar.
        public static let malformed = Code(kind: .malformed)
        /// A feature of the format that Arca does not have.
        public static let unsupported = Code(kind: .unsupported)
        /// A key derivation that would take more memory or time than allowed.
        public static let costTooHigh = Code(kind: .costTooHigh)
        /// Options that do not fit the data or each other.
        public static let invalidOption = Code(kind: .invalidOption)
        /// A split string of which a part is not there.
        public static let missingPart = Code(kind: .missingPart)
        /// A name that the folder does not hold.
        public static let notFound = Code(kind: .notFound)

        /// The code's name, as in the constants above.
        public var description: String { kind.rawValue }
    }

    /// What kind of failure it is.
    public let code: Code
    /// Byte offset in the data, for failures that have a place there.
    public let offset: Int?
    /// What is wrong, in lower case, without a full stop.
    public let reason: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - offset: Byte offset in the data, if it has a place there.
    ///   - reason: What is wrong and what would be right, lower case, no full stop.
    public init(_ code: Code, at offset: Int? = nil, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }

    /// The reason, with the offset where there is one.
    public var description: String { offset.map { "\(reason) at offset \($0)" } ?? reason }
}

extension ImageError: Equatable {
    /// Whether code and offset agree; the wording does not count.
    public static func == (left: ImageError, right: ImageError) -> Bool {
        left.code == right.code && left.offset == right.offset
    }
}
