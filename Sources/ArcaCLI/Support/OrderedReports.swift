internal import Synchronization

/// Delivers what several threads report in the order of their inputs, each as soon as all before it have arrived.
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

/// The status of the first input that failed, which is the status of the command.
final class FirstFailure: Sendable {
    private let first = Mutex<ExitStatus?>(nil)

    /// The status; nil while nothing has failed.
    var status: ExitStatus? { first.withLock { $0 } }

    /// Keeps a status unless there is one already.
    func note(_ status: ExitStatus) {
        first.withLock { first in if first == nil { first = status } }
    }
}

/// A list that several threads append to.
final class Collected<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    /// All elements so far.
    var all: [Element] { elements.withLock { $0 } }

    /// Appends an element.
    func append(_ element: Element) { elements.withLock { $0.append(element) } }
}
