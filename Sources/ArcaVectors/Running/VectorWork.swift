internal import ArcaSystem

/// A work queue for files: workers read them, run their cases and collect the outcomes.
///
/// An idle worker takes cases of files already read before it reads another file. So cores stay busy even if one case
/// takes long, and few files are in memory at a time.
final class VectorWork: @unchecked Sendable {  // state is guarded by the monitor
    private enum Task {
        case read(Int)
        case run(OpenFile, Range<Int>)
    }

    private let pieceCount: Int

    private let inputs: [VectorInput]
    private let runner: VectorRunner
    private let progress: @Sendable (VectorRunner.Progress) -> Void
    private let monitor = Monitor()
    private var nextInput = 0
    /// Number of files being read, each of which may add cases.
    private var readingCount = 0
    /// Files with cases that have not been taken.
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

    func run() -> [VectorReport.File] {
        Workers.forEach(max(1, runner.workerCount), workers: max(1, runner.workerCount)) { _, _ in
            while let task = next() {
                switch task {
                case .read(let index): read(index)
                case .run(let file, let range): if file.run(range, runner) { finish(file) }
                }
            }
        }
        // All inputs are processed, unless an implementation cannot be run.
        return reports.compactMap { $0 }
    }

    /// Returns the next task, or nil when all work is done; waits for files being read, which may add cases.
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
