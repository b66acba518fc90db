import Synchronization

/// The faults to inject into the files of a folder, and a record of the operations.
final class FaultPlan: Sendable {
    /// File operations of SQLite that a disk can fail.
    enum Operation: Sendable {
        case open
        /// A failing write writes the first half.
        case write
        case sync
        case truncate
        case unlink
    }

    enum Fault: Sendable, CaseIterable {
        /// An I/O error.
        case inputOutput
        /// A write finds the disk full; other operations fail with an I/O error.
        case fullDisk
    }

    private struct State {
        var operations: [Operation] = []
        var failing: Range<Int> = 0..<0
        var fault = Fault.inputOutput
    }
    private let state = Mutex(State())

    /// Operations since the last ``fail(at:_:forever:)`` or ``succeed()``.
    var operations: [Operation] { state.withLock { $0.operations } }

    /// Makes one of the operations from now on fail.
    ///
    /// - Parameters:
    ///   - number: The number of the operation, from 0.
    ///   - fault: The kind of failure.
    ///   - forever: Whether all later operations fail as well, which leaves the file as a killed process would.
    func fail(at number: Int, _ fault: Fault, forever: Bool = false) {
        state.withLock { $0 = State(failing: number..<(forever ? .max : number + 1), fault: fault) }
    }

    /// Clears the faults and restarts the count at 0.
    func succeed() { state.withLock { $0 = State() } }

    /// Counts an operation and returns its fault, or nil if it succeeds.
    func strike(_ operation: Operation) -> Fault? {
        state.withLock { state in
            let number = state.operations.count
            state.operations.append(operation)
            return state.failing.contains(number) ? state.fault : nil
        }
    }
}
