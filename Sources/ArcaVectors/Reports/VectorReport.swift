public import ArcaCore

/// What came of all files.
public struct VectorReport: Sendable {
    /// The files, in the order in which they were given.
    public let files: [VectorReport.File]
    /// The files that hold no vectors by their name.
    public let documents: [String]
    /// What is wrong with the run as a whole: no case ran at all, none passed, or another program cannot be asked.
    public let problem: VectorError?

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - files: The files, in order.
    ///   - documents: The files that hold no vectors by their name.
    ///   - isDry: Whether nothing was to be run.
    ///   - failure: Why another program could not be asked.
    init(files: [VectorReport.File], documents: [String], isDry: Bool = false, failure: VectorError? = nil) {
        self.files = files
        self.documents = documents
        var totals = CaseTally()
        for file in files { totals += file.tally }
        problem =
            if let failure {
                failure
            } else if totals.total == 0 {
                VectorError(.empty, "there is no case to run")
            } else if totals.total == totals.skipped {
                VectorError(.empty, "no case passed: all were skipped")
            } else {
                nil
            }
    }

    /// All counts together; a run without any case counts as one failure.
    public var totals: CaseTally {
        var totals = CaseTally()
        for file in files { totals += file.tally }
        if let problem { totals.count(.failed(.init(problem.reason))) }
        return totals
    }

    /// Whether nothing failed.
    public var isGood: Bool { totals.failed == 0 }

    /// Cases that were left out because the user asked for other families only.
    public var leftOut: Int { files.reduce(0) { $0 + $1.leftOut } }
}

extension VectorReport {
    /// What came of one file.
    public struct File: Sendable {
        /// A case that failed, or a fault of the file itself.
        public struct Failure: Sendable {
            /// What the file calls the case; nil for a fault of the file.
            public let id: String?
            /// What the file says the case is about.
            public let comment: String
            /// What went wrong.
            public let failure: CaseOutcome.Failure
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
            public let outcome: CaseOutcome
            /// How it ended for the reference.
            public let referenceOutcome: CaseOutcome
        }

        /// The file's name.
        public let path: String
        /// The format's name; empty when none claims the file.
        public let format: String
        /// The families' names, in order of appearance; empty when the file has no case.
        public let families: [String]
        /// How the cases ended; a fault of the file itself counts as one that failed.
        public let tally: CaseTally
        /// What failed, faults of the file first, then cases in the order of the file.
        public let failures: [Failure]
        /// Cases that were left out because the user asked for other families only.
        public let leftOut: Int
        /// Where the program and the reference came out differently; empty when there was no reference.
        public let differences: [Difference]
        /// The file that reads this one; nil when it has cases of its own.
        public let companionOf: String?
        /// What came of the cases for each of several implementations.
        let comparison: FileComparison

        /// The family's name when there is but one, or all of them with commas.
        public var family: String { families.joined(separator: ",") }
    }

    /// The forms that a report can be written in.
    public enum Form: String, Sendable, CaseIterable {
        /// A table for people.
        case text
        /// One JSON object, for programs.
        case json
        /// JUnit's XML, for build servers.
        case junit
        /// One page for a browser, which needs no other file.
        case html

        /// Writes a report.
        ///
        /// - Parameters:
        ///   - report: What came of all files.
        ///   - options: What people see of it.
        /// - Returns: The report in UTF-8, with a line end.
        public func bytes(of report: VectorReport, options: VectorReport.Options = VectorReport.Options()) -> [UInt8] {
            switch self {
            case .text: Array(TextReport(report, options).text.utf8)
            case .json: JSONReport(report).bytes
            case .junit: Array(JUnitReport(report, options).text.utf8)
            case .html: Array(HTMLReport(report, options).text.utf8)
            }
        }
    }

    /// What people see of a report; programs get everything.
    public struct Options: Sendable {
        /// How many failing cases are written out in text, at most; all are counted.
        public var shownFailures: Int
        /// Whether text is colored for a terminal.
        public var isStyled: Bool
        /// What the cases were put to: `Arca`, or another program's command.
        public var subject: String
        /// How long the run took, in seconds; nil to leave it out.
        public var seconds: Double?

        /// Makes options.
        ///
        /// - Parameters:
        ///   - shownFailures: How many failing cases are written out in text, at most.
        ///   - isStyled: Whether text is colored for a terminal.
        ///   - subject: What the cases were put to.
        ///   - seconds: How long the run took.
        public init(shownFailures: Int = 20, isStyled: Bool = false, subject: String = "Arca", seconds: Double? = nil) {
            self.shownFailures = shownFailures
            self.isStyled = isStyled
            self.subject = subject
            self.seconds = seconds
        }
    }
}
