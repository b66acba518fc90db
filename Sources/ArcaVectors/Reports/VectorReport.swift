public import ArcaCore

/// The results of all files.
public struct VectorReport: Sendable {
    /// The files, in input order.
    public let files: [VectorReport.File]
    /// Files skipped as documentation because of their names.
    public let documents: [String]
    /// A problem with the run as a whole: there were no cases, none passed, or another program cannot be run.
    public let problem: VectorError?
    /// Whether the run had a list of known failures.
    public let hasBaseline: Bool

    init(
        files: [VectorReport.File], documents: [String], isDry: Bool = false, hasBaseline: Bool = false,
        failure: VectorError? = nil
    ) {
        self.files = files
        self.documents = documents
        self.hasBaseline = hasBaseline
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

    /// The totals of all files; a run without cases counts as one failure.
    public var totals: CaseTally {
        var totals = CaseTally()
        for file in files { totals += file.tally }
        if let problem { totals.count(.failed(.init(problem.reason))) }
        return totals
    }

    /// Whether there were no failures, except known ones.
    public var isGood: Bool { totals.failed == 0 }

    /// Entries of the baseline that no longer fail.
    public var stale: [VectorBaseline.Entry] { files.flatMap(\.stale) }

    /// Number of cases excluded by the selected families.
    public var leftOut: Int { files.reduce(0) { $0 + $1.leftOut } }
}

extension VectorReport {
    /// The results of a file.
    public struct File: Sendable {
        /// A failed case, or a problem with the file itself.
        public struct Failure: Sendable {
            /// The ID of the case in the file, or nil for a problem with the file.
            public let id: String?
            /// The description in the file.
            public let comment: String
            /// The details of the failure.
            public let failure: CaseOutcome.Failure
            /// All fields of the case, including group parameters and labels.
            public let fields: [VectorField]
        }

        /// A case with different outcomes for the program and the reference.
        public struct Difference: Sendable {
            /// The ID of the case in the file.
            public let id: String
            /// The description in the file.
            public let comment: String
            /// The outcome for the checked program.
            public let outcome: CaseOutcome
            /// The outcome for the reference.
            public let referenceOutcome: CaseOutcome
        }

        /// The name of the file.
        public let path: String
        /// The name of the format, or an empty string if it was not detected.
        public let format: String
        /// The names of the families, in order of appearance.
        public let families: [String]
        /// The number of cases by outcome; a problem with the file itself counts as failed.
        public let tally: CaseTally
        /// The failures: problems with the file first, then cases in file order.
        public let failures: [Failure]
        /// The failures that are listed in the baseline.
        public let knownFailures: [Failure]
        /// Entries of the baseline that no longer fail, or that have no case.
        public let stale: [VectorBaseline.Entry]
        /// Number of cases excluded by the selected families.
        public let leftOut: Int
        /// The differences between the program and the reference; empty without a reference.
        public let differences: [Difference]
        /// The name of the file that reads this one, or nil if it has its own cases.
        public let companionOf: String?
        let comparison: FileComparison

        /// The family names, separated by commas.
        public var family: String { families.joined(separator: ",") }
    }

    /// The output formats of a report.
    public enum Form: String, Sendable, CaseIterable {
        /// Plain text for a terminal.
        case text
        /// A JSON object.
        case json
        /// JUnit XML, for CI servers.
        case junit
        /// SARIF 2.1.0, for code scanning.
        case sarif
        /// A self-contained HTML page.
        case html

        /// Formats a report.
        ///
        /// - Returns: The report in UTF-8, with a final line ending.
        public func bytes(of report: VectorReport, options: VectorReport.Options = VectorReport.Options()) -> [UInt8] {
            switch self {
            case .text: Array(TextReport(report: report, options: options).text.utf8)
            case .json: JSONReport(report: report).bytes
            case .junit: Array(JUnitReport(findings: RunFindings(report, options: options)).text.utf8)
            case .sarif:
                SARIFReport(findings: RunFindings(report, options: options), hasBaseline: report.hasBaseline).bytes
            case .html: Array(HTMLReport(report: report, options: options).text.utf8)
            }
        }
    }

    /// Options for readable formats; JSON always contains everything.
    public struct Options: Sendable {
        /// Maximum number of failures written out in text; all are counted.
        public var shownFailures: Int
        /// Whether to color text for a terminal.
        public var isStyled: Bool
        /// The subject of the tests: `Arca`, or the command of another program.
        public var subject: String
        /// The duration of the run in seconds, or nil to omit it.
        public var seconds: Double?

        /// Creates options.
        public init(shownFailures: Int = 20, isStyled: Bool = false, subject: String = "Arca", seconds: Double? = nil) {
            self.shownFailures = shownFailures
            self.isStyled = isStyled
            self.subject = subject
            self.seconds = seconds
        }
    }
}
