#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Times two functions in turn and prints nanoseconds and the ratio of the medians.
///
/// `rounds` must be odd; use few for slow functions.
func compare(_ name: String, rounds: Int = 21, _ ours: () -> Void, _ theirs: () -> Void) {
    let repetitions = (countFor2ms(ours), countFor2ms(theirs))
    var times: ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
        times.0.append(time(ours, repetitions.0))
        times.1.append(time(theirs, repetitions.1))
    }
    let (left, right) = (times.0.sorted()[rounds / 2], times.1.sorted()[rounds / 2])
    let padded = name + String(repeating: " ", count: max(0, 64 - name.count))
    print("\(padded) \(rounded(left, 1)) ns, \(rounded(right, 1)) ns, ratio \(rounded(left / right, 3))")
}

/// The median time of a function in nanoseconds over a few short rounds.
func median(of body: () -> Void) -> Double {
    let repetitions = countFor2ms(body)
    return rounded((0..<5).map { _ in time(body, repetitions) }.sorted()[2], 1)
}

/// Prevents the optimizer from removing the computation of a result.
@inline(never) func keep<T>(_ value: T) {}

private func time(_ body: () -> Void, _ repetitions: Int) -> Double {
    // Thread CPU time excludes other processes; everything compared runs on this thread.
    let start = nanoseconds()
    for _ in 0..<repetitions { body() }
    return Double(nanoseconds() - start) / Double(repetitions)
}

private func nanoseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return now.tv_sec * 1_000_000_000 + now.tv_nsec
}

private func countFor2ms(_ body: () -> Void) -> Int {
    body()
    return max(1, Int(2e6 / max(time(body, 3), 1)))
}

private func rounded(_ value: Double, _ digits: Int) -> Double {
    let scale = digits == 1 ? 10.0 : 1000
    return (value * scale).rounded() / scale
}
