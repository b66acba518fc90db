internal import ArcaCore
internal import ArcaSystem

/// A pipe between a task, which suspends, and a worker thread, which blocks: a small buffer in each direction.
///
/// The task may also be a blocking caller, as in ``ContainerStream``. It asks for the next ``Step`` and never waits
/// long for a lock. When the output is no longer needed, ``abandon()`` makes the worker's next read or write throw,
/// which ends its thread.
final class WorkerPipe: @unchecked Sendable {  // Every part is guarded by the monitor.
    enum Step {
        /// Return these bytes.
        case output([UInt8])
        /// Give the worker more input.
        case wantsInput
        /// Wait for the worker.
        case wait
        /// The output is complete.
        case ended
    }

    /// Maximum size of buffered input.
    static let inputByteCount = 64 * 1024
    /// The amount of output for which the task is woken.
    private static let pieceByteCount = 64 * 1024
    /// Maximum size of buffered output.
    static let outputByteCount = 128 * 1024

    private let monitor = Monitor()
    private let input = ByteRing(byteCount: inputByteCount)
    private let output = ByteRing(byteCount: outputByteCount)
    private var isStarving = false
    private var inputHasEnded = false
    private var hasEnded = false
    private var isAbandoned = false
    private var failure: (any Error)?
    private var isBlocking = false
    private var waiter: CheckedContinuation<Void, Never>?

    // MARK: The task's side

    /// Returns the next action; throws the worker's error after all output before it, or `CancellationError` after
    /// ``abandon()``.
    func step() throws -> Step {
        monitor.lock()
        defer { monitor.unlock() }
        if isAbandoned { throw CancellationError() }
        if output.count >= Self.pieceByteCount || output.count > 0 && (hasEnded || isStarving) {
            let bytes = output.takeAll()
            monitor.notify()
            return .output(bytes)
        }
        if hasEnded {
            if let failure { throw failure }
            return .ended
        }
        return inputHasEnded || input.isFull ? .wait : .wantsInput
    }

    /// Appends input for the worker; returns the number of bytes accepted.
    func give(_ bytes: ArraySlice<UInt8>) -> Int {
        monitor.lock()
        defer { monitor.unlock() }
        let count = input.put(bytes.span)
        if count > 0 {
            isStarving = false
            monitor.notify()
        }
        return count
    }

    func endInput() {
        monitor.lock()
        inputHasEnded = true
        isStarving = false
        monitor.notify()
        monitor.unlock()
    }

    /// Suspends while the next step would be `wait`.
    func changed() async {
        await withCheckedContinuation { continuation in
            monitor.lock()
            if isReady {
                monitor.unlock()
                continuation.resume()
            } else {
                waiter = continuation
                monitor.unlock()
            }
        }
    }

    /// Blocks while the next step would be `wait`, for callers outside of tasks.
    func waitForChange() {
        monitor.lock()
        isBlocking = true
        while !isReady { monitor.wait() }
        isBlocking = false
        monitor.unlock()
    }

    func abandon() {
        monitor.lock()
        isAbandoned = true
        monitor.notify()
        wakeTask()
        monitor.unlock()
    }

    private var isReady: Bool {
        isAbandoned || hasEnded || isStarving || output.count >= Self.pieceByteCount
    }

    private func wakeTask() {
        guard isReady else { return }
        if isBlocking { monitor.notify() }
        guard let waiter else { return }
        self.waiter = nil
        waiter.resume()
    }

    // MARK: The worker's side

    /// Runs the worker on a new thread; throws `SystemError` if none can be created.
    func start(_ work: @escaping @Sendable (inout Reader, inout Writer) throws -> Void) throws {
        let thread = WorkerThread {
            Workers.stayOnThisThread()
            var reader = Reader(pipe: self)
            var writer = Writer(pipe: self)
            do {
                try work(&reader, &writer)
                self.end(nil)
            } catch {
                self.end(error)
            }
        }
        guard let thread else { throw SystemError(.failed, "the system has no thread to give") }
        thread.detach()
    }

    private func end(_ error: (any Error)?) {
        monitor.lock()
        hasEnded = true
        failure = error
        wakeTask()
        monitor.unlock()
    }

    private func read(into space: inout OutputSpan<UInt8>) throws {
        guard !space.isFull else { return }
        monitor.lock()
        defer { monitor.unlock() }
        while input.count == 0, !inputHasEnded, !isAbandoned {
            isStarving = true
            wakeTask()
            monitor.wait()
        }
        if isAbandoned { throw CancellationError() }
        input.take(into: &space)
    }

    private func write(_ bytes: Span<UInt8>) throws {
        monitor.lock()
        defer { monitor.unlock() }
        var start = 0
        while start < bytes.count {
            while output.isFull, !isAbandoned { monitor.wait() }
            if isAbandoned { throw CancellationError() }
            start += output.put(bytes.extracting(start..<bytes.count))
            wakeTask()
        }
    }

    struct Reader: ByteReader {
        typealias Failure = any Error
        fileprivate let pipe: WorkerPipe

        mutating func read(into output: inout OutputSpan<UInt8>) throws(any Error) { try pipe.read(into: &output) }
    }

    /// The output of the worker, which blocks while the buffer is full.
    struct Writer: ByteWriter {
        typealias Failure = any Error
        fileprivate let pipe: WorkerPipe

        mutating func write(_ bytes: borrowing some Bytes) throws(any Error) {
            try bytes.withBytes { span in try pipe.write(span) }
        }
    }
}
