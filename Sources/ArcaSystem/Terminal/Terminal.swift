internal import ArcaCodecs
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The terminal of the user, whatever standard input and output are tied to.
public enum Terminal {
    /// What a terminal passes on as one line at most; what is typed beyond is lost, so a secret must stay below.
    public static let largestLine = 4095

    /// Asks for a line that does not show while it is typed.
    ///
    /// The terminal's echo is back on when the call returns and also when a signal ends or stops the process meanwhile.
    ///
    /// - Parameters:
    ///   - prompt: What to ask, such as `Passphrase: `.
    ///   - output: Receives the line without its end; needs room for ``largestLine`` bytes.
    /// - Throws: ``SystemError`` with code `.noTerminal` when there is none, `.interrupted` when the input ends without a
    ///   line, `.limitExceeded` when the line is too long.
    public static func readSecret(prompt: String, into output: inout OutputSpan<UInt8>) throws(SystemError) {
        let number = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { throw SystemError(.noTerminal, "there is no terminal to ask on") }
        let terminal = Descriptor(owning: number)
        while true {
            let (line, signal) = try readLine(terminal, prompt, into: &output)
            guard let signal else {
                if line { return }
                throw SystemError(.interrupted, "the terminal's input ended before anything was entered")
            }
            // The signal takes its usual effect now that echo is on again. A process that was stopped is asked anew.
            raise(signal)
            guard signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU else {
                throw SystemError(.interrupted, "interrupted while asking")
            }
        }
    }

    /// Reads one line with echo off; returns whether there was one, or the signal that came meanwhile.
    private static func readLine(
        _ terminal: borrowing Descriptor, _ prompt: String, into output: inout OutputSpan<UInt8>
    ) throws(SystemError) -> (line: Bool, signal: Int32?) {
        var settings = termios()
        guard tcgetattr(terminal.number, &settings) == 0 else {
            throw SystemError(.noTerminal, "there is no terminal to ask on")
        }
        let watch = SignalWatch()
        defer { watch.end() }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        silent.c_lflag |= tcflag_t(ICANON | ISIG)
        tcsetattr(terminal.number, TCSAFLUSH, &silent)
        defer {
            tcsetattr(terminal.number, TCSAFLUSH, &settings)
            // The line end that was typed did not show.
            try? terminal.write([0x0a].span, at: nil, "the terminal")
        }
        try terminal.write(prompt.utf8.span, at: nil, "the terminal")
        let start = output.count
        var isWhole = false
        var failure: SystemError?
        output.withUnsafeMutableBufferPointer { space, count in
            while count < space.count, !isWhole {
                let free = UnsafeMutableBufferPointer(rebasing: space[count...])
                let read = systemRead(terminal.number, free.baseAddress, free.count)
                if read < 0, errno != EINTR { failure = SystemError(errno: errno, "cannot read from the terminal") }
                guard read > 0 else { break }
                count += read
                if space[count - 1] == 0x0a {
                    count -= 1
                    isWhole = true
                }
            }
        }
        if let signal = watch.signal {
            output.removeAll()
            return (false, signal)
        }
        if let failure { throw failure }
        if !isWhole, output.count - start >= largestLine {
            throw SystemError(.limitExceeded, "a line of more than \(largestLine - 1) bytes does not pass a terminal")
        }
        return (isWhole, nil)
    }
}

/// Notes signals that would end or stop the process, so that the terminal can be set right first.
private struct SignalWatch {
    private static let seen = Atomic<Int32>(0)
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU]
    private var previous: [sigaction] = []

    /// The signal that came, if one did.
    var signal: Int32? {
        let number = Self.seen.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Starts watching.
    init() {
        Self.seen.store(0, ordering: .relaxed)
        for signal in Self.signals {
            var action = sigaction()
            var old = sigaction()
            // No SA_RESTART: the read that waits for the user returns.
            #if canImport(Glibc)
            action.__sigaction_handler.sa_handler = { SignalWatch.seen.store($0, ordering: .relaxed) }
            #else
            action.__sigaction_u.__sa_handler = { SignalWatch.seen.store($0, ordering: .relaxed) }
            #endif
            sigaction(signal, &action, &old)
            previous.append(old)
        }
    }

    /// Puts the former handlers back.
    func end() {
        for (signal, var action) in zip(Self.signals, previous) { sigaction(signal, &action, nil) }
    }
}

/// The C function, whose name methods hide.
private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, start, count)
}
