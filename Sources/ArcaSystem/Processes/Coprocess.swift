internal import ArcaCore
internal import ArcaPlatform

/// A program that answers lines with lines, started by the shell and ended with the value.
///
/// One thread may use it at a time. The program gets the process's environment and standard error.
package struct Coprocess: ~Copyable, Sendable {
    /// How an exchange ended.
    package enum End: Sendable, Equatable {
        /// Every line was answered.
        case complete
        /// The caller did not want an answer, and no more were read.
        case stopped
        /// The program closed its output; `true` when that was in the middle of a line.
        case ended(inLine: Bool)
        /// No answer came in the time.
        case silent
    }

    /// The maximum length of an answer, in bytes.
    private static let maximumLineByteCount = 64 << 20
    /// How long a program may take to end once it was told to, in milliseconds.
    private static let endMilliseconds = 1_000

    private var input: Descriptor?
    /// The descriptor's number; nil once it is closed.
    private var inputNumber: Int32?
    private let output: Descriptor
    private let child: pid_t
    private var hasEnded = false
    /// What was read behind the last answer.
    private var ahead: [UInt8] = []

    /// Starts a program.
    ///
    /// - Parameter command: What the shell is given, in bytes.
    /// - Throws: ``SystemError`` with code `.childFailed` for a command with a zero byte, or what the system says.
    package init(_ command: [UInt8]) throws(SystemError) {
        guard !command.contains(0) else { throw SystemError(.childFailed, "a command holds no zero byte") }
        let questions = try Pipe()
        let answers = try Pipe()
        child = try ChildProcess.start(
            command, input: questions.reading.number, output: answers.writing.number)
        // Both pipes may be full at once: neither side may wait for the other.
        for number in [questions.writing.number, answers.reading.number] {
            _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        }
        inputNumber = questions.writing.number
        input = questions.sender()
        output = answers.receiver()
    }

    deinit {
        guard !hasEnded else { return }
        kill(child, SIGTERM)
        var status: Int32 = 0
        for _ in 0..<Self.endMilliseconds / 10 {
            let result = waitpid(child, &status, WNOHANG)
            if result == child || result < 0 && errno != EINTR { return }
            usleep(10_000)
        }
        kill(child, SIGKILL)
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
    }

    /// Sends lines and takes a line for each, while the program answers as fast as it can.
    ///
    /// - Parameters:
    ///   - lines: Without line ends in them.
    ///   - milliseconds: How long the program may take for an answer after the one before.
    ///   - take: Is given the number of the line that is answered and the answer without its line end; false stops the
    ///     exchange, after which the value must not be used again.
    /// - Returns: How it ended.
    /// - Throws: ``SystemError`` `.limitExceeded` for an answer that is too long, or what the system says.
    package mutating func exchange(
        _ lines: [[UInt8]], milliseconds: Int, _ take: (Int, [UInt8]) -> Bool
    ) throws(SystemError) -> End {
        let questions = lines.reduce(into: [UInt8]()) { $0 += $1 + [0x0a] }
        var sentCount = 0
        var answerCount = 0
        var scannedCount = 0
        var deadline = SystemClock.monotonic.milliseconds + milliseconds
        while true {
            var start = 0
            while answerCount < lines.count,
                let end = ahead[max(start, scannedCount)...].firstIndex(of: 0x0a)
            {
                let answer = Array(ahead[start..<end])
                start = end + 1
                guard take(answerCount, answer) else { return .stopped }
                answerCount += 1
                deadline = SystemClock.monotonic.milliseconds + milliseconds
            }
            ahead.removeFirst(start)
            scannedCount = ahead.count
            guard answerCount < lines.count else { return .complete }
            guard ahead.count < Self.maximumLineByteCount else {
                throw SystemError(.limitExceeded, "the program's answer is longer than \(ahead.count) bytes")
            }
            let left = deadline - SystemClock.monotonic.milliseconds
            guard left > 0 else { return .silent }
            let isSending = sentCount < questions.count && inputNumber != nil
            guard wait(sending: isSending, milliseconds: left) else { continue }
            if isSending { sentCount += try send(questions[sentCount...]) }
            guard try receive() else { return .ended(inLine: !ahead.isEmpty) }
        }
    }

    /// Waits until something can be read, or written if there is something to write; false when the time is over.
    private func wait(sending isSending: Bool, milliseconds: Int) -> Bool {
        var waits = [pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)]
        if isSending, let number = inputNumber {
            waits.append(pollfd(fd: number, events: Int16(POLLOUT), revents: 0))
        }
        return poll(&waits, nfds_t(waits.count), Int32(clamping: milliseconds)) > 0
    }

    /// Writes what the pipe has room for, and closes it when the program reads no more.
    private mutating func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        guard let number = inputNumber else { return 0 }
        let result = Self.withoutPipeSignal {
            let count = bytes.withUnsafeBytes { ArcaPlatform.write(number, $0.baseAddress, $0.count) }
            return count >= 0 ? count : -Int(errno)
        }
        switch -result {
        case ...0: return result
        case Int(EAGAIN), Int(EINTR): return 0
        case Int(EPIPE):
            closeInput()
            return 0
        default: throw SystemError(errno: Int32(-result), "cannot write the program's input")
        }
    }

    /// Reads what is there; false at the end.
    private mutating func receive() throws(SystemError) -> Bool {
        var space = [UInt8](repeating: 0, count: 64 << 10)
        let count = space.withUnsafeMutableBytes { ArcaPlatform.read(output.number, $0.baseAddress, $0.count) }
        guard count >= 0 else {
            let number = errno
            guard number == EAGAIN || number == EINTR else {
                throw SystemError(errno: number, "cannot read the program's output")
            }
            return true
        }
        ahead += space[..<count]
        return count > 0
    }

    private mutating func closeInput() {
        input = nil
        inputNumber = nil
    }

    /// Keeps the signal of a pipe whose reader is gone from ending this process, whatever it has done about that signal.
    private static func withoutPipeSignal(_ body: () -> Int) -> Int {
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
        return body()
    }

    /// Closes the program's input and waits for its end; for a program that has closed its output.
    ///
    /// - Returns: Its exit status, or 128 and the number of the signal that ended it; nil when it goes on regardless.
    package mutating func finish() -> Int32? {
        closeInput()
        for _ in 0..<Self.endMilliseconds / 10 {
            var status: Int32 = 0
            if waitpid(child, &status, WNOHANG) == child {
                hasEnded = true
                let signal = status & 0x7f
                return signal == 0 ? status >> 8 & 0xff : 128 + signal
            }
            usleep(10_000)
        }
        return nil
    }
}
