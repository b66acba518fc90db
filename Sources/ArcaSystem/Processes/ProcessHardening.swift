internal import ArcaPlatform

package enum ProcessHardening {
    /// Disables core files and, on Linux, also prevents other processes of the same user from reading or tracing this
    /// one.
    ///
    /// Both are needed: a core pattern that pipes to a program ignores the limit. The process's own `/proc/self/fd`
    /// keeps working. Started programs inherit the limit. Failures are ignored: there may be nothing to disable.
    package static func forbidDumps() {
        forbidCoreFiles()
        _ = arca_set_dumpable(0)
    }

    /// Disables Swift's crash reports, which print registers and the memory they point to, possibly secrets.
    ///
    /// A crash then ends the process with its signal alone. Ignored signals stay ignored.
    package static func forbidCrashReports() {
        for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
            var action = sigaction()
            sigaction(number, nil, &action)
            if !action.isIgnoring { signal(number, SIG_DFL) }
        }
    }

    /// Whether the system may dump this process's memory or let other processes read it.
    package static var allowsDumps: Bool { arca_is_dumpable() == 1 }
}
