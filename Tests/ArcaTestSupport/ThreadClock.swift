internal import ArcaPlatform

/// CPU time of the calling thread, so limits also hold on a busy machine.
public enum ThreadClock {
    /// CPU seconds since the thread started.
    public static var seconds: Double { Double(SystemClock.thread.nanoseconds) / 1e9 }
}
