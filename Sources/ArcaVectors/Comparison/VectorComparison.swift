public import ArcaCore

/// One table of several programs: how the cases of each family ended for each of them.
///
/// ```swift
/// let program = VectorComparison.Program(name: "python", command: "python3 answer-python.py")
/// let comparison = VectorComparison.run(VectorTree(["Vectors"]), programs: [program])
/// comparison.isGood
/// ```
public struct VectorComparison: Sendable {
    /// A program of the table.
    public struct Program: Sendable, Equatable {
        /// What the column is called.
        public let name: String
        /// What the shell is given; nil for Arca itself.
        public let command: String?

        /// Makes a program.
        ///
        /// - Parameters:
        ///   - name: What the column is called.
        ///   - command: What the shell is given.
        public init(name: String, command: String) {
            self.name = name
            self.command = command
        }

        private init() { (name, command) = ("arca", nil) }

        /// Arca itself, always the first column.
        public static let arca = Program()
    }

    /// A row of the table.
    public struct Row: Sendable {
        /// The family's name.
        public let family: String
        /// What came of its cases, a cell for each program.
        public let cells: [ComparisonCell]
    }

    /// The columns, Arca first.
    public let programs: [Program]
    /// The rows by name.
    public let rows: [Row]
    /// A column's cases of all families.
    public let totals: [ComparisonCell]
    /// Cases that no program was asked, because Arca does not read their kind: how many for each reason.
    public let notAsked: [String: Int]
    /// Faults of the files: what no format claims, and malformed cases.
    public let fileProblems: [ComparisonCell.Failure]
    /// What makes the run worthless: a program that does not start, a program that passed nothing, no case.
    public let problems: [VectorError]
    /// Files that were read.
    public let fileCount: Int

    /// Whether no program failed a case, each passed one, and every file was understood.
    public var isGood: Bool { problems.isEmpty && fileProblems.isEmpty && totals.allSatisfy { $0.failed == 0 } }

    /// How many cases a program was asked.
    public var caseCount: Int { totals.first?.tally.total ?? 0 }

    /// Runs all cases with Arca and with every program, one process for each.
    ///
    /// - Parameters:
    ///   - tree: The files.
    ///   - programs: The programs besides Arca.
    ///   - secondsPerAnswer: How long a program may take for one answer.
    ///   - runner: The settings: formats, limits, families, cases.
    ///   - progress: Is told how far the run is, after every file.
    /// - Returns: The table.
    public static func run(
        _ tree: VectorTree, programs: [Program], secondsPerAnswer: Int = 60, runner: VectorRunner = VectorRunner(),
        progress: @escaping @Sendable (VectorRunner.Progress) -> Void = { _ in }
    ) -> VectorComparison {
        var runner = runner
        runner.implementation = ArcaImplementation()
        runner.reference = nil
        runner.others = programs.map {
            ProgramImplementation(
                command: $0.command ?? "", secondsPerAnswer: secondsPerAnswer, maximumProcesses: 1)
        }
        // While one thread waits for a program, the others keep the rest busy.
        runner.workerCount += programs.count
        return VectorComparison(runner.run(tree, progress: progress), programs: [.arca] + programs)
    }

    init(_ report: VectorReport, programs: [Program]) {
        self.programs = programs
        let none = programs.map { _ in ComparisonCell() }
        var families: [String: [ComparisonCell]] = [:]
        var totals = none
        var notAsked: [String: Int] = [:]
        var fileProblems: [ComparisonCell.Failure] = []
        for file in report.files {
            for (family, cells) in file.comparison.cells {
                for (column, cell) in cells.enumerated() {
                    families[family, default: none][column] += cell
                    totals[column] += cell
                }
            }
            notAsked.merge(file.comparison.notAsked.skipReasons, uniquingKeysWith: +)
            for failure in file.failures where failure.id == nil {
                fileProblems.append(.init(path: file.path, failure: failure.failure))
            }
            fileProblems += file.comparison.malformed
        }
        rows = families.keys.sorted().map { Row(family: $0, cells: families[$0] ?? none) }
        self.totals = totals
        self.notAsked = notAsked
        self.fileProblems = fileProblems
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
