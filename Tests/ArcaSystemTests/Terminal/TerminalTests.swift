import ArcaCore
import ArcaPlatform
import ArcaSystem
import Synchronization
import Testing

@Suite struct TerminalTests {
    @Test("reads a secret without echo and restores echo")
    func readsSecret() async {
        await #expect(processExitsWith: .success) {
            let terminal = PseudoTerminal()
            let (answer, screen) = terminal.converse(typing: "geheim\n") { () throws(SystemError) in
                try [UInt8](capacity: Terminal.largestLine) { output throws(SystemError) in
                    try Terminal.readSecret(prompt: "Passphrase: ", into: &output)
                }
            }
            try #expect(answer.get() == Array("geheim".utf8))
            #expect(screen == "Passphrase: \r\n")
            #expect(terminal.echoes)
        }
    }

    @Test("accepts an empty line as an empty secret, and all other bytes unchanged", arguments: ["\n", "p äö\t\n"])
    func lines(typed: String) async {
        await #expect(processExitsWith: .success) { [typed = typed as String] in
            let terminal = PseudoTerminal()
            let (answer, _) = terminal.converse(typing: typed) { () throws(SystemError) in
                try [UInt8](capacity: Terminal.largestLine) { output throws(SystemError) in
                    try Terminal.readSecret(prompt: "? ", into: &output)
                }
            }
            try #expect(answer.get() == Array(typed.utf8.dropLast()))
        }
    }

    @Test("reports the end of the input and a line that is too long")
    func noLine() async {
        await #expect(processExitsWith: .success) {
            let terminal = PseudoTerminal()
            for (typed, code) in [
                ("\u{4}", SystemError.Code.interrupted), (String(repeating: "x", count: 5000) + "\n", .limitExceeded),
            ] {
                let (answer, _) = terminal.converse(typing: typed) { () throws(SystemError) in
                    try [UInt8](capacity: Terminal.largestLine) { output throws(SystemError) in
                        try Terminal.readSecret(prompt: "? ", into: &output)
                    }
                }
                #expect(throws: SystemError(code, "")) { try answer.get() }
                #expect(terminal.echoes)
            }
        }
    }

    @Test("restores echo before a signal takes effect", arguments: ["\u{3}": SIGINT, "\u{1c}": SIGQUIT])
    func signals(typed: String, signal: Int32) async {
        await #expect(processExitsWith: .success) { [typed = typed as String, signal = signal as Int32] in
            let terminal = PseudoTerminal()
            ArcaPlatform.signal(signal) { _ in seenEcho.store(PseudoTerminal.current ? 2 : 1, ordering: .relaxed) }
            let (answer, _) = terminal.converse(typing: "half" + typed) { () throws(SystemError) in
                try [UInt8](capacity: Terminal.largestLine) { output throws(SystemError) in
                    try Terminal.readSecret(prompt: "? ", into: &output)
                }
            }
            #expect(throws: SystemError(.interrupted, "")) { try answer.get() }
            // Another thread may receive the signal.
            for _ in 0..<1000 where seenEcho.load(ordering: .relaxed) == 0 { usleep(10_000) }
            #expect(seenEcho.load(ordering: .relaxed) == 2, "the former handler ran, and saw echo")
        }
    }

    @Test("an interrupt ends the process as it would without a prompt")
    func interrupt() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            unblockSignals()
            let terminal = PseudoTerminal()
            _ = terminal.converse(typing: "half\u{3}") { () throws(SystemError) in
                try Terminal.confirm("go on?")
            }
        }
    }

    @Test(
        "confirms with y and yes only",
        arguments: [("y\n", true), ("YES\n", true), ("\n", false), ("n\n", false), ("yesterday\n", false)])
    func confirms(typed: String, answer: Bool) async {
        await #expect(processExitsWith: .success) { [typed = typed as String, answer = answer as Bool] in
            let terminal = PseudoTerminal()
            let (said, screen) = terminal.converse(typing: typed) { () throws(SystemError) in
                try Terminal.confirm("go on?")
            }
            try #expect(said.get() == answer)
            #expect(screen == "go on? [y/N] " + typed.replacing("\n", with: "\r\n"))
        }
    }

    @Test("an empty line means yes if the caller says so", arguments: [("\n", true), ("n\n", false), ("x\n", false)])
    func confirmsByDefault(typed: String, answer: Bool) async {
        await #expect(processExitsWith: .success) { [typed = typed as String, answer = answer as Bool] in
            let terminal = PseudoTerminal()
            let (said, screen) = terminal.converse(typing: typed) { () throws(SystemError) in
                try Terminal.confirm("go on?", isYesIfEmpty: true)
            }
            try #expect(said.get() == answer)
            #expect(screen.hasPrefix("go on? [Y/n] "))
        }
    }

    @Test("reports a missing terminal")
    func noTerminal() async {
        await #expect(processExitsWith: .success) {
            setsid()
            #expect(throws: SystemError(.noTerminal, "")) { try Terminal.confirm("go on?") }
        }
    }
}

