internal import ArcaSystem
internal import Synchronization

/// A few files whose cases are in memory together.
struct VectorBatch {
    /// A file as its format's reader has it.
    private struct Loaded: Sendable {
        let format: String
        let file: VectorFile
    }

    /// A case that is to be run, with its family.
    private struct Job: Sendable {
        let vector: VectorCase
        let family: Result<any VectorFamily, VectorError>
        var isWanted = true
    }

    private let inputs: [VectorInput]
    private let runner: VectorRunner

    init(_ inputs: [VectorInput], _ runner: VectorRunner) {
        self.inputs = inputs
        self.runner = runner
    }

    /// Reads the files, runs all cases on all cores, and puts the outcomes to their files.
    func run() -> [FileReport] {
        let loaded = inParallel(inputs.count) { load(inputs[$0]) }
        let jobs = loaded.map { file in (try? file.get()).map { self.jobs(of: $0.file) } ?? [] }
        let all = jobs.flatMap { $0 }
        let outcomes = outcomes(of: all, from: runner.implementation)
        let others = runner.reference.map { self.outcomes(of: all, from: $0) }
        var next = 0
        return inputs.indices.map { index in
            let range = next..<next + jobs[index].count
            next = range.upperBound
            return report(
                inputs[index].name, loaded[index], jobs[index], Array(outcomes[range]), others.map { Array($0[range]) })
        }
    }

    /// How each case ends when `implementation` is asked; nil for those that the user does not want.
    private func outcomes(of jobs: [Job], from implementation: any Implementation) -> [Outcome?] {
        let judge = Judge(implementation: implementation)
        let isStrict = runner.isStrict
        return inParallel(jobs.count) { index -> Outcome? in
            let job = jobs[index]
            guard job.isWanted else { return nil }
            let outcome = judge.outcome(of: job.vector, family: job.family)
            if isStrict, case .skipped(let reason) = outcome { return .failed(.init("skipped: \(reason)")) }
            return outcome
        }
    }

    private func load(_ input: VectorInput) -> Result<Loaded, VectorError> {
        Result { () throws(VectorError) in
            let source = try input.source()
            let format = try runner.formats.format(of: source)
            return Loaded(format: format.name, file: try format.read(source))
        }
    }

    /// The cases with their families; a kind's family is looked for once.
    private func jobs(of file: VectorFile) -> [Job] {
        var families: [VectorKind: Result<any VectorFamily, VectorError>] = [:]
        return file.cases.map { vector in
            let family =
                families[vector.kind]
                ?? Result { () throws(VectorError) in try runner.families.family(of: vector.kind) }
            families[vector.kind] = family
            // What has no family is never left out: nobody can tell whether it is wanted.
            let isWanted = (try? family.get()).map(runner.wants) ?? !runner.isDry
            return Job(vector: vector, family: family, isWanted: isWanted)
        }
    }

    private func report(
        _ path: String, _ loaded: Result<Loaded, VectorError>, _ jobs: [Job], _ outcomes: [Outcome?],
        _ others: [Outcome?]?
    ) -> FileReport {
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
        for (job, outcome) in zip(jobs, outcomes) {
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
        for (index, other) in (others ?? []).enumerated() {
            guard let other, let outcome = outcomes[index], outcome.word != other.word else { continue }
            let vector = jobs[index].vector
            differences.append(
                .init(id: vector.id, comment: vector.comment, outcome: outcome, referenceOutcome: other))
        }
        let file = try? loaded.get()
        return FileReport(
            path: path, format: file?.format ?? "", families: families, tally: tally, failures: failures,
            leftOut: leftOut, differences: differences, companionOf: file?.file.companionOf)
    }

    /// Calls `body` for all indices on all cores and returns the results in order.
    private func inParallel<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
        let results = Mutex<[Result?]>(Array(repeating: nil, count: count))
        Workers.forEach(count, workers: runner.workerCount) { _, index in
            let result = body(index)
            results.withLock { $0[index] = result }
        }
        // `Workers` hands out every index, and `body` cannot fail: none is missing.
        return results.withLock { $0.compactMap { $0 } }
    }
}
