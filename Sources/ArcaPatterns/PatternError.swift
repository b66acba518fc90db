/// Why a pattern, or what is stored of one, was refused: what is wrong and where.
public struct PatternError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure, stable names that callers can match.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case invalidGrid, invalidNotation, tooShort, outsideGrid, repeatedDot, unknownRules, invalidFormat
            case costTooHigh, pepperMissing, pepperUnexpected, locked, tooLarge, wrongState
        }
        private let kind: Kind

        /// A grid of another size than 2×2 to 6×6.
        public static let invalidGrid = Code(kind: .invalidGrid)
        /// Text in none of the notations.
        public static let invalidNotation = Code(kind: .invalidNotation)
        /// Fewer dots than the rules ask for.
        public static let tooShort = Code(kind: .tooShort)
        /// A dot that the grid does not have.
        public static let outsideGrid = Code(kind: .outsideGrid)
        /// A dot that is touched twice.
        public static let repeatedDot = Code(kind: .repeatedDot)
        /// A name that no rule set has.
        public static let unknownRules = Code(kind: .unknownRules)
        /// A stored hash or lockout that does not follow its form.
        public static let invalidFormat = Code(kind: .invalidFormat)
        /// A stored hash whose check would take more time or memory than allowed.
        public static let costTooHigh = Code(kind: .costTooHigh)
        /// A hash that was made with a pepper, which is not at hand, or with another one.
        public static let pepperMissing = Code(kind: .pepperMissing)
        /// A pepper for a hash that was made without: taking it would let an attacker put such a hash in its place.
        public static let pepperUnexpected = Code(kind: .pepperUnexpected)
        /// Too many wrong tries: the wait is not over.
        public static let locked = Code(kind: .locked)
        /// A grid with too many patterns to look at all of them, or more dots or a higher rank than patterns have.
        public static let tooLarge = Code(kind: .tooLarge)
        /// A step that does not come next.
        public static let wrongState = Code(kind: .wrongState)

        /// The code's name, as in the constants above.
        public var description: String { kind.rawValue }
    }

    /// What kind of failure it is.
    public let code: Code
    /// Byte offset in a text, or number of the dot in a pattern, from 0, for failures that have a place.
    public let offset: Int?
    /// What is wrong, in lower case, without a full stop.
    public let reason: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - offset: Its place, if it has one.
    ///   - reason: What is wrong, lower case, no full stop.
    public init(_ code: Code, at offset: Int? = nil, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }
}

extension PatternError: Hashable {
    /// Whether code and place agree; the wording does not count.
    public static func == (left: PatternError, right: PatternError) -> Bool {
        left.code == right.code && left.offset == right.offset
    }

    /// Hashes code and place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(offset)
    }
}
