/// What came of a family's cases for one program.
public struct ComparisonCell: Sendable {
    /// A case that failed, and where it is.
    public struct Failure: Sendable, Equatable {
        /// The file's name.
        public let path: String
        /// What the file calls the case; empty for the file itself.
        public let id: String
        /// What the file says the case is about; may be empty.
        public let comment: String
        /// What went wrong.
        public let failure: CaseOutcome.Failure

        init(_ vector: VectorCase, in path: String, _ failure: CaseOutcome.Failure) {
            self.init(path: path, id: vector.id, comment: vector.comment, failure: failure)
        }

        init(path: String, id: String = "", comment: String = "", failure: CaseOutcome.Failure) {
            (self.path, self.id, self.comment, self.failure) = (path, id, comment, failure)
        }
    }

    /// How the cases ended; what the program does not offer counts as skipped.
    public private(set) var tally = CaseTally()
    /// The first case that failed, in the order of the files; nil when none did.
    public private(set) var firstFailure: Failure?

    /// Cases that ended as the file requires or allows.
    public var passed: Int { tally.passed + tally.acceptable }
    /// Cases that ended otherwise.
    public var failed: Int { tally.failed }
    /// Cases that the program says it cannot do.
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

/// The cells of one file.
struct FileComparison: Sendable {
    /// By family, one for each program.
    var cells: [String: [ComparisonCell]] = [:]
    /// Cases of kinds that Arca does not read, which no program was asked.
    var notAsked = CaseTally()
    /// Cases that no program could be asked, because they are malformed.
    var malformed: [ComparisonCell.Failure] = []
}
