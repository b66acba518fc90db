internal import ArcaCodecs

internal import Synchronization

/// A file that has been read, and what came of its cases so far.
final class OpenFile: Sendable {
    /// A file as its format's reader has it.
    private struct Loaded: Sendable {
        let format: String
        let file: VectorFile
    }

    /// A case that is to be run, with its family.
    private struct Job: Sendable {
        let vector: VectorCase
        let family: Result<any VectorFamily, VectorError>
        let isWanted: Bool
    }

    /// What came of the cases; nil where the user does not want them, or where they have not been run.
    private struct Outcomes: Sendable {
        var ours: [Outcome?]
        var others: [Outcome?]
        var left: Int
    }

    /// The place of the file in the run.
    let index: Int
    private let path: String
    private let loaded: Result<Loaded, VectorError>
    private let jobs: [Job]
    private let isCompared: Bool
    private let outcomes: Mutex<Outcomes>

    /// How many cases are to be run.
    var caseCount: Int { jobs.count }

    /// Reads a file, and looks for the families of its cases; a kind's family is looked for once.
    init(_ index: Int, _ input: VectorInput, _ runner: VectorRunner) {
        self.index = index
        path = input.name
        isCompared = runner.reference != nil
        loaded = Result { () throws(VectorError) in
            let source = try input.source()
            let format = try runner.formats.format(of: source)
            return Loaded(format: format.name, file: try format.read(source))
        }
        var families: [VectorKind: Result<any VectorFamily, VectorError>] = [:]
        jobs = ((try? loaded.get())?.file.cases ?? []).map { vector in
            let family =
                families[vector.kind]
                ?? Result { () throws(VectorError) in try runner.families.family(of: vector.kind) }
            families[vector.kind] = family
            // What has no family is never left out: nobody can tell whether it is wanted.
            let isWanted = (try? family.get()).map(runner.wants) ?? !runner.isDry
            return Job(vector: vector, family: family, isWanted: isWanted)
        }
        let none = [Outcome?](repeating: nil, count: jobs.count)
        outcomes = Mutex(Outcomes(ours: none, others: isCompared ? none : [], left: jobs.count))
    }

    /// Runs some of the cases, and tells whether they were the last.
    func run(_ range: Range<Int>, _ runner: VectorRunner) -> Bool {
        let ours = outcomes(range, from: runner.implementation, runner.isStrict)
        let others = runner.reference.map { outcomes(range, from: $0, runner.isStrict) }
        return outcomes.withLock { outcomes in
            outcomes.ours.replaceSubrange(range, with: ours)
            if let others { outcomes.others.replaceSubrange(range, with: others) }
            outcomes.left -= range.count
            return outcomes.left == 0
        }
    }

    private func outcomes(
        _ range: Range<Int>, from implementation: any Implementation, _ isStrict: Bool
    ) -> [Outcome?] {
        let judge = Judge(implementation: implementation)
        return jobs[range].map { job in
            guard job.isWanted else { return nil }
            let outcome = judge.outcome(of: job.vector, family: job.family)
            if isStrict, case .skipped(let reason) = outcome { return .failed(.init("skipped: \(reason)")) }
            return outcome
        }
    }

    /// What came of the file, once all of its cases have been run.
    func report() -> FileReport {
        let outcomes = outcomes.withLock { $0 }
        var tally = Tally()
        var failures: [FileReport.Failure] = []
        func fail(_ problem: VectorError) {
            let failure = Outcome.Failure(problem.reason)
            tally.count(.failed(failure))
            failures.append(.init(id: nil, comment: "", failure: failure, fields: []))
        }
        switch loaded {
        case .failure(let error): fail(error)
        case .success(let loaded): loaded.file.allProblems.forEach(fail)
        }
        var families: [String] = []
        var leftOut = 0
        for (job, outcome) in zip(jobs, outcomes.ours) {
            let name = (try? job.family.get())?.name ?? "unknown"
            if !families.contains(name) { families.append(name) }
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
        var differences: [FileReport.Difference] = []
        for (index, other) in outcomes.others.enumerated() {
            guard let other, let outcome = outcomes.ours[index], outcome.word != other.word else { continue }
            let vector = jobs[index].vector
            differences.append(
                .init(id: vector.id, comment: vector.comment, outcome: outcome, referenceOutcome: other))
        }
        let file = try? loaded.get()
        return FileReport(
            path: path, format: file?.format ?? "", families: families, tally: tally, failures: failures,
            leftOut: leftOut, differences: differences, companionOf: file?.file.companionOf)
    }
}
