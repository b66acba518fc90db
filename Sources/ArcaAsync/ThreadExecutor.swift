internal import ArcaPlatform
public import ArcaSystem
internal import Synchronization

/// A thread that an actor's work runs on: for calls that block, which must not hold up the pool of Swift's concurrency.
///
/// ```swift
/// actor Passwords {
///     private let thread: ThreadExecutor
///     nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
///
///     init() throws { thread = try ThreadExecutor() }
///
///     func hash(_ password: SecretBytes) throws -> String { try PasswordHash(hashing: password).text }
/// }
/// ```
///
/// The thread ends when the executor goes away, which is when the last actor does that keeps it.
public final class ThreadExecutor: SerialExecutor {
    private let queue: JobQueue

    /// Starts the thread.
    ///
    /// - Throws: `SystemError` with code `.failed` when the system has no thread to give.
    public init() throws(SystemError) {
        let queue = JobQueue()
        guard let thread = WorkerThread({ queue.run() }) else {
            throw SystemError(.failed, "the system has no thread to give")
        }
        thread.detach()
        self.queue = queue
    }

    deinit { queue.stop() }

    /// Puts a job at the end of the queue.
    public func enqueue(_ job: consuming ExecutorJob) { queue.put(UnownedJob(job), for: self) }

    /// Whether the calling code runs on this thread, for `assumeIsolated`.
    public func checkIsolated() {
        precondition(queue.isCurrent, "this code does not run on the actor's thread")
    }
}

/// What waits for the thread.
private final class JobQueue: @unchecked Sendable {  // Every part is guarded by the monitor.
    private let monitor = Monitor()
    /// Jobs, and who runs them: kept until the job has returned, also if the actor goes away with it.
    private var jobs: [(job: UnownedJob, executor: ThreadExecutor)] = []
    private var isStopped = false
    private let thread = Atomic<UInt>(0)

    var isCurrent: Bool { thread.load(ordering: .relaxed) == currentThread }

    func put(_ job: UnownedJob, for executor: ThreadExecutor) {
        monitor.lock()
        jobs.append((job, executor))
        monitor.notify()
        monitor.unlock()
    }

    func stop() {
        monitor.lock()
        isStopped = true
        monitor.notify()
        monitor.unlock()
    }

    func run() {
        thread.store(currentThread, ordering: .relaxed)
        while let batch = next() {
            for (job, executor) in batch { job.runSynchronously(on: executor.asUnownedSerialExecutor()) }
        }
    }

    private func next() -> [(job: UnownedJob, executor: ThreadExecutor)]? {
        monitor.lock()
        defer { monitor.unlock() }
        while jobs.isEmpty {
            if isStopped { return nil }
            monitor.wait()
        }
        defer { jobs = [] }
        return jobs
    }
}
