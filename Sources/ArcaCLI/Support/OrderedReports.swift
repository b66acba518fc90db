internal import Synchronization

/// Puts what several threads report into the order of their inputs, each as soon as all before it are there.
final class OrderedReports<Report: Sendable>: Sendable {
    private struct State {
        var next = 0
        var waiting: [Int: Report] = [:]
    }
    private let state = Mutex(State())
    private let deliver: @Sendable (Int, Report) -> Void

    /// Calls `deliver` with each index and report, in order and never twice at once.
    init(_ deliver: @escaping @Sendable (Int, Report) -> Void) { self.deliver = deliver }

    /// Takes the report of an index.
    func add(_ index: Int, _ report: Report) {
        state.withLock { state in
            state.waiting[index] = report
            while let report = state.waiting.removeValue(forKey: state.next) {
                deliver(state.next, report)
                state.next += 1
            }
        }
    }
}
