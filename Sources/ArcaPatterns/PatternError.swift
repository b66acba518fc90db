public import ArcaCodecs

/// Why a pattern, or what is stored of one, was refused: what is wrong and where.
public typealias PatternError = CodedError<PatternErrorCode>

/// The failures that ``PatternError`` tells apart, stable names that callers can match.
public enum PatternErrorCode: String, ErrorCode {
    /// A grid of another size than 2×2 to 6×6.
    case invalidGrid
    /// Text in none of the notations.
    case invalidNotation
    /// Fewer dots than the rules ask for.
    case tooShort
    /// A dot that the grid does not have.
    case outsideGrid
    /// A dot that is touched twice.
    case repeatedDot
    /// A name that no rule set has.
    case unknownRules
    /// A stored hash or lockout that does not follow its form.
    case invalidFormat
    /// A stored hash whose check would take more time or memory than allowed.
    case costTooHigh
    /// A hash that was made with a pepper, which is not at hand, or with another one.
    case pepperMissing
    /// A pepper for a hash that was made without: taking it would let an attacker put such a hash in its place.
    case pepperUnexpected
    /// Too many wrong tries: the wait is not over.
    case locked
    /// A grid with too many patterns to look at all of them, or more dots or a higher rank than patterns have.
    case tooLarge
    /// A step that does not come next.
    case wrongState
    /// An option out of its range.
    case invalidOption

    /// The kind of failure that the code belongs to.
    public var kind: ErrorKind {
        switch self {
        case .pepperMissing, .pepperUnexpected: .wrongKey
        case .locked: .refused
        case .invalidGrid, .unknownRules, .tooLarge, .wrongState, .invalidOption: .wrongUse
        case .costTooHigh: .tooCostly
        default: .malformed
        }
    }

    /// The code for a failure of this kind in a module below.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .wrongKey: .pepperMissing
            case .tooCostly: .costTooHigh
            case .refused: .locked
            case .wrongUse: .wrongState
            default: .invalidFormat
            }
    }
}

extension PatternError {
    /// Makes an error with a place: a byte offset in a text, or the number of a dot in a pattern, from 0.
    ///
    /// - Parameters:
    ///   - code: Which failure it is.
    ///   - index: Its place, if it has one.
    ///   - reason: What is wrong, lower case, no full stop.
    public init(_ code: Code, at index: Int?, _ reason: String) {
        self.init(code, at: index.map(ErrorPlace.index), reason)
    }
}
