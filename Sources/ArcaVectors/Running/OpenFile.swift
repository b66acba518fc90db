internal import ArcaCore
internal import Synchronization

/// A file that has been read, with the results of its cases so far.
final class OpenFile: Sendable {
    private struct Loaded: Sendable {
        let format: any VectorFormat.Type
        let file: VectorFile
    }

    private struct Job: Sendable {
        let vector: VectorCase
        let family: (any VectorFamily)?
        let isWanted: Bool
    }

    /// The outcomes, one list per implementation; nil if the case is not selected or has not been run.
    private struct Outcomes: Sendable {
        var lists: [[CaseOutcome?]]
        /// Whether the case was sent to the implementations; otherwise its outcome was known before.
        var isAsked: [Bool]
        var left: Int
    }

    let index: Int
    private let path: String
    private let loaded: Result<Loaded, VectorError>
    private let jobs: [Job]
    private let checkers: [Checker]
    private let hasReference: Bool
    private let baseline: VectorBaseline
    private let programNames: [String]
    /// Whether all cases are run, so a missing one does not exist.
    private let isComplete: Bool
    private let budget: WorkBudget
    private let outcomes: Mutex<Outcomes>

    var caseCount: Int { jobs.count }

    /// Reads a file and finds the families of its cases, once per kind.
    init(_ index: Int, _ input: VectorInput, _ runner: VectorRunner) {
        self.index = index
        path = input.name
        loaded = Result { () throws(VectorError) in
            try VectorError.wrap {
                let source = try input.source()
                let format = try runner.formats.format(of: source)
                return Loaded(format: format, file: try format.read(source))
            }
        }
        var families: [VectorKind: (any VectorFamily)?] = [:]
        if case .success(let loaded) = loaded {
            jobs = loaded.file.cases.map { vector in
                let family = families[vector.kind] ?? loaded.format.family(of: vector.kind)
                families[vector.kind] = .some(family)
                // A case without a family is always included, because it cannot be matched against the selection.
                let isWanted = runner.wants(vector) && (family.map(runner.wants) ?? !runner.isDry)
                return Job(vector: vector, family: family, isWanted: isWanted)
            }
        } else {
            jobs = []
        }
        checkers = runner.implementations.map { Checker(implementation: $0) }
        hasReference = runner.reference != nil
        baseline = runner.baseline ?? VectorBaseline()
        programNames = runner.programNames
        isComplete = runner.only == nil && runner.onlyCases == nil && !runner.isDry
        budget = WorkBudget(runner.limits)
        let none = [CaseOutcome?](repeating: nil, count: jobs.count)
        outcomes = Mutex(
            Outcomes(
                lists: Array(repeating: none, count: checkers.count),
                isAsked: Array(repeating: false, count: jobs.count), left: jobs.count))
    }

    func run(_ range: Range<Int>, _ runner: VectorRunner) -> Bool {
        let wanted = range.filter { jobs[$0].isWanted }
        let prepared = wanted.map { prepare(jobs[$0], runner) }
        let all = checkers.map { checker in
            checker.outcomes(of: prepared).map { outcome -> CaseOutcome in
                guard runner.isStrict, case .skipped(let reason) = outcome else { return outcome }
                return .failed(.init("skipped: \(reason)"))
            }
        }
        return outcomes.withLock { outcomes in
            for (list, found) in all.enumerated() {
                for (index, outcome) in zip(wanted, found) { outcomes.lists[list][index] = outcome }
            }
            for (index, prepared) in zip(wanted, prepared) {
                if case .steps = prepared { outcomes.isAsked[index] = true }
            }
            outcomes.left -= range.count
            return outcomes.left == 0
        }
    }

    private func prepare(_ job: Job, _ runner: VectorRunner) -> PreparedCase {
        guard let family = job.family else {
            if let problem = job.vector.problem { return .done(.failed(.init(problem.message))) }
            let format = (try? loaded.get())?.format.name ?? ""
            let lack = job.vector.kind.algorithm.isEmpty ? ", and the case names no algorithm" : ""
            return .done(.failed(.init("\(format) files have no kind of case \(job.vector.kind)\(lack)")))
        }
        return PreparedCase(job.vector, family: family, budget: budget)
    }

