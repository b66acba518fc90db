/// A clock of the operating system.
///
/// `ContinuousClock` does the same as one of them, but links the concurrency runtime into every command.
package enum SystemClock: Sendable {
    /// Time since some moment in the past, which nobody sets.
    case monotonic
    /// Time since the machine started, suspended or not.
    case boot
    /// Time since 1970 (UTC), which anyone may have set.
    case wall
    /// Time that the calling thread has computed.
    case thread

    /// Nanoseconds that the clock shows.
    package var nanoseconds: Int {
        var time = timespec()
        clock_gettime(identifier, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Milliseconds that the clock shows, rounded down.
    package var milliseconds: Int {
        let nanoseconds = nanoseconds
        return nanoseconds / 1_000_000 - (nanoseconds % 1_000_000 < 0 ? 1 : 0)
    }

    private var identifier: clockid_t {
        switch self {
        #if canImport(Darwin)
        case .boot: CLOCK_MONOTONIC  // goes on while the machine is suspended
        #else
        case .boot: CLOCK_BOOTTIME
        #endif
        case .monotonic: CLOCK_MONOTONIC
        case .wall: CLOCK_REALTIME
        case .thread: CLOCK_THREAD_CPUTIME_ID
        }
    }
}
