internal import ArcaPlatform
public import ArcaSystem
internal import Synchronization

/// An actor executor with its own thread, for blocking calls, which must not block Swift's cooperative thread pool.
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
/// The thread ends when the executor is released, along with the last actor that uses it.
public final class ThreadExecutor: SerialExecutor {
    private let queue: JobQueue

    /// Starts the thread.
    ///
    /// - Throws: `SystemError` with code `.failed` if no thread can be created.
    public init() throws(SystemError) {
        let queue = JobQueue()
        guard let thread = WorkerThread({ queue.run() }) else {
            throw SystemError(.failed, "the system has no thread to give")
        }
        thread.detach()
        self.queue = queue
    }

    deinit { queue.stop() }

    /// Appends a job to the queue.
    public func enqueue(_ job: consuming ExecutorJob) { queue.put(UnownedJob(job), for: self) }

    /// Checks that the calling code runs on this thread, for `assumeIsolated`.
    public func checkIsolated() {
        precondition(queue.isCurrent, "this code does not run on the actor's thread")
    }
}

private final class JobQueue: @unchecked Sendable {  // Every part is guarded by the monitor.
    private let monitor = Monitor()
    /// Jobs with their executor, which is retained until the job returns, even if the actor is released.
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
