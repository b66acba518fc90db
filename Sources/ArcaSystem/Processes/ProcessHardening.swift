internal import CArcaSystem

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What keeps the memory of a process that handles secrets from others.
public enum ProcessHardening {
    /// Forbids core files, and on Linux also that other processes of the same user read or trace this one.
    ///
    /// Both are needed: a core pattern that pipes to a program ignores the limit. The process's own `/proc/self/fd` still
    /// works. The limit passes on to programs that it starts. Failure is no error: there may be nothing to forbid.
    public static func forbidDumps() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        #else
        setrlimit(RLIMIT_CORE, &none)
        #endif
        _ = arca_set_dumpable(0)
    }

    /// Whether the system would write or hand out this process's memory.
    public static var allowsDumps: Bool { arca_is_dumpable() == 1 }
}