    func report() -> VectorReport.File {
        let outcomes = judged(outcomes.withLock { $0 })
        var tally = CaseTally()
        var (failures, knownFailures): ([VectorReport.File.Failure], [VectorReport.File.Failure]) = ([], [])
        func count(_ outcome: CaseOutcome, of vector: VectorCase?) {
            tally.count(outcome)
            func entry(_ failure: CaseOutcome.Failure) -> VectorReport.File.Failure {
                .init(
                    id: vector?.id, comment: vector?.comment ?? "", failure: failure,
                    fields: vector.map { $0.labels + $0.fields } ?? [])
            }
            switch outcome {
            case .failed(let failure): failures.append(entry(failure))
            case .known(let failure): knownFailures.append(entry(failure))
            case .passed, .acceptable, .skipped: break
            }
        }
        for problem in problems {
            let outcome = CaseOutcome.failed(.init(problem.message))
            count(baseline.judge(outcome, of: "", by: programNames.first ?? "", in: path), of: nil)
        }
        var families: [String] = []
        var known: Set<String> = []
        var leftOut = 0
        for (job, outcome) in zip(jobs, outcomes.lists[0]) {
            let name = job.family?.name ?? "unknown"
            if known.insert(name).inserted { families.append(name) }
            guard let outcome else {
                leftOut += 1
                continue
            }
            count(outcome, of: job.vector)
        }
        let differences = hasReference ? differences(outcomes.lists[0], outcomes.lists[1]) : []
        let file = try? loaded.get()
        return VectorReport.File(
            path: path, format: file?.format.name ?? "", families: families, tally: tally, failures: failures,
            knownFailures: knownFailures, stale: stale(outcomes), leftOut: leftOut, differences: differences,
            companionOf: file?.file.companionOf,
            comparison: checkers.count > 1 ? comparison(outcomes) : FileComparison())
    }

    private var problems: [VectorError] {
        switch loaded {
        case .failure(let error): [error]
        case .success(let loaded): loaded.file.allProblems
        }
    }

    /// The outcomes of the named programs, with known failures as such.
    private func judged(_ outcomes: Outcomes) -> Outcomes {
        var outcomes = outcomes
        for (list, program) in zip(outcomes.lists.indices, programNames)
        where !baseline.entries(of: program, in: path).isEmpty {
            for (index, job) in jobs.enumerated() {
                outcomes.lists[list][index] = outcomes.lists[list][index].map {
                    baseline.judge($0, of: job.vector.id, by: program, in: path)
                }
            }
        }
        return outcomes
    }

    /// Stale entries of the baseline: the case ran and did not fail, or does not exist.
    private func stale(_ outcomes: Outcomes) -> [VectorBaseline.Entry] {
        zip(outcomes.lists, programNames).flatMap { list, program -> [VectorBaseline.Entry] in
            let entries = baseline.entries(of: program, in: path)
            guard !entries.isEmpty else { return [] }
            var failing: Set<String> = problems.isEmpty ? [] : [""]
            var passing: Set<String> = []
            for (job, outcome) in zip(jobs, list) {
                switch outcome {
                case .failed, .known: failing.insert(job.vector.id)
                case .passed, .acceptable, .skipped: passing.insert(job.vector.id)
                case nil: break
                }
            }
            return entries.filter { !failing.contains($0.id) && (isComplete || passing.contains($0.id)) }
        }.sorted()
    }

    private func differences(_ ours: [CaseOutcome?], _ others: [CaseOutcome?]) -> [VectorReport.File.Difference] {
        zip(jobs, zip(ours, others)).compactMap { job, pair in
            guard let outcome = pair.0, let other = pair.1, outcome.word != other.word else { return nil }
            return .init(
                id: job.vector.id, comment: job.vector.comment, outcome: outcome, referenceOutcome: other)
        }
    }

    /// The results of each family, one list per implementation, and the cases that were not sent.
    private func comparison(_ outcomes: Outcomes) -> FileComparison {
        var comparison = FileComparison()
        for (index, job) in jobs.enumerated() {
            guard let first = outcomes.lists[0][index] else { continue }
            guard outcomes.isAsked[index] else {
                switch first {
                case .failed(let failure): comparison.malformed.append(.init(job.vector, in: path, failure))
                case .known(let failure): comparison.knownMalformed.append(.init(job.vector, in: path, failure))
                case .passed, .acceptable, .skipped: comparison.notAsked.count(first)
                }
                continue
            }
            let name = job.family?.name ?? "unknown"
            var cells = comparison.cells[name] ?? outcomes.lists.map { _ in ComparisonCell() }
            for (column, list) in outcomes.lists.enumerated() {
                if let outcome = list[index] { cells[column].count(outcome, of: job.vector, in: path) }
            }
            comparison.cells[name] = cells
        }
        return comparison
    }
}
