internal import ArcaCrypto
internal import ArcaPlatform
internal import ArcaSystem

/// The setup of the process before a command runs, and its end.
enum ProcessSetup {
    /// Sets up signals and limits.
    static func prepare() {
        ProcessHardening.forbidCrashReports()
        occupyStandardDescriptors()
        // A closed pipe then is an error of a write, so that half-written files are removed.
        signal(SIGPIPE, SIG_IGN)
        // A parent that ignores it passes that on, and then no child could be waited for.
        signal(SIGCHLD, SIG_DFL)
        ProcessHardening.forbidDumps()
        Libcrypto.skipConfiguration()
    }

    /// Opens standard input, output or error if the caller has closed it, so that no other file takes its place;
    /// reading or writing it fails, as with a closed descriptor.
    private static func occupyStandardDescriptors() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Ends the process with a status, or by its signal.
    static func end(_ status: ExitStatus) -> Never {
        if let number = status.signal {
            signal(number, SIG_DFL)
            // A signal that the parent has blocked would not end the process.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, number)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            raise(number)
        }
        // Nothing is left to flush; `exit` would run libcrypto's cleanup, which takes as long as a short command.
        _exit(status.code)
    }
}
