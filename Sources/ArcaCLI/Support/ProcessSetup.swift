internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPlatform
internal import ArcaSystem

/// Sets up the process before a command runs, and ends it.
enum ProcessSetup {
    static func prepare() {
        ProcessHardening.forbidCrashReports()
        occupyStandardDescriptors()
        // A closed pipe becomes a write error, so partially written files are removed.
        signal(SIGPIPE, SIG_IGN)
        // If inherited as ignored, waiting for child processes would fail.
        signal(SIGCHLD, SIG_DFL)
        ProcessHardening.forbidDumps()
        Libcrypto.skipConfiguration()
    }

    /// Occupies standard input, output and error if the caller has closed them, so no other file gets their numbers.
    ///
    /// Reading or writing them fails, as with a closed descriptor.
    private static func occupyStandardDescriptors() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

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

enum Host {
    /// The host name up to the first dot; `device` by default.
    static var name: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "device" }
        let name = bytes.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }.map { UInt8(bitPattern: $0) }
        return name.isEmpty ? "device" : String(decoding: name, as: UTF8.self)
    }

    /// Resolves a path and its links to an absolute path; returns it unchanged if the file does not exist.
    static func absolute(_ path: BytePath) -> BytePath {
        let whole = (path.bytes + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { realpath($0.assumingMemoryBound(to: CChar.self), nil) }
        }
        guard let whole else { return path }
        defer { free(whole) }
        return BytePath(cString: whole)
    }
}
