/// How many cases ended how.
public struct Tally: Sendable, Hashable {
    /// Cases that came out as they must.
    public private(set) var passed = 0
    /// Cases that did not, and whatever else is wrong with a file.
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
    public mutating func count(_ outcome: Outcome) {
        switch outcome {
        case .passed: passed += 1
        case .failed: failed += 1
        case .acceptable(taken: true): acceptableTaken += 1
        case .acceptable(taken: false): acceptableRefused += 1
        case .skipped(let reason): skipReasons[reason, default: 0] += 1
        }
    }

    /// Adds up two tallies.
    public static func += (left: inout Tally, right: Tally) {
        left.passed += right.passed
        left.failed += right.failed
        left.acceptableTaken += right.acceptableTaken
        left.acceptableRefused += right.acceptableRefused
        left.skipReasons.merge(right.skipReasons, uniquingKeysWith: +)
    }
}
