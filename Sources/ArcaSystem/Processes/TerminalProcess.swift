internal import ArcaPlatform

/// Runs a program on a pseudoterminal that is shown on the user's terminal, with its output filtered.
///
/// The user's terminal passes every key on, so the pseudoterminal interprets them: it echoes, edits lines and sends
/// signals, as the program sets it. Its window has the size of the user's.
package enum TerminalProcess {
    /// Whether standard input and output are the terminal, and this process may use it.
    package static var isAvailable: Bool {
        isatty(0) == 1 && tcgetpgrp(1) == getpgrp()
    }

    /// Runs a program until it exits; if it stops, so does this process, until it is continued.
    ///
    /// - Parameters:
    ///   - words: The program, which calls ``TerminalJob``, and its arguments.
    ///   - environment: The complete environment.
    ///   - filter: The filter for the program's output; standard error is separate if it is not the terminal.
    /// - Returns: The termination status.
    /// - Throws: ``SystemError`` if the program cannot be started; errors of `filter`, after ending the program.
    package static func run(
        _ words: [[UInt8]], environment: consuming EnvironmentBlock, filter: ForegroundProcess.Filter
    ) throws -> ForegroundProcess.End {
        let terminal = try Terminal.openTerminal(O_RDWR)
        var settings = termios()
        try systemCall("cannot examine the terminal") { tcgetattr(terminal.number, &settings) }
        guard let pair = openPseudoterminal() else {
            throw SystemError(errno: errno, "cannot make a pseudoterminal")
        }
        let output = OutputPipe(master: pair.master, standing: 1)
        let errors = isatty(2) == 1 ? nil : try OutputPipe(standing: 2)
        // Watched before the program starts, so no signal is missed.
        let watch = try SignalWatch(ForegroundProcess.relayed + [SIGCHLD, SIGTSTP])
        defer { watch.end() }
        let child = try spawn(words, consume environment, pair.slave, settings, terminal, errors?.writing)
        errors?.closeWriting()
        _ = fcntl(pair.master, F_SETFL, fcntl(pair.master, F_GETFL) | O_NONBLOCK)
        var session = TerminalSession(
            child: child, terminal: terminal.number, settings: settings, output: output, errors: errors)
        session.beginRaw()
        defer { session.endRaw() }
        do {
            return try session.run(watch, filter)
        } catch {
            if session.end == nil {
                // The program's session ends with its terminal.
                output.closeReading()
                kill(child, SIGTERM)
                var status: Int32 = 0
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
            }
            throw error
        }
    }

    private static func spawn(
        _ words: [[UInt8]], _ environment: consuming EnvironmentBlock, _ slave: [CChar], _ settings: termios,
        _ terminal: borrowing Descriptor, _ errors: Int32?
    ) throws(SystemError) -> pid_t {
        // It stays open until the program has it, so that the pseudoterminal does not end before.
        let number = try systemCall("cannot open a pseudoterminal") { open(slave, O_RDWR | O_NOCTTY | O_CLOEXEC) }
        defer { close(number) }
        var settings = settings
        tcsetattr(number, TCSANOW, &settings)
        copyWindowSize(from: terminal.number, to: number)
        let environment = environment
        return try environment.withPointers { variables throws(SystemError) in
            try ProcessStart.spawn(words, environment: variables, in: .newSession) { actions in
                posix_spawn_file_actions_addopen(&actions, 0, slave, O_RDWR, 0)
                posix_spawn_file_actions_adddup2(&actions, 0, 1)
                posix_spawn_file_actions_adddup2(&actions, errors ?? 0, 2)
            }
        }
    }

    fileprivate static func copyWindowSize(from terminal: Int32, to other: Int32) {
        var size = winsize()
        if ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 { _ = ioctl(other, UInt(TIOCSWINSZ), &size) }
    }
}

/// A program on a pseudoterminal, and the user's terminal.
private struct TerminalSession {
    let child: pid_t
    let terminal: Int32
    /// Those of the user's terminal, to restore.
    let settings: termios
    let output: OutputPipe
    let errors: OutputPipe?
    private(set) var end: ForegroundProcess.End?
    private let typed = TypedBytes()
    private var canType = true

    init(child: pid_t, terminal: Int32, settings: termios, output: OutputPipe, errors: OutputPipe?) {
        (self.child, self.terminal, self.settings) = (child, terminal, settings)
        (self.output, self.errors) = (output, errors)
    }