/// Whether the handler saw echo enabled: 2 for yes, 1 for no.
private let seenEcho = Atomic<Int32>(0)

private func unblockSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
}

/// A pseudoterminal of this process, with the test in the role of the user.
private final class PseudoTerminal: Sendable {
    private let user: Int32
    private let terminal: Int32

    init() {
        setsid()
        user = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var zero: Int32 = 0
        var number: Int32 = -1
        _ = ioctl(user, 0x4004_5431, &zero)  // TIOCSPTLCK
        _ = ioctl(user, 0x8004_5430, &number)  // TIOCGPTN
        terminal = open("/dev/pts/\(number)", O_RDWR)  // becomes the session's terminal
        precondition(user >= 0 && terminal >= 0, "no pseudo terminal")
        unblockSignals()
    }

    /// Whether the session's terminal has echo enabled.
    static var current: Bool {
        let terminal = open("/dev/tty", O_RDWR)
        defer { close(terminal) }
        var settings = termios()
        return tcgetattr(terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    var echoes: Bool { Self.current }

    /// Runs `program`, types after the prompt, and returns the result and the screen.
    func converse<Value: Sendable>(
        typing text: String, _ program: @Sendable () throws(SystemError) -> Value
    ) -> (Result<Value, SystemError>, String) {
        let result = Mutex<Result<Value, SystemError>?>(nil)
        let screen = Mutex("")
        Workers.forEach(2, workers: 2) { _, index in
            if index == 0 {
                let outcome: Result<Value, SystemError>
                do throws(SystemError) { outcome = .success(try program()) } catch { outcome = .failure(error) }
                result.withLock { $0 = outcome }
            } else {
                screen.withLock { $0 += self.read(until: { $0.hasSuffix(" ") }) }
                // Echo is off before the prompt appears.
                _ = text.withCString { write(self.user, $0, strlen($0)) }
                // A kernel thread writes the last echo, possibly late.
                screen.withLock { $0 += self.read(until: { _ in result.withLock { $0 != nil } }, quiet: 500) }
            }
        }
        return (result.withLock { $0 } ?? .failure(SystemError(.failed, "no result")), screen.withLock { $0 })
    }

    /// Reads the screen until `isDone` holds and nothing arrives for `quiet` milliseconds.
    private func read(until isDone: (String) -> Bool, quiet: Int32 = 20) -> String {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 8192)
        while true {
            let done = isDone(String(decoding: bytes, as: UTF8.self))
            var source = pollfd(fd: user, events: Int16(POLLIN), revents: 0)
            guard poll(&source, 1, done ? quiet : 20) > 0 else {
                if done { return String(decoding: bytes, as: UTF8.self) }
                continue
            }
            let count = ArcaPlatform.read(user, &piece, piece.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece[..<count]
        }
    }
}
