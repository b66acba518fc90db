/// Why an encrypted file could not be made or opened: what was wrong, where, and what would be right.
public struct ContainerError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure, stable names that callers can match.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case wrongKey, tampered, truncated, malformed, unsupported, costTooHigh, invalidOption
        }
        private let kind: Kind

        /// No key, passphrase or identity opens the file; formats that cannot tell a wrong key from damage say this.
        public static let wrongKey = Code(kind: .wrongKey)
        /// The file was changed after it was made.
        public static let tampered = Code(kind: .tampered)
        /// The file ends too early.
        public static let truncated = Code(kind: .truncated)
        /// Bytes that do not follow the format's grammar.
        public static let malformed = Code(kind: .malformed)
        /// A feature of the format that Arca does not have.
        public static let unsupported = Code(kind: .unsupported)
        /// A key derivation that would take more memory or time than allowed.
        public static let costTooHigh = Code(kind: .costTooHigh)
        /// Options that do not fit the format or each other.
        public static let invalidOption = Code(kind: .invalidOption)

        /// The code's name, as in the constants above.
        public var description: String { kind.rawValue }
    }

    /// What kind of failure it is.
    public let code: Code
    /// Byte offset in the encrypted file, for failures that have a place in it.
    public let offset: Int?
    /// What was wrong, in lower case, without a full stop.
    public let reason: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - offset: Byte offset in the encrypted file, if it has a place there.
    ///   - reason: What was wrong and what would be right, lower case, no full stop.
    public init(_ code: Code, at offset: Int? = nil, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }

    /// The reason, with the offset where there is one.
    public var description: String { offset.map { "\(reason) at offset \($0)" } ?? reason }
}

extension ContainerError: Equatable {
    /// Whether code and offset agree; the wording does not count.
    public static func == (left: ContainerError, right: ContainerError) -> Bool {
        left.code == right.code && left.offset == right.offset
    }
}
