#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Time since the machine started, suspended or not, which no change of the wall clock moves.
public struct BootClock: Sendable, Hashable {
    /// Which start of the machine it counts from: 16 bytes that are random for each, all zero where the system tells none.
    public let boot: [UInt8]
    /// Milliseconds since then.
    public let milliseconds: UInt64

    /// Makes a reading, as for tests.
    ///
    /// - Parameters:
    ///   - boot: 16 bytes.
    ///   - milliseconds: Since the start.
    public init(boot: [UInt8], milliseconds: UInt64) {
        precondition(boot.count == 16, "a boot identifier has 16 bytes")
        self.boot = boot
        self.milliseconds = milliseconds
    }

    /// Reads the clock: `CLOCK_BOOTTIME` and `/proc/sys/kernel/random/boot_id` on Linux.
    ///
    /// - Returns: The time now.
    public static func now() -> BootClock {
        var time = timespec()
        #if canImport(Glibc)
        clock_gettime(CLOCK_BOOTTIME, &time)
        #else
        clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        let milliseconds = UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
        return BootClock(boot: bootIdentifier, milliseconds: milliseconds)
    }

    private static let bootIdentifier: [UInt8] = {
        guard var file = try? FileReader("/proc/sys/kernel/random/boot_id"), let text = try? file.readAll(limit: 64)
        else {
            return [UInt8](repeating: 0, count: 16)
        }
        let digits = text.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 32 else { return [UInt8](repeating: 0, count: 16) }
        return (0..<16).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
    }()
}
