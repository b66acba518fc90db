internal import ArcaPlatform

/// Runs a program as the only job of this process, the first of a terminal's session.
///
/// A program that leads the session itself could not be stopped by a key: the kernel lets no group stop that nothing in
/// its session could continue. So ``TerminalProcess`` starts this process, which stops and ends as the program does.
package enum TerminalJob {
    /// Runs a program, searched in `PATH`, until it exits.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - environment: The complete environment.
    /// - Returns: The termination status.
    /// - Throws: ``SystemError`` with code `.notFound` or `.permissionDenied` if the program cannot be started.
    package static func run(
        _ words: [[UInt8]], environment: consuming EnvironmentBlock
    ) throws(SystemError) -> ForegroundProcess.End {
        let terminal = try Terminal.openTerminal(O_RDWR)
        // Until the terminal belongs to the program, its signals reach this process.
        let watch = try SignalWatch(ForegroundProcess.relayed + [SIGCHLD])
        defer { watch.end() }
        let environment = environment
        let child = try environment.withPointers { variables throws(SystemError) in
            try ProcessStart.spawn(words, environment: variables, in: .newGroup) { actions in
                takeTerminal(terminal.number, by: &actions)
            }
        }
        give(terminal, to: child)
        // Programs in the background keep running: the end of a session ends only its foreground group.
        defer { give(terminal, to: getpgrp()) }
        while true {
            var source = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
            while poll(&source, 1, -1) < 0, errno == EINTR {}
            guard let signal = watch.next() else { continue }
            guard signal == SIGCHLD else {
                kill(child, signal)
                continue
            }
            var status: Int32 = 0
            let result = try systemCall("cannot wait for the command") {
                waitpid(child, &status, WNOHANG | WUNTRACED)
            }
            guard result == child else { continue }
            // A stopped child has 0x7f here, and the signal above.
            guard status & 0xff == 0x7f else { return ForegroundProcess.End(status: status) }
            // Without `takeTerminal`, a program may use the terminal before it has it.
            if ![SIGTTIN, SIGTTOU].contains(status >> 8 & 0xff) { kill(getpid(), SIGSTOP) }
            give(terminal, to: child)
            kill(-child, SIGCONT)
        }
    }

    /// Makes a group the one that reads from the terminal; this process may be in the background.
    private static func give(_ terminal: borrowing Descriptor, to group: pid_t) {
        var signal = sigset_t()
        var previous = sigset_t()
        sigemptyset(&signal)
        sigaddset(&signal, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &signal, &previous)
        tcsetpgrp(terminal.number, group)
        pthread_sigmask(SIG_SETMASK, &previous, nil)
    }
}