    mutating func run(_ watch: SignalWatch, _ filter: ForegroundProcess.Filter) throws -> ForegroundProcess.End {
        let pipes = [output] + [errors].compactMap(\.self)
        while true {
            var sources = pipes.map { pollfd(fd: $0.isOpen ? $0.reading : -1, events: Int16(POLLIN), revents: 0) }
            if !typed.isEmpty { sources[0].events |= Int16(POLLOUT) }
            let isReading = canType && typed.isEmpty && end == nil
            sources.append(pollfd(fd: isReading ? terminal : -1, events: Int16(POLLIN), revents: 0))
            sources.append(pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0))
            // After the exit, the remaining output is read without waiting.
            while poll(&sources, nfds_t(sources.count), end == nil ? -1 : 0) < 0, errno == EINTR {}
            var hasRead = false
            for (pipe, source) in zip(pipes, sources) where source.revents & ~Int16(POLLOUT) != 0 {
                try pipe.pass(to: filter)
                hasRead = true
            }
            if let end, !hasRead {
                for pipe in pipes where pipe.isOpen {
                    try filter(pipe.target, UnsafeBufferPointer<UInt8>(start: nil, count: 0).span, true)
                }
                return end
            }
            if sources[pipes.count].revents != 0 { readTyped() }
            if !typed.isEmpty { typed.write(to: output.reading) }
            if sources[pipes.count + 1].revents != 0, let signal = watch.next(), end == nil { try handle(signal) }
        }
    }

    private mutating func handle(_ signal: Int32) throws {
        switch signal {
        case SIGWINCH: TerminalProcess.copyWindowSize(from: terminal, to: output.reading)
        case SIGTSTP: suspend()
        case SIGCHLD:
            var status: Int32 = 0
            let result = try systemCall("cannot wait for the command") {
                waitpid(child, &status, WNOHANG | WUNTRACED)
            }
            guard result == child else { return }
            // A stopped child has 0x7f here.
            if status & 0xff == 0x7f { suspend() } else { end = ForegroundProcess.End(status: status) }
        default: kill(child, signal)
        }
    }

    // MARK: Keys

    private mutating func readTyped() {
        guard !typed.read(from: terminal) else { return }
        // The terminal is gone, as the kernel tells a program on it.
        canType = false
        kill(child, SIGHUP)
    }

    // MARK: The user's terminal

    func beginRaw() {
        var raw = settings
        cfmakeraw(&raw)
        set(raw)
    }

    func endRaw() { set(settings) }

    private func set(_ settings: termios) {
        var settings = settings
        var tries = 0
        // Signals can interrupt the call; the limit prevents a busy loop in a background process.
        while tcsetattr(terminal, TCSADRAIN, &settings) != 0, errno == EINTR, tries < 100 { tries += 1 }
    }

    /// Stops this process group with the terminal as it was, as the key for it would do, and then continues the program.
    private func suspend() {
        endRaw()
        var stopping = sigaction()  // the default action
        var watching = sigaction()
        sigaction(SIGTSTP, &stopping, &watching)
        kill(0, SIGTSTP)
        sigaction(SIGTSTP, &watching, nil)
        beginRaw()
        TerminalProcess.copyWindowSize(from: terminal, to: output.reading)
        kill(child, SIGCONT)
    }
}

/// Typed bytes that the pseudoterminal has not taken yet; wiped afterwards, because passwords are typed too.
private final class TypedBytes {
    private let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
    private var range = 0..<0

    deinit {
        wipe(space.baseAddress, space.count)
        space.deallocate()
    }

    var isEmpty: Bool { range.isEmpty }

    /// Reads what the terminal has, after all earlier bytes are written; false if it has ended.
    func read(from terminal: Int32) -> Bool {
        let count = ArcaPlatform.read(terminal, space.baseAddress, space.count)
        range = 0..<max(0, count)
        return count > 0 || count < 0 && (errno == EINTR || errno == EAGAIN)
    }

    /// Writes as much as fits now; drops the rest if the pseudoterminal has ended.
    func write(to master: Int32) {
        let rest = UnsafeRawBufferPointer(rebasing: space[range])
        let count = ArcaPlatform.write(master, rest.baseAddress, rest.count)
        if count > 0 {
            range = range.dropFirst(count)
        } else if count < 0, errno != EAGAIN, errno != EINTR {
            range = 0..<0
        }
        if range.isEmpty { wipe(space.baseAddress, space.count) }
    }
}
