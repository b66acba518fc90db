/// Why a test-vector file cannot be read, or a case of it not be understood.
public struct VectorError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure, stable names that callers can match.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case unreadable, malformed, unclaimed, miscounted, empty, missingField, invalidField, unknownField
            case unknownKind, unchecked, otherProgram
        }
        private let kind: Kind

        /// A file that cannot be opened, or not be inflated.
        public static let unreadable = Code(kind: .unreadable)
        /// A file that its format's reader does not understand.
        public static let malformed = Code(kind: .malformed)
        /// A file that no format claims.
        public static let unclaimed = Code(kind: .unclaimed)
        /// A number of cases other than the file declares.
        public static let miscounted = Code(kind: .miscounted)
        /// Nothing to run.
        public static let empty = Code(kind: .empty)
        /// A field that a case should have.
        public static let missingField = Code(kind: .missingField)
        /// A field that has another form than it should.
        public static let invalidField = Code(kind: .invalidField)
        /// A field, a flag or a note that nobody understands.
        public static let unknownField = Code(kind: .unknownField)
        /// A kind of case that no family takes, and that is not known to be missing.
        public static let unknownKind = Code(kind: .unknownKind)
        /// A case of which nothing was checked.
        public static let unchecked = Code(kind: .unchecked)
        /// Another program that does not keep to the protocol.
        public static let otherProgram = Code(kind: .otherProgram)

        /// The code's name, as in the constants above.
        public var description: String { kind.rawValue }
    }

    /// What kind of failure it is.
    public let code: Code
    /// Where: a field's name or a line; nil for the whole file.
    public let place: String?
    /// What is wrong, in lower case, without a full stop.
    public let reason: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - place: A field's name or a line.
    ///   - reason: What is wrong, lower case, no full stop.
    public init(_ code: Code, at place: String? = nil, _ reason: String) {
        self.code = code
        self.place = place
        self.reason = reason
    }

    /// The reason alone, which names the place.
    public var description: String { reason }
}

extension VectorError: Equatable {
    /// Whether code and place agree; the wording does not count.
    public static func == (left: VectorError, right: VectorError) -> Bool {
        left.code == right.code && left.place == right.place
    }
}
