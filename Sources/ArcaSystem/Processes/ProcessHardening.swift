internal import ArcaPlatform

/// What keeps the memory of a process that handles secrets from others.
package enum ProcessHardening {
    /// Forbids core files, and on Linux also that other processes of the same user read or trace this one.
    ///
    /// Both are needed: a core pattern that pipes to a program ignores the limit. The process's own `/proc/self/fd` still
    /// works. The limit passes on to programs that it starts. Failure is no error: there may be nothing to forbid.
    package static func forbidDumps() {
        forbidCoreFiles()
        _ = arca_set_dumpable(0)
    }

    /// Takes Swift's own crash reports away: they print registers and the memory that these point at, which may be secrets.
    ///
    /// A crash then ends the process by its signal alone; a signal that the caller ignores stays ignored.
    package static func forbidCrashReports() {
        for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
            var action = sigaction()
            sigaction(number, nil, &action)
            if !action.isIgnoring { signal(number, SIG_DFL) }
        }
    }

    /// Whether the system would write or hand out this process's memory.
    package static var allowsDumps: Bool { arca_is_dumpable() == 1 }
}
