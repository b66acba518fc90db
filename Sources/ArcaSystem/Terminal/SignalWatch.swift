internal import ArcaPlatform
internal import Synchronization

/// Watches signals, such as those that end or stop the process, so the terminal can be restored first.
///
/// The handler writes the signal number to a pipe. A single `poll` therefore waits for both input and signals, without
/// a race and on any thread.
struct SignalWatch {
    /// The descriptor that the handler writes to.
    private static let target = Atomic<Int32>(-1)
    /// The signals that would leave the terminal in a wrong state.
    static let endingOrStopping = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU]
    private let signals: [Int32]
    private var previous: [sigaction] = []
    private var previousMask = sigset_t()
    private var ends: [Int32] = [-1, -1]

    /// Starts watching.
    ///
    /// With `isSentOnly`, signals that the terminal sends to the whole process group are ignored, because a child in
    /// that group receives them as well.
    init(_ signals: [Int32] = endingOrStopping, isSentOnly: Bool = false) throws(SystemError) {
        self.signals = signals
        try systemCall("cannot make a pipe") { pipe(&ends) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        Self.target.store(ends[1], ordering: .relaxed)
        for signal in signals {
            var action = sigaction()
            var old = sigaction()
            let handler = isSentOnly && signal != SIGCHLD ? Self.noteSent : Self.note
            action.callWithInfo(handler)
            sigaction(signal, nil, &old)
            // Ignored signals stay ignored: under nohup, SIGHUP must not end the process. SIGCHLD is an exception,
            // because ignored children cannot be waited for.
            if signal == SIGCHLD || !old.isIgnoring { sigaction(signal, &action, nil) }
            previous.append(old)
        }
        // The parent process or this thread may have blocked the signals; then waiting would never end.
        var watched = sigset_t()
        sigemptyset(&watched)
        for signal in signals { sigaddset(&watched, signal) }
        pthread_sigmask(SIG_UNBLOCK, &watched, &previousMask)
    }

    private static let note: SignalHandler = { signal, _, _ in tell(signal) }

    /// Codes above 0 mark signals from the kernel, including those from the terminal.
    private static let noteSent: SignalHandler = { signal, info, _ in
        if let info, info.pointee.si_code <= 0 { tell(signal) }
    }

    private static func tell(_ signal: Int32) {
        var number = UInt8(truncatingIfNeeded: signal)
        let before = errno
        write(target.load(ordering: .relaxed), &number, 1)
        errno = before
    }

    /// The descriptor to `poll` for reading.
    var descriptor: Int32 { ends[0] }

    /// Call it when ``descriptor`` is readable.
    func next() -> Int32? {
        var number: UInt8 = 0
        return read(ends[0], &number, 1) == 1 ? Int32(number) : nil
    }

    /// Waits for input, or returns the signal that arrived first.
    func wait(for terminal: borrowing Descriptor) -> Int32? {
        var sources = [terminal.number, ends[0]].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&sources, 2, -1) < 0, errno == EINTR {}
        guard sources[1].revents != 0 else { return nil }
        return next()
    }

    func end() {
        var mask = previousMask
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        for (signal, var action) in zip(signals, previous) { sigaction(signal, &action, nil) }
        for end in ends { close(end) }
    }
}
