import Synchronization

/// What goes wrong with the files of a folder, and what was done to them.
final class FaultPlan: Sendable {
    /// What SQLite does to files that a disk can refuse.
    enum Operation: Sendable {
        /// A file is opened or made.
        case open
        /// Bytes are written; a failing write leaves the first half.
        case write
        /// Bytes are forced to the disk.
        case sync
        /// A file is cut off.
        case truncate
        /// A file is removed.
        case unlink
    }

    /// How an operation fails.
    enum Fault: Sendable, CaseIterable {
        /// The disk fails.
        case inputOutput
        /// A write finds the disk full; other operations fail as above.
        case fullDisk
    }

    private struct State {
        var operations: [Operation] = []
        var failing: Range<Int> = 0..<0
        var fault = Fault.inputOutput
    }
    private let state = Mutex(State())

    /// What was done since the last ``fail(at:_:forever:)`` or ``succeed()``.
    var operations: [Operation] { state.withLock { $0.operations } }

    /// Lets the operation of this number fail, counted from 0 and from now.
    ///
    /// - Parameters:
    ///   - number: Which one.
    ///   - fault: How.
    ///   - forever: Whether all later ones fail as well, so that what stays is what a dying process leaves.
    func fail(at number: Int, _ fault: Fault, forever: Bool = false) {
        state.withLock { $0 = State(failing: number..<(forever ? .max : number + 1), fault: fault) }
    }

    /// Lets all go well, and counts from 0 again.
    func succeed() { state.withLock { $0 = State() } }

    /// How an operation that is about to be done fails; nil lets it be done.
    func strike(_ operation: Operation) -> Fault? {
        state.withLock { state in
            let number = state.operations.count
            state.operations.append(operation)
            return state.failing.contains(number) ? state.fault : nil
        }
    }
}
