internal import ArcaCodecs
internal import Synchronization

/// A file that has been read, and what came of its cases so far.
final class OpenFile: Sendable {
    /// A file as its format's reader has it.
    private struct Loaded: Sendable {
        let format: any VectorFormat.Type
        let file: VectorFile
    }

    /// A case that is to be run, with its family.
    private struct Job: Sendable {
        let vector: VectorCase
        let family: (any VectorFamily)?
        let isWanted: Bool
    }

    /// What came of the cases; nil where the user does not want them, or where they have not been run.
    private struct Outcomes: Sendable {
        var ours: [CaseOutcome?]
        var others: [CaseOutcome?]
        var left: Int
    }

    /// The place of the file in the run.
    let index: Int
    private let path: String
    private let loaded: Result<Loaded, VectorError>
    private let jobs: [Job]
    /// One for the implementation, and one for the reference if there is one.
    private let checkers: [Checker]
    private let outcomes: Mutex<Outcomes>

    /// How many cases are to be run.
    var caseCount: Int { jobs.count }

    /// Reads a file, and looks for the families of its cases; a kind's family is looked for once.
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
                // What has no family is never left out: whether it is wanted is unknown.
                let isWanted = family.map(runner.wants) ?? !runner.isDry
                return Job(vector: vector, family: family, isWanted: isWanted)
            }
        } else {
            jobs = []
        }
        checkers = [runner.implementation, runner.reference].compactMap(\.self).map {
            Checker(implementation: $0, budget: WorkBudget(runner.limits))
        }
        let none = [CaseOutcome?](repeating: nil, count: jobs.count)
        outcomes = Mutex(Outcomes(ours: none, others: checkers.count > 1 ? none : [], left: jobs.count))
    }

    /// Runs some of the cases, and tells whether they were the last.
    func run(_ range: Range<Int>, _ runner: VectorRunner) -> Bool {
        let all = checkers.map { checker in jobs[range].map { outcome(of: $0, checker, runner) } }
        return outcomes.withLock { outcomes in
            outcomes.ours.replaceSubrange(range, with: all[0])
            if all.count > 1 { outcomes.others.replaceSubrange(range, with: all[1]) }
            outcomes.left -= range.count
            return outcomes.left == 0
        }
    }

    private func outcome(of job: Job, _ checker: Checker, _ runner: VectorRunner) -> CaseOutcome? {
        guard job.isWanted else { return nil }
        guard let family = job.family else {
            let format = (try? loaded.get())?.format.name ?? ""
            return .failed(.init("no family knows \(job.vector.kind) of \(format)"))
        }
        let outcome = checker.outcome(of: job.vector, family: family)
        guard runner.isStrict, case .skipped(let reason) = outcome else { return outcome }
        return .failed(.init("skipped: \(reason)"))
    }

    /// What came of the file, once all of its cases have been run.
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
        for (job, outcome) in zip(jobs, outcomes.ours) {
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
        var differences: [VectorReport.File.Difference] = []
        for (index, other) in outcomes.others.enumerated() {
            guard let other, let outcome = outcomes.ours[index], outcome.word != other.word else { continue }
            let vector = jobs[index].vector
            differences.append(
                .init(id: vector.id, comment: vector.comment, outcome: outcome, referenceOutcome: other))
        }
        let file = try? loaded.get()
        return VectorReport.File(
            path: path, format: file?.format.name ?? "", families: families, tally: tally, failures: failures,
            leftOut: leftOut, differences: differences, companionOf: file?.file.companionOf)
    }
}
