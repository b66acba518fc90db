internal import Synchronization

/// Delivers reports from several threads in input order, each as soon as all preceding ones have arrived.
final class OrderedReports<Report: Sendable>: Sendable {
    private struct State {
        var next = 0
        var waiting: [Int: Report] = [:]
    }
    private let state = Mutex(State())
    private let deliver: @Sendable (Int, Report) -> Void

    /// Calls `deliver` with each index and report, in order and never concurrently.
    init(_ deliver: @escaping @Sendable (Int, Report) -> Void) { self.deliver = deliver }

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

/// The status of the first input that failed, used as the command's status.
final class FirstFailure: Sendable {
    private let first = Mutex<ExitStatus?>(nil)

    var status: ExitStatus? { first.withLock { $0 } }

    func note(_ status: ExitStatus) {
        first.withLock { first in if first == nil { first = status } }
    }
}

/// An array that several threads append to.
final class Collected<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func append(_ element: Element) { elements.withLock { $0.append(element) } }
}
