internal import ArcaPlatform
internal import Synchronization

/// An action that runs before a signal ends the process, for work that is too long for a signal handler.
///
/// It covers ``endingSignals``. A signal that the app handles is covered only if it is SIGINT, SIGTERM or SIGHUP, which
/// ask the process to end; others may have any meaning.
///
/// The signal handler wakes a thread through a pipe. The thread runs the action and then lets the signal take effect. A
/// process has at most one such action.
package final class SignalCleanup {
    private static let isTaken = Atomic(false)
    /// The descriptor that the handler writes to.
    private static let target = Atomic<Int32>(-1)
    private static let requests = [SIGINT, SIGTERM, SIGHUP]

    private let previous: [Int32: sigaction]
    private let reading: Descriptor
    private var writing: Descriptor?
    private var thread: WorkerThread?

    /// Starts waiting for signals; nil if another action is active, or if no thread or pipe is available.
    ///
    /// - Parameter act: Runs on a separate thread after a signal. Finally it calls its argument, which does not return
    ///   unless the process handles the signal itself.
    package init?(_ act: @escaping @Sendable (_ proceed: () -> Void) -> Void) {
        guard !Self.isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
        guard let pipe = try? Pipe() else {
            Self.isTaken.store(false, ordering: .releasing)
            return nil
        }
        let source = pipe.reading.number
        Self.target.store(pipe.writing.number, ordering: .releasing)
        reading = pipe.reading
        writing = .some(pipe.writing)
        let previous = Self.takeSignals()
        self.previous = previous
        thread = WorkerThread {
            var number: UInt8 = 0
            while read(source, &number, 1) < 0, errno == EINTR {}
            guard number != 0 else { return }
            act {
                HiddenNames.unlinkAll()
                Self.putBack(previous)
                kill(getpid(), Int32(number))
            }
        }
        if thread == nil {
            end()
            return nil
        }
    }

    deinit { end() }

    /// Lets the signals that ask the process to end reach this thread, even if the starting process has blocked them.
    package static func unblockRequests() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in requests { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Restores the previous signal handlers; does not return if a signal is pending.
    package func end() {
        guard writing != nil else { return }
        Self.putBack(previous)
        // Names registered in the meantime found this handler installed instead of their own.
        HiddenNames.takeSignals()
        // The thread reads the handler's byte, or the end of the pipe.
        writing = nil
        if let thread = thread.take() { thread.join() }
        Self.isTaken.store(false, ordering: .releasing)
    }

    private static let handler: @convention(c) (Int32) -> Void = { signal in
        var number = UInt8(truncatingIfNeeded: signal)
        let before = errno
        write(SignalCleanup.target.load(ordering: .acquiring), &number, 1)
        errno = before
    }

    /// Installs the handler, except for ignored signals: under nohup, SIGHUP must not end the process.
    private static func takeSignals() -> [Int32: sigaction] {
        var previous: [Int32: sigaction] = [:]
        for signal in endingSignals {
            var old = sigaction()
            sigaction(signal, nil, &old)
            let isFree = old.isDefault || HiddenNames.handles(old)
            guard isFree || requests.contains(signal) && !old.isIgnoring else { continue }
            var action = sigaction()
            action.call(handler)
            previous[signal] = old
            sigaction(signal, &action, nil)
        }
        return previous
    }

    /// Restores the previous handlers, except those that were replaced in the meantime.
    private static func putBack(_ previous: [Int32: sigaction]) {
        for (signal, var action) in previous {
            var current = sigaction()
            sigaction(signal, nil, &current)
            if current.handlerAddress == unsafeBitCast(handler, to: Int.self) { sigaction(signal, &action, nil) }
        }
    }
}
