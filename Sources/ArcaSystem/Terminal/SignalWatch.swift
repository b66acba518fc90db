internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Notes signals that would end or stop the process, so that the terminal can be set right first.
///
/// The handler writes the signal's number into a pipe, so that waiting for the user and for a signal is one `poll`,
/// whichever thread the signal comes to and whenever it comes.
struct SignalWatch {
    /// Where the handler writes.
    private static let target = Atomic<Int32>(-1)
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU]
    private var previous: [sigaction] = []
    private var ends: [Int32] = [-1, -1]

    /// Starts watching.
    init() throws(SystemError) {
        try systemCall("cannot make a pipe") { pipe(&ends) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        Self.target.store(ends[1], ordering: .relaxed)
        let handler: @convention(c) (Int32) -> Void = { signal in
            var number = UInt8(truncatingIfNeeded: signal)
            let before = errno
            write(SignalWatch.target.load(ordering: .relaxed), &number, 1)
            errno = before
        }
        for signal in Self.signals {
            var action = sigaction()
            var old = sigaction()
            #if canImport(Glibc)
            action.__sigaction_handler.sa_handler = handler
            #else
            action.__sigaction_u.__sa_handler = handler
            #endif
            sigaction(signal, nil, &old)
            // What is ignored stays so: under nohup a hang-up must not end the process.
            if !Self.isIgnored(old) { sigaction(signal, &action, nil) }
            previous.append(old)
        }
    }

    /// Waits until there is something to read, or returns the signal that came.
    func wait(for terminal: borrowing Descriptor) -> Int32? {
        var sources = [terminal.number, ends[0]].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&sources, 2, -1) < 0, errno == EINTR {}
        guard sources[1].revents != 0 else { return nil }
        var number: UInt8 = 0
        return read(ends[0], &number, 1) == 1 ? Int32(number) : nil
    }

    /// Puts the former handlers back.
    func end() {
        for (signal, var action) in zip(Self.signals, previous) { sigaction(signal, &action, nil) }
        for end in ends { close(end) }
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        #if canImport(Glibc)
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
        #else
        unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
        #endif
    }
}
