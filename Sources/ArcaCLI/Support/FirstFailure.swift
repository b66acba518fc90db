internal import Synchronization

/// The status of the first input that failed, which is the whole command's.
final class FirstFailure: Sendable {
    private let first = Mutex<ExitStatus?>(nil)

    /// The status, nil while nothing has failed.
    var status: ExitStatus? { first.withLock { $0 } }

    /// Keeps a status unless there is one already.
    func note(_ status: ExitStatus) {
        first.withLock { first in if first == nil { first = status } }
    }
}
