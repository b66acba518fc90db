public import ArcaCore

/// The error for an invalid pattern or invalid stored data: the problem and its location.
public typealias PatternError = CodedError<PatternErrorCode>

/// The codes of ``PatternError``, stable names that callers can match.
public enum PatternErrorCode: String, ErrorCode {
    /// The grid is not 2×2 to 6×6.
    case invalidGrid
    /// The text does not match the notation.
    case invalidNotation
    /// The pattern has fewer dots than the rules require.
    case tooShort
    /// The dot is not on the grid.
    case outsideGrid
    /// The dot is touched twice.
    case repeatedDot
    /// The rules have an unknown name.
    case unknownRules
    /// The stored hash or lockout is malformed.
    case invalidFormat
    /// Checking the stored hash exceeds the time or memory limit.
    case costTooHigh
    /// The hash needs a pepper, and it is missing or wrong.
    case pepperMissing
    /// The hash was made without a pepper, but one was given; accepting it would let an attacker substitute such a
    /// hash.
    case pepperUnexpected
    /// Too many failed attempts; the delay has not elapsed.
    case locked
    /// The grid has too many patterns to enumerate, or a dot count or rank is out of range.
    case tooLarge
    /// The step is not expected now.
    case wrongState
    /// An option out of range.
    case invalidOption

    /// The general kind of the error.
    public var kind: ErrorKind {
        switch self {
        case .pepperMissing, .pepperUnexpected: .wrongKey
        case .locked: .locked
        case .invalidGrid, .unknownRules, .tooLarge, .wrongState, .invalidOption: .wrongUse
        case .costTooHigh: .tooCostly
        default: .malformed
        }
    }

    /// Creates a code from the kind of an error in a lower-level module.
    public init(kind: ErrorKind) {
        self =
            switch kind {
            case .wrongKey: .pepperMissing
            case .tooCostly: .costTooHigh
            case .locked: .locked
            case .wrongUse: .wrongState
            default: .invalidFormat
            }
    }
}

extension PatternError {
    /// Creates an error with a location: a byte offset in text, or the index of a dot in a pattern, from 0.
    public init(_ code: Code, at index: Int?, _ reason: String) {
        self.init(code, at: index.map(ErrorPlace.index), reason)
    }
}
