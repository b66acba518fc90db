internal import ArcaPlatform
internal import Synchronization

/// Notes signals, such as those that would end or stop the process, so that the terminal can be set right first.
///
/// The handler writes the signal's number into a pipe, so that waiting for the user and for a signal is one `poll`,
/// whichever thread the signal comes to and whenever it comes.
struct SignalWatch {
    /// Where the handler writes.
    private static let target = Atomic<Int32>(-1)
    /// What would leave a terminal in a wrong state.
    static let endingOrStopping = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU]
    private let signals: [Int32]
    private var previous: [sigaction] = []
    private var previousMask = sigset_t()
    private var ends: [Int32] = [-1, -1]

    /// Starts watching.
    ///
    /// With `isSentOnly`, signals that the terminal sends to the whole process group are dropped: a child that belongs to
    /// it has them already.
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
            // What is ignored stays so: under nohup a hang-up must not end the process. But a child's end that is ignored
            // is nothing that could be waited for.
            if signal == SIGCHLD || !old.isIgnoring { sigaction(signal, &action, nil) }
            previous.append(old)
        }
        // Who started this process, or this thread, may have blocked them: they would be waited for in vain.
        var watched = sigset_t()
        sigemptyset(&watched)
        for signal in signals { sigaddset(&watched, signal) }
        pthread_sigmask(SIG_UNBLOCK, &watched, &previousMask)
    }

    private static let note: SignalHandler = { signal, _, _ in tell(signal) }

    /// Codes above 0 are the kernel's, the terminal's among them; others say that a process sent the signal.
    private static let noteSent: SignalHandler = { signal, info, _ in
        if let info, info.pointee.si_code <= 0 { tell(signal) }
    }

    private static func tell(_ signal: Int32) {
        var number = UInt8(truncatingIfNeeded: signal)
        let before = errno
        write(target.load(ordering: .relaxed), &number, 1)
        errno = before
    }

    /// What to `poll` for reading beside other descriptors.
    var descriptor: Int32 { ends[0] }

    /// The next signal, once ``descriptor`` can be read.
    func next() -> Int32? {
        var number: UInt8 = 0
        return read(ends[0], &number, 1) == 1 ? Int32(number) : nil
    }

    /// Waits until there is something to read, or returns the signal that came.
    func wait(for terminal: borrowing Descriptor) -> Int32? {
        var sources = [terminal.number, ends[0]].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&sources, 2, -1) < 0, errno == EINTR {}
        guard sources[1].revents != 0 else { return nil }
        return next()
    }

    /// Puts the former handlers back.
    func end() {
        var mask = previousMask
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        for (signal, var action) in zip(signals, previous) { sigaction(signal, &action, nil) }
        for end in ends { close(end) }
    }
}
