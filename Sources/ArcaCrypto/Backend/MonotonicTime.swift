#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Time since some moment in the past, by a clock that is never set.
///
/// `ContinuousClock` does the same, but links the concurrency runtime into every command.
func monotonicTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
