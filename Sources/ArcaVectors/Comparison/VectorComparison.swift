public import ArcaCore
internal import ArcaSystem

/// A comparison of several programs: the results of each program for each family.
///
/// ```swift
/// let program = VectorComparison.Program(name: "python", command: "python3 answer-python.py")
/// let comparison = VectorComparison.run(VectorTree(["Vectors"]), programs: [program])
/// comparison.isGood
/// ```
public struct VectorComparison: Sendable {
    /// A program in the table.
    public struct Program: Sendable, Equatable {
        /// The name of the column.
        public let name: String
        /// The shell command or the path of the library, or nil for Arca itself.
        public let command: String?
        private let host: String?

        /// Creates a program.
        public init(name: String, command: String) {
            (self.name, self.command, host) = (name, command, nil)
        }

        /// Creates a program by a shared library, which runs in a host.
        ///
        /// - Parameters:
        ///   - name: The name of the column.
        ///   - library: The path of the library.
        ///   - host: A shell command for a program that calls ``LibraryHost/run(library:)``.
        public init(name: String, library: String, host: String) {
            (self.name, command, self.host) = (name, library, host)
        }

        private init() { (name, command, host) = ("arca", nil, nil) }

        /// The implementation, not started yet; Arca's own without a command.
        ///
        /// - Parameters:
        ///   - secondsPerAnswer: Maximum time for one answer.
        ///   - maximumProcesses: Maximum number of concurrent processes, by default one per calling thread.
        /// - Returns: The implementation.
        public func implementation(
            secondsPerAnswer: Int = 60, maximumProcesses: Int = .max
        ) -> any VectorImplementation {
            guard let command else { return ArcaImplementation() }
            guard let host else {
                return ProgramImplementation(
                    command: command, secondsPerAnswer: secondsPerAnswer, maximumProcesses: maximumProcesses)
            }
            return ProgramImplementation(
                library: command, host: host, secondsPerAnswer: secondsPerAnswer, maximumProcesses: maximumProcesses)
        }

        /// Arca itself, always the first column.
        public static let arca = Program()
    }

    /// A row of the table.
    public struct Row: Sendable {
        /// The name of the family.
        public let family: String
        /// The results, one cell per program.
        public let cells: [ComparisonCell]
    }

    /// The columns, with Arca first.
    public let programs: [Program]
    /// The rows, sorted by name.
    public let rows: [Row]
    /// The totals of each column.
    public let totals: [ComparisonCell]
    /// Number of cases of unsupported kinds, by reason; no program was asked these.
    public let notAsked: [String: Int]
    /// Problems with files: unrecognized files and malformed cases.
    public let fileProblems: [ComparisonCell.Failure]
    /// Problems with files that are listed in the baseline.
    public let knownFileProblems: [ComparisonCell.Failure]
    /// Entries of the baseline that no longer fail.
    public let stale: [VectorBaseline.Entry]
    /// Problems that invalidate the run: a program does not start, a program passed no case, or the run has no cases.
    public let problems: [VectorError]
    /// Whether the run had a list of known failures.
    public let hasBaseline: Bool
    /// Number of files read.
    public let fileCount: Int

    /// Whether no case failed except known ones, every program passed at least one, and all files were understood.
    public var isGood: Bool { problems.isEmpty && fileProblems.isEmpty && totals.allSatisfy { $0.failed == 0 } }

    /// Number of cases each program was asked.
    public var caseCount: Int { totals.first?.tally.total ?? 0 }

    /// Runs all cases with Arca and with each program, in one process per core each.
    ///
    /// - Parameters:
    ///   - tree: The vector files.
    ///   - programs: The programs to compare with Arca.
    ///   - secondsPerAnswer: Maximum time a program may take for one answer.
    ///   - runner: The runner with its settings: formats, limits, families, cases.
    ///   - progress: Called with the progress after each file.
    /// - Returns: The table.
    public static func run(
        _ tree: VectorTree, programs: [Program], secondsPerAnswer: Int = 60, runner: VectorRunner = VectorRunner(),
        progress: @escaping @Sendable (VectorRunner.Progress) -> Void = { _ in }
    ) -> VectorComparison {
        var runner = runner
        runner.implementation = ArcaImplementation()
        runner.reference = nil
        runner.programNames = [Program.arca.name] + programs.map(\.name)
        let processCount = Workers.coreCount
        runner.others = programs.map {
            $0.implementation(secondsPerAnswer: secondsPerAnswer, maximumProcesses: processCount)
        }
        // Adds a thread for each process, because threads wait for programs.
        runner.workerCount += programs.count * processCount
        return VectorComparison(runner.run(tree, progress: progress), programs: [.arca] + programs)
    }

    init(_ report: VectorReport, programs: [Program]) {
        self.programs = programs
        let none = programs.map { _ in ComparisonCell() }
        var families: [String: [ComparisonCell]] = [:]
        var totals = none
        var notAsked: [String: Int] = [:]
        var fileProblems: [ComparisonCell.Failure] = []
        var knownFileProblems: [ComparisonCell.Failure] = []
        for file in report.files {
            for (family, cells) in file.comparison.cells {
                for (column, cell) in cells.enumerated() {
                    families[family, default: none][column] += cell
                    totals[column] += cell
                }
            }
            notAsked.merge(file.comparison.notAsked.skipReasons, uniquingKeysWith: +)
            func ofFile(_ failures: [VectorReport.File.Failure]) -> [ComparisonCell.Failure] {
                failures.filter { $0.id == nil }.map { .init(path: file.path, failure: $0.failure) }
            }
            fileProblems += ofFile(file.failures) + file.comparison.malformed
            knownFileProblems += ofFile(file.knownFailures) + file.comparison.knownMalformed
        }
        rows = families.keys.sorted().map { Row(family: $0, cells: families[$0] ?? none) }
        self.totals = totals
        self.notAsked = notAsked
        self.fileProblems = fileProblems
        self.knownFileProblems = knownFileProblems
        stale = report.stale
        hasBaseline = report.hasBaseline
        fileCount = report.files.count
        if let problem = report.problem {
            problems = [problem]
        } else {
            problems = zip(programs, totals).filter { $0.1.passed == 0 }.map {
                VectorError(.empty, "\($0.0.name) passed no case")
            }
        }
    }
}
