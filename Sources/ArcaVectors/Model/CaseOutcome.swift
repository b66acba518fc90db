/// How a case ended.
public enum CaseOutcome: Sendable, Hashable {
    /// As the file requires.
    case passed
    /// Differently, or the case is malformed.
    case failed(Failure)
    /// The file leaves it open, and it was taken (`true`) or refused.
    case acceptable(taken: Bool)
    /// Not run, for this reason.
    case skipped(String)

    /// The outcome in a word or two, which is all that two programs are compared by.
    public var word: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .acceptable(taken: true): "taken"
        case .acceptable(taken: false): "refused"
        case .skipped: "skipped"
        }
    }

    /// What went wrong.
    public struct Failure: Sendable, Hashable {
        /// What is wrong, in lower case.
        public let reason: String
        /// What the file wants; empty if the case is malformed.
        public let expected: String
        /// What came out; empty if the case is malformed.
        public let got: String

        /// Makes a failure.
        ///
        /// - Parameters:
        ///   - reason: What is wrong, in lower case.
        ///   - expected: What the file wants.
        ///   - got: What came out.
        public init(_ reason: String, expected: String = "", got: String = "") {
            self.reason = reason
            self.expected = expected
            self.got = got
        }
    }
}

/// How many cases ended how.
public struct CaseTally: Sendable, Hashable {
    /// Cases with the right result.
    public private(set) var passed = 0
    /// Cases with a wrong result, and other faults of a file.
    public private(set) var failed = 0
    /// Cases that the file leaves open, and that were taken.
    public private(set) var acceptableTaken = 0
    /// Cases that the file leaves open, and that were refused.
    public private(set) var acceptableRefused = 0
    /// How many cases were skipped for each reason.
    public private(set) var skipReasons: [String: Int] = [:]

    /// Makes an empty tally.
    public init() {}

    /// Cases that the file leaves open.
    public var acceptable: Int { acceptableTaken + acceptableRefused }
    /// Cases that were not run.
    public var skipped: Int { skipReasons.values.reduce(0, +) }
    /// All of them.
    public var total: Int { passed + failed + acceptable + skipped }

    /// Counts an outcome.
    public mutating func count(_ outcome: CaseOutcome) {
        switch outcome {
        case .passed: passed += 1
        case .failed: failed += 1
        case .acceptable(taken: true): acceptableTaken += 1
        case .acceptable(taken: false): acceptableRefused += 1
        case .skipped(let reason): skipReasons[reason, default: 0] += 1
        }
    }

    /// Adds up two tallies.
    public static func += (left: inout CaseTally, right: CaseTally) {
        left.passed += right.passed
        left.failed += right.failed
        left.acceptableTaken += right.acceptableTaken
        left.acceptableRefused += right.acceptableRefused
        left.skipReasons.merge(right.skipReasons, uniquingKeysWith: +)
    }
}
