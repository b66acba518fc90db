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

    /// Lets pipelines that the calling thread starts from now on stay on it: where many threads do the like at once, as in
    /// a server, more of them gain nothing.
    package static func stayOnThisThread() { pthread_setspecific(alone, UnsafeRawPointer(bitPattern: 1)) }

    /// Whether pipelines stay on the calling thread.
    static var staysOnThisThread: Bool { pthread_getspecific(alone) != nil }

    private static let alone: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "no thread-specific key is left")
        return key
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

/// A running thread; anyone who starts it must join or detach it.
package struct WorkerThread: ~Copyable {
    private let identifier: pthread_t

    /// Starts a thread, or fails when the system has none to give.
    ///
    /// Signals stay with the threads that were there before, so that a handler never runs in the middle of a worker.
    package init?(_ body: @escaping () -> Void) {
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        guard let identifier = startThread(body) else { return nil }
        self.identifier = identifier
    }

    /// Waits for the end.
    package consuming func join() { pthread_join(identifier, nil) }

    /// Lets it end by itself.
    package consuming func detach() { pthread_detach(identifier) }
}

/// Runs `body` on `count` threads, the calling one among them, and returns when all have ended.
///
/// Fewer threads run it when the system does not give more; the first argument counts them from 0.
func runOnThreads(_ count: Int, _ body: (Int) -> Void) {
    guard count > 1 else { return body(0) }
    withoutActuallyEscaping(body) { body in
        nonisolated(unsafe) let body = body
        startAndJoin(count - 1, body)
    }
}

/// Starts one thread and the rest below it, so that each is joined by the frame that started it.
private func startAndJoin(_ worker: Int, _ body: @escaping (Int) -> Void) {
    guard worker > 0, let thread = WorkerThread({ body(worker) }) else { return body(0) }
    startAndJoin(worker - 1, body)
    thread.join()
}

/// A lock with a condition to wait for: what `Mutex` of the standard library lacks.
package final class Monitor: @unchecked Sendable {  // both parts are made for use from several threads
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

    /// Gives the lock up until another thread calls `notify`, then takes it again.
    package func wait() { pthread_cond_wait(changed, mutex) }

    /// Wakes all threads that wait.
    package func notify() { pthread_cond_broadcast(changed) }
}
