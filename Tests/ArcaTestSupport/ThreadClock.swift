#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Time that the calling thread has computed: it does not pass while other work has the processor, so a limit on it holds
/// on a busy machine as well.
public enum ThreadClock {
    /// Seconds since the thread began.
    public static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
