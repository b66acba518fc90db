internal import ArcaSystem

/// Files on their way through the workers, who read them, run their cases and put the outcomes together.
///
/// A worker that is free takes cases of files that are read before it reads another: cores are never idle while there is
/// work, however long one case takes, and few files are in memory at a time.
final class VectorWork: @unchecked Sendable {  // what changes is under the monitor's lock
    /// Something for a worker to do.
    private enum Task {
        case read(Int)
        case run(OpenFile, Range<Int>)
    }

    /// Cases that a worker takes at once.
    private let pieceCount: Int

    private let inputs: [VectorInput]
    private let runner: VectorRunner
    private let progress: @Sendable (VectorRunner.Progress) -> Void
    private let monitor = Monitor()
    private var nextInput = 0
    /// How many files are being read, any of which may bring cases.
    private var readingCount = 0
    /// Files with cases that no worker has taken.
    private var open: [(file: OpenFile, next: Int)] = []
    private var reports: [VectorReport.File?]
    private var fileCount = 0
    private var caseCount = 0

    init(
        _ inputs: [VectorInput], _ runner: VectorRunner, progress: @escaping @Sendable (VectorRunner.Progress) -> Void
    ) {
        self.inputs = inputs
        self.runner = runner
        self.progress = progress
        pieceCount = max(1, runner.implementations.map(\.caseCountAtOnce).max() ?? 1)
        reports = Array(repeating: nil, count: inputs.count)
    }

    /// Does all of it, on as many threads as the runner says.
    func run() -> [VectorReport.File] {
        Workers.forEach(max(1, runner.workerCount), workers: max(1, runner.workerCount)) { _, _ in
            while let task = next() {
                switch task {
                case .read(let index): read(index)
                case .run(let file, let range): if file.run(range, runner) { finish(file) }
                }
            }
        }
        // Every input is taken, and every file that was read is finished, unless an implementation cannot be asked.
        return reports.compactMap { $0 }
    }

    /// What to do next; waits while it depends on what others are reading, and is nil when nothing is left.
    private func next() -> Task? {
        monitor.lock()
        defer { monitor.unlock() }
        while true {
            guard runner.failure == nil else { return nil }
            if let (file, first) = open.first {
                let range = first..<min(first + pieceCount, file.caseCount)
                if range.upperBound == file.caseCount { open.removeFirst() } else { open[0].next = range.upperBound }
                return .run(file, range)
            }
            if nextInput < inputs.count {
                defer { nextInput += 1 }
                readingCount += 1
                return .read(nextInput)
            }
            guard readingCount > 0 else { return nil }
            monitor.wait()
        }
    }

    private func read(_ index: Int) {
        let file = OpenFile(index, inputs[index], runner)
        monitor.lock()
        readingCount -= 1
        if file.caseCount > 0 { open.append((file, 0)) }
        monitor.notify()
        monitor.unlock()
        if file.caseCount == 0 { finish(file) }
    }

    private func finish(_ file: OpenFile) {
        let report = file.report()
        monitor.lock()
        defer { monitor.unlock() }
        reports[file.index] = report
        fileCount += 1
        caseCount += report.tally.total
        progress(
            .init(
                files: fileCount, fileCount: inputs.count, cases: caseCount,
                newByteCount: inputs[file.index].expectedByteCount))
    }
}
