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
    /// The first failed case, in file order, or nil.
    public private(set) var firstFailure: Failure?

    /// Number of cases with a required or allowed outcome.
    public var passed: Int { tally.passed + tally.acceptable }
    /// Number of cases with another outcome.
    public var failed: Int { tally.failed }
    /// Number of cases the program reports as unsupported.
    public var notOffered: Int { tally.skipped }

    mutating func count(_ outcome: CaseOutcome, of vector: VectorCase, in path: String) {
        tally.count(outcome)
        guard firstFailure == nil, case .failed(let failure) = outcome else { return }
        firstFailure = Failure(vector, in: path, failure)
    }

    static func += (left: inout ComparisonCell, right: ComparisonCell) {
        left.tally += right.tally
        left.firstFailure = left.firstFailure ?? right.firstFailure
    }
}

struct FileComparison: Sendable {
    var cells: [String: [ComparisonCell]] = [:]
    /// Cases of unsupported kinds, which no program was asked.
    var notAsked = CaseTally()
    /// Malformed cases, which no program could be asked.
    var malformed: [ComparisonCell.Failure] = []
}
