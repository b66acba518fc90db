internal import ArcaPlatform

/// Time that the calling thread has computed: it does not pass while other work has the processor, so a limit on it holds
/// on a busy machine as well.
public enum ThreadClock {
    /// Seconds since the thread began.
    public static var seconds: Double { Double(SystemClock.thread.nanoseconds) / 1e9 }
}
