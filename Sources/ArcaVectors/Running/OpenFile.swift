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
            let format = (try? loaded.get())?.format.name ?? ""
            return .done(.failed(.init("no family knows \(job.vector.kind) of \(format)")))
        }
        return PreparedCase(job.vector, family: family, budget: budget)
    }

    func report() -> VectorReport.File {
        let outcomes = outcomes.withLock { $0 }
        var tally = CaseTally()
        var failures: [VectorReport.File.Failure] = []
        func fail(_ problem: VectorError) {
            let failure = CaseOutcome.Failure(problem.message)
            tally.count(.failed(failure))
            failures.append(.init(id: nil, comment: "", failure: failure, fields: []))
        }
        switch loaded {
        case .failure(let error): fail(error)
        case .success(let loaded): loaded.file.allProblems.forEach(fail)
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
            tally.count(outcome)
            if case .failed(let failure) = outcome {
                let vector = job.vector
                failures.append(
                    .init(
                        id: vector.id, comment: vector.comment, failure: failure,
                        fields: vector.labels + vector.fields))
            }
        }
        let differences = hasReference ? differences(outcomes.lists[0], outcomes.lists[1]) : []
        let file = try? loaded.get()
        return VectorReport.File(
            path: path, format: file?.format.name ?? "", families: families, tally: tally, failures: failures,
            leftOut: leftOut, differences: differences, companionOf: file?.file.companionOf,
            comparison: checkers.count > 1 ? comparison(outcomes) : FileComparison())
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
                if case .failed(let failure) = first {
                    comparison.malformed.append(.init(job.vector, in: path, failure))
                } else {
                    comparison.notAsked.count(first)
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
