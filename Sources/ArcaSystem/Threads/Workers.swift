internal import ArcaPlatform
internal import Synchronization

/// Work on several cores at once, blocking until it is done: no tasks, no queues, no thread left behind.
package enum Workers {
    /// The cores that this process may use; `taskset` and container limits on cores count, CPU time quotas do not.
    package static let coreCount: Int = {
        var mask: [UInt64] = Array(repeating: 0, count: 128)  // 8192 cores, the kernel's largest number
        let filled = mask.withUnsafeMutableBytes { arca_core_mask($0.baseAddress, UInt($0.count)) }
        let usable = filled > 0 ? mask.reduce(0) { $0 + $1.nonzeroBitCount } : sysconf(Int32(_SC_NPROCESSORS_ONLN))
        return max(1, usable)
    }()

    /// Calls `body` for each index from 0 to `count - 1`, on several threads, the calling one among them.
    ///
    /// Indices are handed out in order, each to the thread that is free first. When calls fail, no further index is
    /// handed out, and the error of the lowest index is thrown, the same in every run.
    ///
    /// - Parameters:
    ///   - count: How many indices, 0 or more.
    ///   - workers: How many threads at most; one a core by default.
    ///   - body: Receives the worker's number, from 0, and the index. Calls with one worker's number never overlap, so
    ///     it may choose a buffer or context.
    /// - Throws: What `body` throws.
    package static func forEach<Failure: Error>(
        _ count: Int, workers: Int = coreCount, _ body: @Sendable (_ worker: Int, _ index: Int) throws(Failure) -> Void
    ) throws(Failure) {
        let next = Atomic<Int>(0)
        let failure = Mutex<(index: Int, error: Failure)?>(nil)
        runOnThreads(min(workers, count)) { worker in
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                do throws(Failure) {
                    try body(worker, index)
                } catch {
                    next.store(count, ordering: .relaxed)
                    failure.withLock { first in
                        if first.map({ index < $0.index }) ?? true { first = (index, error) }
                    }
                }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure.error }
    }
}
