internal import ArcaPlatform

/// A running thread; whoever starts it must join it.
struct WorkerThread: ~Copyable {
    private let identifier: pthread_t

    /// Starts a thread, or fails when the system has none to give.
    ///
    /// Signals stay with the threads that were there before, so that a handler never runs in the middle of a worker.
    init?(_ body: @escaping () -> Void) {
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        guard let identifier = startThread(body) else { return nil }
        self.identifier = identifier
    }

    /// Waits for the end.
    consuming func join() { pthread_join(identifier, nil) }
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
