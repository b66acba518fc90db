internal import ArcaCore

/// The results of a run or a comparison in one shape, for the formats that CI servers read.
struct RunFindings {
    /// A failure, new or known.
    struct Finding {
        let program: String
        /// Empty for the run as a whole.
        let path: String
        /// Empty for the file itself.
        let id: String
        let comment: String
        let family: String
        let failure: CaseOutcome.Failure
        var fields: [VectorField] = []

        /// The place in a few words: `case 17: description`, `file`.
        var title: String {
            let name = path.isEmpty ? "run" : id.isEmpty ? "file" : "case \(id)"
            return comment.isEmpty ? name : "\(name): \(comment)"
        }
    }

    /// The results of a file, or of a program for a family.
    struct Suite {
        let name: String
        let family: String
        let tally: CaseTally
        var failures: [Finding] = []
        var known: [Finding] = []
    }

    let subject: String
    var suites: [Suite] = []
    /// Problems of the run as a whole.
    var problems: [String] = []
    /// Entries of the baseline that no longer fail.
    let stale: [VectorBaseline.Entry]
    let seconds: Double?

    init(_ report: VectorReport, options: VectorReport.Options) {
        subject = options.subject
        seconds = options.seconds
        stale = report.stale
        problems = report.problem.map { [$0.reason] } ?? []
        suites = report.files.map { file in
            func finding(_ failure: VectorReport.File.Failure) -> Finding {
                Finding(
                    program: options.subject, path: file.path, id: failure.id ?? "", comment: failure.comment,
                    family: file.family, failure: failure.failure, fields: failure.fields)
            }
            return Suite(
                name: file.path, family: file.family.isEmpty ? file.path : file.family, tally: file.tally,
                failures: file.failures.map(finding), known: file.knownFailures.map(finding))
        }
    }

    init(_ comparison: VectorComparison, seconds: Double?) {
        subject = comparison.programs.map(\.name).joined(separator: ", ")
        self.seconds = seconds
        stale = comparison.stale
        problems = comparison.problems.map(\.reason)
        func findings(_ failures: [ComparisonCell.Failure], _ program: String, _ family: String) -> [Finding] {
            failures.map {
                Finding(
                    program: program, path: $0.path, id: $0.id, comment: $0.comment, family: family,
                    failure: $0.failure)
            }
        }
        for (column, program) in comparison.programs.enumerated() {
            for row in comparison.rows {
                let cell = row.cells[column]
                suites.append(
                    Suite(
                        name: "\(program.name): \(row.family)", family: row.family, tally: cell.tally,
                        failures: findings(cell.failures, program.name, row.family),
                        known: findings(cell.knownFailures, program.name, row.family)))
            }
        }
        let files = [(comparison.fileProblems, CaseOutcome.failed), (comparison.knownFileProblems, CaseOutcome.known)]
        var tally = CaseTally()
        for (problems, outcome) in files { for problem in problems { tally.count(outcome(problem.failure)) } }
        for (reason, count) in comparison.notAsked { for _ in 0..<count { tally.count(.skipped(reason)) } }
        guard tally.total > 0 else { return }
        let arca = VectorComparison.Program.arca.name
        suites.append(
            Suite(
                name: "files", family: "files", tally: tally,
                failures: findings(comparison.fileProblems, arca, "files"),
                known: findings(comparison.knownFileProblems, arca, "files")))
    }

    /// The totals of all suites; each problem of the run counts as one failure.
    var totals: CaseTally {
        var totals = suites.reduce(into: CaseTally()) { $0 += $1.tally }
        for problem in problems { totals.count(.failed(.init(problem))) }
        return totals
    }
}
