internal import ArcaPlatform

/// Runs a program in place of this process: on its terminal, with its signals forwarded and its exit status returned.
package enum ForegroundProcess {
    package enum End: Sendable, Hashable {
        /// The program exited with a status from 0 to 255.
        case exited(Int32)
        case signalled(Int32)
    }

    /// Receives the descriptor (1 or 2), the bytes written to it, and whether they are the last.
    package typealias Filter = (_ descriptor: Int32, _ bytes: Span<UInt8>, _ isLast: Bool) throws -> Void

    /// The signals to forward; those from the terminal reach the program directly.
    static let relayed = endingSignals + [SIGWINCH, SIGCONT]

    /// Runs a program, searched in `PATH`, until it exits.
    ///
    /// The program inherits standard input and the descriptors that the shell passed on. Without a filter it writes to
    /// the terminal; with a filter it writes to pipes, and can detect that. The filter receives everything written
    /// before the program exits. Later output of background processes is dropped.
    ///
    /// - Parameters:
    ///   - words: The program, searched for in `PATH`, and its arguments.
    ///   - environment: The complete environment.
    ///   - inheritsInput: Whether the program inherits standard input; otherwise it is empty.
    ///   - filter: The filter for the program's output.
    /// - Returns: The termination status.
    /// - Throws: ``SystemError`` with code `.notFound` or `.permissionDenied` if the program cannot be started; errors
    ///   of `filter`, after ending the program.
    package static func run(
        _ words: [[UInt8]], environment: consuming EnvironmentBlock, inheritsInput: Bool = true, filter: Filter? = nil
    ) throws -> End {
        guard let program = words.first, !program.isEmpty, !words.contains(where: { $0.contains(0) }) else {
            throw SystemError(.notFound, "a command has a name, and no zero byte")
        }
        // Signals are watched before the program starts, so none is missed, and neither is an early exit.
        let watch = try SignalWatch(relayed + [SIGCHLD], isSentOnly: true)
        defer { watch.end() }
        let pipes = filter == nil ? [] : [try OutputPipe(standing: 1), try OutputPipe(standing: 2)]
        let child = try spawn(
            words, consume environment, inheritsInput: inheritsInput, outputs: pipes.map(\.writing))
        for pipe in pipes { pipe.closeWriting() }
        var end: End?
        do {
            return try supervise(child, watch, pipes: pipes, filter: filter, end: &end)
        } catch {
            // After waitpid, the process ID may belong to another process.
            if end == nil {
                // Otherwise the program could block on a full pipe.
                for pipe in pipes { pipe.closeReading() }
                kill(child, SIGTERM)
                var status: Int32 = 0
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
            }
            throw error
        }
    }

    private static func supervise(
        _ child: pid_t, _ watch: SignalWatch, pipes: [OutputPipe], filter: Filter?, end: inout End?
    ) throws -> End {
        while true {
            // After the exit, the remaining output is read without waiting.
            var sources = pipes.map { pollfd(fd: $0.isOpen ? $0.reading : -1, events: Int16(POLLIN), revents: 0) }
            sources.append(pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0))
            while poll(&sources, nfds_t(sources.count), end == nil ? -1 : 0) < 0, errno == EINTR {}
            var hasRead = false
            for (pipe, source) in zip(pipes, sources) where source.revents != 0 {
                if let filter { try pipe.pass(to: filter) }
                hasRead = true
            }
            if let end, !hasRead {
                for pipe in pipes where pipe.isOpen {
                    if let filter {
                        try filter(pipe.target, UnsafeBufferPointer<UInt8>(start: nil, count: 0).span, true)
                    }
                }
                return end
            }
            guard sources.last?.revents != 0, let signal = watch.next() else { continue }
            guard end == nil else { continue }
            if signal == SIGCHLD { end = try End(of: child) } else { kill(child, signal) }
        }
    }

    private static func spawn(
        _ words: [[UInt8]], _ environment: consuming EnvironmentBlock, inheritsInput: Bool, outputs: [Int32]
    ) throws(SystemError) -> pid_t {
        let environment = environment
        return try environment.withPointers { variables throws(SystemError) in
            try ProcessStart.spawn(words, environment: variables) { actions in
                if !inheritsInput { posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) }
                for (output, target) in zip(outputs, [1, 2] as [Int32]) {
                    posix_spawn_file_actions_adddup2(&actions, output, target)
                }
            }
        }
    }
}

extension ForegroundProcess.End {
    /// The end of a child, or nil if it is still running.
    init?(of child: pid_t) throws(SystemError) {
        var status: Int32 = 0
        let result = try systemCall("cannot wait for the command") { waitpid(child, &status, WNOHANG) }
        guard result == child else { return nil }
        self.init(status: status)
    }

    /// Decodes the status that `waitpid` stores.
    init(status: Int32) {
        let signal = status & 0x7f
        self = signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
    }

    /// The exit status, or 128 plus the signal number, as in shells.
    var code: Int32 {
        switch self {
        case .exited(let status): status
        case .signalled(let signal): 128 + signal
        }
    }
}
