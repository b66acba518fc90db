internal import ArcaCrypto
internal import ArcaPlatform
internal import ArcaSystem

/// What has to hold for the whole process, before any command runs and after.
enum ProcessSetup {
    /// Sets up signals and limits.
    static func prepare() {
        ProcessHardening.forbidCrashReports()
        occupyStandardDescriptors()
        // A closed pipe then shows as an error at the write, so that half-written files are removed on the way out.
        signal(SIGPIPE, SIG_IGN)
        // Whoever ignores it hands that down, and then no child could be waited for.
        signal(SIGCHLD, SIG_DFL)
        ProcessHardening.forbidDumps()
        Libcrypto.skipConfiguration()
    }

    /// Opens standard input, output or error where the caller has closed it, so that no file that is opened later takes
    /// its place; what is opened here refuses to be read or written, as a closed descriptor does.
    private static func occupyStandardDescriptors() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Ends the process with a status, by the signal that stands for it where there is one.
    static func end(_ status: ExitStatus) -> Never {
        if let number = status.signal {
            signal(number, SIG_DFL)
            // Blocked by whoever started this process, it would not end it.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, number)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            raise(number)
        }
        // Nothing is left to flush, and what exit would run, libcrypto's clean-up, takes as long as a short command.
        _exit(status.code)
    }
}
