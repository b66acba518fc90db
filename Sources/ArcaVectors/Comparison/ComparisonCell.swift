/// The results of one program for the cases of a family.
public struct ComparisonCell: Sendable {
    /// A failed case and its location.
    public struct Failure: Sendable, Equatable {
        /// The name of the file.
        public let path: String
        /// The ID of the case in the file, or empty for the file itself.
        public let id: String
        /// The description of the case in the file; may be empty.
        public let comment: String
        /// The failure.
        public let failure: CaseOutcome.Failure

        init(_ vector: VectorCase, in path: String, _ failure: CaseOutcome.Failure) {
            self.init(path: path, id: vector.id, comment: vector.comment, failure: failure)
        }

        init(path: String, id: String = "", comment: String = "", failure: CaseOutcome.Failure) {
            (self.path, self.id, self.comment, self.failure) = (path, id, comment, failure)
        }
    }

    /// The number of cases by outcome; unsupported cases count as skipped.
    public private(set) var tally = CaseTally()
    /// The failed cases, in file order; the values of all but the first are truncated.
    public private(set) var failures: [Failure] = []
    /// The failed cases that are listed in the baseline.
    public private(set) var knownFailures: [Failure] = []

    /// The first failed case, in file order, or nil.
    public var firstFailure: Failure? { failures.first }

    /// Number of cases with a required or allowed outcome.
    public var passed: Int { tally.passed + tally.acceptable }
    /// Number of cases with another outcome, except known failures.
    public var failed: Int { tally.failed }
    /// Number of failures that are listed in the baseline.
    public var known: Int { tally.known }
    /// Number of cases the program reports as unsupported.
    public var notOffered: Int { tally.skipped }

    mutating func count(_ outcome: CaseOutcome, of vector: VectorCase, in path: String) {
        tally.count(outcome)
        switch outcome {
        case .failed(let failure):
            failures.append(Failure(vector, in: path, failures.isEmpty ? failure : failure.cut))
        case .known(let failure): knownFailures.append(Failure(vector, in: path, failure.cut))
        case .passed, .acceptable, .skipped: break
        }
    }

    static func += (left: inout ComparisonCell, right: ComparisonCell) {
        left.tally += right.tally
        left.failures += right.failures
        left.knownFailures += right.knownFailures
    }
}

struct FileComparison: Sendable {
    var cells: [String: [ComparisonCell]] = [:]
    /// Cases of unsupported kinds, which no program was asked.
    var notAsked = CaseTally()
    /// Malformed cases, which no program could be asked.
    var malformed: [ComparisonCell.Failure] = []
    var knownMalformed: [ComparisonCell.Failure] = []
}

extension CaseOutcome.Failure {
    /// The failure with short values, because there may be tens of thousands.
    fileprivate var cut: Self {
        func short(_ text: String) -> String { text.utf8.count > 256 ? "\(text.prefix(256))…" : text }
        return Self(reason, expected: short(expected), got: short(got))
    }
}
