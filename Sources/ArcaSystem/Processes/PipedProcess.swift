internal import ArcaCore
internal import ArcaPlatform

/// A program that is written to and read from, with its standard error kept for messages.
///
/// Writing never blocks on a program that writes at the same time. The program inherits the environment; it is ended
/// when the value is released. Not thread-safe.
package final class PipedProcess {
    /// Maximum number of bytes that the program can write while it is being written to.
    private static let maximumAheadByteCount = 4 << 20
    private static let maximumErrorByteCount = 4096
    private static let pieceByteCount = 16 << 10
    /// The time the program has to exit after its pipes are closed, and again after SIGTERM, in milliseconds.
    private static let endMilliseconds = 1_000

    private let name: String
    private let child: pid_t
    private var input: Descriptor?
    private var output: Descriptor?
    private let errors: Descriptor
    /// The first bytes of the program's standard error.
    package private(set) var errorText: [UInt8] = []
    private var errorsAtEnd = false
    /// The pieces read while writing, and the number of bytes taken from the first.
    private var ahead: [ByteRing] = []
    private var aheadByteCount = 0
    private var status: Int32?

    /// Starts a program.
    ///
    /// - Parameter words: The program as an absolute path, and its arguments; without NUL bytes.
    /// - Throws: ``SystemError`` if the program cannot be started.
    package init(_ words: [[UInt8]]) throws(SystemError) {
        let sent = try Pipe()
        let received = try Pipe()
        let told = try Pipe()
        name = String(printable: words.first ?? [])
        child = try ProcessStart.spawn(words, environment: Environment.block) { actions in
            posix_spawn_file_actions_adddup2(&actions, sent.reading.number, 0)
            posix_spawn_file_actions_adddup2(&actions, received.writing.number, 1)
            posix_spawn_file_actions_adddup2(&actions, told.writing.number, 2)
            closeDescriptors(from: 3, by: &actions)
        }
        for number in [sent.writing.number, received.reading.number, told.reading.number] {
            _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        }
        input = sent.sender()
        output = received.receiver()
        errors = told.receiver()
    }

    deinit { end() }

    /// Writes to the program's standard input; does nothing once the program has closed it.
    package func write(_ bytes: Span<UInt8>) throws(SystemError) {
        var done = 0
        while done < bytes.count, let number = input?.number {
            _ = wait(sending: true)
            try receiveAhead()
            let rest = bytes.extracting(done...)
            let result = withoutPipeSignal {
                let count = rest.withUnsafeBytes { ArcaPlatform.write(number, $0.baseAddress, $0.count) }
                return count >= 0 ? count : -Int(errno)
            }
            switch -result {
            case ...0: done += result
            case Int(EAGAIN), Int(EINTR): break
            case Int(EPIPE): input = nil
            default: throw SystemError(errno: Int32(-result), "cannot write to \(name)")
            }
        }
    }

    /// Reads the program's standard output; appends nothing at its end.
    package func read(into output: inout OutputSpan<UInt8>) throws(SystemError) {
        guard !output.isFull else { return }
        if let first = ahead.first {
            let before = first.count
            first.take(into: &output)
            aheadByteCount -= before - first.count
            if first.count == 0 { ahead.removeFirst() }
            return
        }
        let before = output.count
        while output.count == before, self.output != nil {
            guard wait(sending: false) else { continue }
            try receive(into: &output)
        }
    }

    /// Closes the program's standard input; a program that reads to the end needs it.
    package func closeInput() { input = nil }

    /// Closes the pipes and waits for the program to exit, by force if necessary.
    ///
    /// - Returns: The exit status, or 128 plus the signal number.
    @discardableResult
    package func end() -> Int32 {
        if let status { return status }
        input = nil
        output = nil
        for signal in [0, SIGTERM, SIGKILL] {
            if signal != 0 { kill(child, signal) }
            for _ in 0..<Self.endMilliseconds / 5 {
                collectErrors()
                if let status = exitStatus(WNOHANG) { return status }
                usleep(5_000)
            }
        }
        return exitStatus(0) ?? 128 + SIGKILL
    }

    private func exitStatus(_ options: Int32) -> Int32? {
        var result: Int32 = 0
        var found: pid_t
        repeat { found = waitpid(child, &result, options) } while found < 0 && errno == EINTR
        guard found != 0 else { return nil }
        // The process is gone already if the program of this library waits for all its children.
        status = found < 0 ? 0 : ForegroundProcess.End(status: result).code
        collectErrors()
        return status
    }

    // MARK: Pipes

    /// Waits until a pipe is ready; returns whether the program's output is.
    private func wait(sending isSending: Bool) -> Bool {
        var waits = [output?.number, errorsAtEnd ? nil : errors.number].map {
            pollfd(fd: $0 ?? -1, events: Int16(POLLIN), revents: 0)
        }
        waits.append(pollfd(fd: isSending ? input?.number ?? -1 : -1, events: Int16(POLLOUT), revents: 0))
        guard poll(&waits, nfds_t(waits.count), -1) > 0 else { return false }
        if waits[1].revents != 0 { collectErrors() }
        return waits[0].revents != 0
    }

    private func receive(into space: inout OutputSpan<UInt8>) throws(SystemError) {
        guard let number = output?.number else { return }
        var result = 0
        space.withUnsafeMutableBufferPointer { buffer, count in
            let free = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
            let read = ArcaPlatform.read(number, free.baseAddress, free.count)
            result = read >= 0 ? read : -Int(errno)
            count += max(0, read)
        }
        switch -result {
        case 0: output = nil
        case ..<0, Int(EAGAIN), Int(EINTR): return
        default: throw SystemError(errno: Int32(-result), "cannot read from \(name)")
        }
    }

    /// Reads without waiting, so the program is not blocked while it is being written to.
    private func receiveAhead() throws(SystemError) {
        guard output != nil else { return }
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.pieceByteCount)
        memory.initialize(repeating: 0)
        defer {
            wipe(memory.baseAddress, memory.count)
            memory.deallocate()
        }
        var space = OutputSpan(buffer: memory, initializedCount: 0)
        let result = Result { () throws(SystemError) in try receive(into: &space) }
        let bytes = UnsafeBufferPointer(rebasing: memory[..<space.finalize(for: memory)]).span
        try result.get()
        guard !bytes.isEmpty else { return }
        aheadByteCount += bytes.count
        guard aheadByteCount <= Self.maximumAheadByteCount else {
            throw SystemError(.limitExceeded, "\(name) wrote \(aheadByteCount) bytes before it read its input")
        }
        let ring = ByteRing(byteCount: bytes.count)
        _ = ring.put(bytes)
        ahead.append(ring)
    }

    private func collectErrors() {
        var space = [UInt8](repeating: 0, count: Self.maximumErrorByteCount)
        // A limit, because a program could write faster than this loop reads.
        for _ in 0..<64 where !errorsAtEnd {
            let count = space.withUnsafeMutableBytes { ArcaPlatform.read(errors.number, $0.baseAddress, $0.count) }
            guard count > 0 else {
                errorsAtEnd = count == 0
                return
            }
            errorText += space[..<min(count, Self.maximumErrorByteCount - errorText.count)]
        }
    }
}

/// Runs `body` without SIGPIPE, whatever the process's own handling of that signal.
func withoutPipeSignal(_ body: () -> Int) -> Int {
    var signal = sigset_t()
    var previous = sigset_t()
    sigemptyset(&signal)
    sigaddset(&signal, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signal, &previous)
    defer {
        // SIGPIPE is sent to the writing thread. It must be consumed before it is unblocked.
        var pending = sigset_t()
        sigpending(&pending)
        var number: Int32 = 0
        if sigismember(&pending, SIGPIPE) == 1 { sigwait(&signal, &number) }
        pthread_sigmask(SIG_SETMASK, &previous, nil)
    }
    return body()
}
