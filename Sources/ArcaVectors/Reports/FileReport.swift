/// What came of one file.
public struct FileReport: Sendable {
    /// A case that failed, or a fault of the file itself.
    public struct Failure: Sendable {
        /// What the file calls the case; nil for a fault of the file.
        public let id: String?
        /// What the file says the case is about.
        public let comment: String
        /// What went wrong.
        public let failure: Outcome.Failure
        /// Every field of the case, group parameters and labels among them.
        public let fields: [VectorField]
    }

    /// A case that ended otherwise for the program than for the reference.
    public struct Difference: Sendable {
        /// What the file calls the case.
        public let id: String
        /// What the file says the case is about.
        public let comment: String
        /// How it ended for the program that was checked.
        public let outcome: Outcome
        /// How it ended for the reference.
        public let referenceOutcome: Outcome
    }

    /// The file's name.
    public let path: String
    /// The format's name; empty when none claims the file.
    public let format: String
    /// The families' names, in order of appearance; empty when the file has no case.
    public let families: [String]
    /// How the cases ended; a fault of the file itself counts as one that failed.
    public let tally: Tally
    /// What failed, faults of the file first, then cases in the order of the file.
    public let failures: [Failure]
    /// Cases that were left out because the user asked for other families only.
    public let leftOut: Int
    /// Where the program and the reference came out differently; empty when there was no reference.
    public let differences: [Difference]
    /// The file that reads this one; nil when it has cases of its own.
    public let companionOf: String?

    /// The family's name when there is but one, or all of them with commas.
    public var family: String { families.joined(separator: ",") }
}
