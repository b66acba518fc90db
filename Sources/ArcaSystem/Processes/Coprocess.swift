package import ArcaCodecs
internal import ArcaPlatform

/// A program that answers lines with lines, started by the shell and ended with the value.
///
/// One thread may use it at a time. The program gets the process's environment and standard error.
package struct Coprocess: ~Copyable, Sendable {
    /// The longest line that is taken, in bytes.
    private static let largestLineByteCount = 256 << 20

    private var input: FileWriter?
    private var output: FileReader
    private let child: pid_t
    private var hasEnded = false
    /// What was read behind the last line.
    private var ahead: [UInt8] = []
    private var offset = 0

    /// Starts a program.
    ///
    /// - Parameter command: What the shell is given, in bytes.
    /// - Throws: ``SystemError`` with code `.childFailed` for a command with a zero byte, or what the system says.
    package init(_ command: [UInt8]) throws(SystemError) {
        guard !command.contains(0) else { throw SystemError(.childFailed, "a command holds no zero byte") }
        let questions = try Pipe()
        let answers = try Pipe()
        let info = try answers.status()
        child = try ChildProcess.start(
            command, input: questions.reading.number, output: answers.writing.number)
        input = FileWriter(questions.writing, name: "the program's input")
        output = answers.reader(name: "the program's output", info)
    }

    deinit {
        guard !hasEnded else { return }
        // Its input ends with the value; a program that goes on regardless is ended.
        kill(child, SIGTERM)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
    }

    /// Sends a line and waits for the line that answers it.
    ///
    /// - Parameter line: Without a line end in it.
    /// - Returns: The answer without its line end, or nil when the program has ended.
    /// - Throws: ``SystemError`` `.limitExceeded` for an answer that is too long, or what reading and writing throw, but
    ///   for `.brokenPipe`, which counts as an end.
    package mutating func answer(to line: borrowing some Bytes) throws(SystemError) -> [UInt8]? {
        do {
            try Self.withoutPipeSignal { () throws(SystemError) in
                try input?.write(line)
                try input?.write([0x0a])
            }
        } catch {
            guard error.code == .brokenPipe else { throw error }
        }
        while true {
            if let end = ahead[offset...].firstIndex(of: 0x0a) {
                let answer = Array(ahead[offset..<end])
                offset = end + 1
                return answer
            }
            ahead.removeFirst(offset)
            offset = 0
            let before = ahead.count
            guard before < Self.largestLineByteCount else {
                throw SystemError(.limitExceeded, "the program's answer is longer than \(before) bytes")
            }
            try ahead.append(addingCapacity: max(64 << 10, before)) { (space) throws(SystemError) in
                try output.read(into: &space)
            }
            if ahead.count == before { return nil }
        }
    }

    /// Keeps the signal of a pipe whose reader is gone from ending this process, whatever it has done about that signal.
    private static func withoutPipeSignal(_ body: () throws(SystemError) -> Void) throws(SystemError) {
        var signal = sigset_t()
        var previous = sigset_t()
        sigemptyset(&signal)
        sigaddset(&signal, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signal, &previous)
        defer {
            // The signal goes to the thread that wrote; it must be gone before it is let through again.
            var pending = sigset_t()
            sigpending(&pending)
            var number: Int32 = 0
            if sigismember(&pending, SIGPIPE) == 1 { sigwait(&signal, &number) }
            pthread_sigmask(SIG_SETMASK, &previous, nil)
        }
        try body()
    }

    /// Closes the program's input and waits for its end.
    ///
    /// - Returns: Its exit status, or 128 and the number of the signal that ended it.
    /// - Throws: ``SystemError`` when it cannot be waited for.
    package mutating func finish() throws(SystemError) -> Int32 {
        input = nil
        hasEnded = true
        return try ChildProcess.wait(for: child)
    }
}
