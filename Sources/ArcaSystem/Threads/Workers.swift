internal import ArcaPlatform
internal import Synchronization

/// Parallel work that blocks until it is done: no tasks, no queues, no threads left behind.
package enum Workers {
    /// Respects `taskset` and container core limits, but not CPU time quotas.
    package static let coreCount: Int = {
        var mask: [UInt64] = Array(repeating: 0, count: 128)  // 8192 cores, the kernel's largest number
        let filled = mask.withUnsafeMutableBytes { arca_core_mask($0.baseAddress, UInt($0.count)) }
        let usable = filled > 0 ? mask.reduce(0) { $0 + $1.nonzeroBitCount } : sysconf(Int32(_SC_NPROCESSORS_ONLN))
        return max(1, usable)
    }()

    /// Keeps pipelines that the calling thread starts on this thread.
    ///
    /// Use it if many threads do similar work at once, as in a server; more threads would gain nothing.
    package static func stayOnThisThread() { pthread_setspecific(alone, UnsafeRawPointer(bitPattern: 1)) }

    package static var staysOnThisThread: Bool { pthread_getspecific(alone) != nil }

    private static let alone: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "no thread-specific key is left")
        return key
    }()

    /// Calls `body` for each index from 0 to `count - 1`, on several threads including the calling one.
    ///
    /// Indices are assigned in order to the next free thread. After a failure no more indices are assigned, and the
    /// error of the lowest index is thrown, so it is the same in every run.
    ///
    /// - Parameters:
    ///   - count: The number of indices, at least 0.
    ///   - workers: The maximum number of threads; one per core by default.
    ///   - body: Receives the worker number, from 0, and the index. Calls with the same worker number never overlap, so
    ///     it can select a buffer or context.
    /// - Throws: Errors of `body`.
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

/// A running thread, which must be joined or detached.
package struct WorkerThread: ~Copyable {
    private let identifier: pthread_t

    /// Starts a thread; nil if the system has none available.
    ///
    /// Signals are blocked in the new thread, so a handler never interrupts a worker.
    package init?(_ body: @escaping () -> Void) {
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        guard let identifier = startThread(body) else { return nil }
        self.identifier = identifier
    }

    package consuming func join() { pthread_join(identifier, nil) }

    package consuming func detach() { pthread_detach(identifier) }
}

/// Runs `body` on `count` threads including the calling one, and returns when all have ended.
///
/// Uses fewer threads if the system has no more. The argument is the thread number, from 0.
func runOnThreads(_ count: Int, _ body: (Int) -> Void) {
    guard count > 1 else { return body(0) }
    withoutActuallyEscaping(body) { body in
        nonisolated(unsafe) let body = body
        startAndJoin(count - 1, body)
    }
}

/// Recursive, so each thread is joined by the frame that started it.
private func startAndJoin(_ worker: Int, _ body: @escaping (Int) -> Void) {
    guard worker > 0, let thread = WorkerThread({ body(worker) }) else { return body(0) }
    startAndJoin(worker - 1, body)
    thread.join()
}

/// A lock with a condition variable, which the standard library's `Mutex` lacks.
package final class Monitor: @unchecked Sendable {  // both parts are designed for several threads
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        mutex.initialize(to: pthread_mutex_t())
        changed.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    package func lock() { pthread_mutex_lock(mutex) }

    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Releases the lock until another thread calls `notify`, then reacquires it.
    package func wait() { pthread_cond_wait(changed, mutex) }

    package func notify() { pthread_cond_broadcast(changed) }
}
