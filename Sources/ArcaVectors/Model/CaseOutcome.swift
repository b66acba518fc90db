/// The outcome of a case.
public enum CaseOutcome: Sendable, Hashable {
    /// The result is as required by the file.
    case passed
    /// The result differs, or the case is malformed.
    case failed(Failure)
    /// As `failed`, but listed in the baseline of the run.
    case known(Failure)
    /// The file allows both results, and the input was accepted (`true`) or rejected.
    case acceptable(taken: Bool)
    /// The case was not run, for this reason.
    case skipped(String)

    /// The outcome in one or two words; comparisons between programs use only these.
    public var word: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .known: "known"
        case .acceptable(taken: true): "taken"
        case .acceptable(taken: false): "refused"
        case .skipped: "skipped"
        }
    }

    /// The details of a failed case.
    public struct Failure: Sendable, Hashable {
        /// The problem, in lowercase.
        public let reason: String
        /// The expected result; empty if the case is malformed.
        public let expected: String
        /// The actual result; empty if the case is malformed.
        public let got: String

        /// Creates a failure.
        public init(_ reason: String, expected: String = "", got: String = "") {
            self.reason = reason
            self.expected = expected
            self.got = got
        }
    }
}

/// The number of cases by outcome.
public struct CaseTally: Sendable, Hashable {
    /// Number of cases with the correct result.
    public private(set) var passed = 0
    /// Number of cases with a wrong result, and other problems with the file.
    public private(set) var failed = 0
    /// Number of failures that are listed in the baseline.
    public private(set) var known = 0
    /// Number of cases where both results are allowed and the input was accepted.
    public private(set) var acceptableTaken = 0
    /// Number of cases where both results are allowed and the input was rejected.
    public private(set) var acceptableRefused = 0
    /// Number of skipped cases, by reason.
    public private(set) var skipReasons: [String: Int] = [:]

    /// Creates an empty tally.
    public init() {}

    /// Number of cases where both results are allowed.
    public var acceptable: Int { acceptableTaken + acceptableRefused }
    /// Number of cases that were not run.
    public var skipped: Int { skipReasons.values.reduce(0, +) }
    /// Number of all cases.
    public var total: Int { passed + failed + known + acceptable + skipped }

    /// Counts an outcome.
    public mutating func count(_ outcome: CaseOutcome) {
        switch outcome {
        case .passed: passed += 1
        case .failed: failed += 1
        case .known: known += 1
        case .acceptable(taken: true): acceptableTaken += 1
        case .acceptable(taken: false): acceptableRefused += 1
        case .skipped(let reason): skipReasons[reason, default: 0] += 1
        }
    }

    /// Adds another tally.
    public static func += (left: inout CaseTally, right: CaseTally) {
        left.passed += right.passed
        left.failed += right.failed
        left.known += right.known
        left.acceptableTaken += right.acceptableTaken
        left.acceptableRefused += right.acceptableRefused
        left.skipReasons.merge(right.skipReasons, uniquingKeysWith: +)
    }
}
