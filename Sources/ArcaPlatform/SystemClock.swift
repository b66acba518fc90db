/// A clock of the operating system.
///
/// `ContinuousClock` does the same as one of them, but links the concurrency runtime into every command.
package enum SystemClock: Sendable {
    /// Time since an arbitrary moment in the past; cannot be set.
    case monotonic
    /// Time since boot, including suspension.
    case boot
    /// Time since 1970 (UTC); can be set.
    case wall
    /// CPU time of the calling thread.
    case thread

    package var nanoseconds: Int {
        var time = timespec()
        clock_gettime(identifier, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    package var milliseconds: Int {
        let nanoseconds = nanoseconds
        return nanoseconds / 1_000_000 - (nanoseconds % 1_000_000 < 0 ? 1 : 0)
    }

    package var seconds: Int { milliseconds / 1000 }

    private var identifier: clockid_t {
        switch self {
        #if canImport(Darwin)
        case .boot: CLOCK_MONOTONIC  // includes suspension
        #else
        case .boot: CLOCK_BOOTTIME
        #endif
        case .monotonic: CLOCK_MONOTONIC
        case .wall: CLOCK_REALTIME
        case .thread: CLOCK_THREAD_CPUTIME_ID
        }
    }
}
