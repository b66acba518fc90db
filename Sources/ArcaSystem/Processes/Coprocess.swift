internal import ArcaCore
internal import ArcaPlatform

/// A shell command that answers lines with lines.
///
/// The program is ended when the value is released. It inherits the environment and standard error. Not thread-safe.
package struct Coprocess: ~Copyable, Sendable {
    package enum End: Sendable, Equatable {
        case complete
        /// The caller rejected an answer; no more were read.
        case stopped
        /// The program closed its output, with `true` in the middle of a line.
        case ended(inLine: Bool)
        case silent
    }

    private static let maximumLineByteCount = 64 << 20
    /// The time a program has to exit after its input is closed, in milliseconds.
    private static let endMilliseconds = 1_000

    private var input: Descriptor?
    /// Nil once it is closed.
    private var inputNumber: Int32?
    private let output: Descriptor
    private let child: pid_t
    private var hasEnded = false
    private var ahead: [UInt8] = []

    /// Starts a program.
    ///
    /// - Throws: ``SystemError`` `.childFailed` for a command with a NUL byte, or a system error.
    package init(_ command: [UInt8]) throws(SystemError) {
        guard !command.contains(0) else { throw SystemError(.childFailed, "a command holds no zero byte") }
        let questions = try Pipe()
        let answers = try Pipe()
        child = try ChildProcess.start(
            command, input: questions.reading.number, output: answers.writing.number)
        // Both pipes can be full at once, so neither side may block.
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

    /// Sends lines and reads one line in reply to each; sending does not wait for the replies.
    ///
    /// - Parameters:
    ///   - lines: The lines, without line ends.
    ///   - milliseconds: The maximum time between two replies.
    ///   - take: Called with the line number and the reply without its line end. Returning false stops the exchange;
    ///     after that the value must not be used.
    /// - Returns: The end of the exchange.
    /// - Throws: ``SystemError`` `.limitExceeded` for a reply that is too long, or a system error.
    package mutating func exchange(
        _ lines: [[UInt8]], milliseconds: Int, _ take: (Int, [UInt8]) -> Bool
    ) throws(SystemError) -> End {
        let questions = lines.reduce(into: [UInt8]()) { $0 += $1 + [.newline] }
        var sentCount = 0
        var answerCount = 0
        var scannedCount = 0
        var deadline = SystemClock.monotonic.milliseconds + milliseconds
        while true {
            var start = 0
            while answerCount < lines.count,
                let end = ahead[max(start, scannedCount)...].firstIndex(of: .newline)
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

    /// Waits until the pipes can be read or, if `isSending`, written; false on timeout.
    private func wait(sending isSending: Bool, milliseconds: Int) -> Bool {
        var waits = [pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)]
        if isSending, let number = inputNumber {
            waits.append(pollfd(fd: number, events: Int16(POLLOUT), revents: 0))
        }
        return poll(&waits, nfds_t(waits.count), Int32(clamping: milliseconds)) > 0
    }

    /// Writes as much as the pipe accepts; closes it if the program no longer reads.
    private mutating func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        guard let number = inputNumber else { return 0 }
        let result = withoutPipeSignal {
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

    /// False at the end.
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

    /// Closes the program's input and waits for it to exit; its output must be closed already.
    ///
    /// - Returns: The exit status, or 128 plus the signal number; nil if the program is still running.
    package mutating func finish() -> Int32? {
        closeInput()
        for _ in 0..<Self.endMilliseconds / 10 {
            var status: Int32 = 0
            if waitpid(child, &status, WNOHANG) == child {
                hasEnded = true
                return ForegroundProcess.End(status: status).code
            }
            usleep(10_000)
        }
        return nil
    }
}
