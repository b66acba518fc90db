internal import Synchronization

/// Puts what several threads report into the order of their inputs, each as soon as all before it are there.
final class OrderedReports<Report: Sendable>: Sendable {
    private struct State {
        /// The index of the first report that was not delivered.
        var next = 0
        /// That report and those behind it, as far as they are there.
        var waiting: [Report?] = []
    }
    private let state = Mutex(State())
    private let deliver: @Sendable (Int, Report) -> Void

    /// Calls `deliver` with each index and report, in order and never twice at once.
    init(_ deliver: @escaping @Sendable (Int, Report) -> Void) { self.deliver = deliver }

    /// Takes the report of an index.
    func add(_ index: Int, _ report: Report) {
        state.withLock { state in
            let place = index - state.next
            while state.waiting.count <= place { state.waiting.append(nil) }
            state.waiting[place] = report
            guard place == 0 else { return }
            let count = state.waiting.firstIndex { $0 == nil } ?? state.waiting.count
            for case let report? in state.waiting[..<count] {
                deliver(state.next, report)
                state.next += 1
            }
            state.waiting.removeFirst(count)
        }
    }
}
