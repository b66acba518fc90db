internal import ArcaPlatform

/// Time since the machine started, suspended or not, which no change of the wall clock moves.
package struct BootClock: Sendable, Hashable {
    /// Which start of the machine it counts from: 16 bytes that are random for each, all zero where the system tells none.
    package let boot: [UInt8]
    /// Milliseconds since then.
    package let milliseconds: UInt64

    /// Makes a reading, as for tests.
    ///
    /// - Parameters:
    ///   - boot: 16 bytes.
    ///   - milliseconds: Since the start.
    package init(boot: [UInt8], milliseconds: UInt64) {
        precondition(boot.count == 16, "a boot identifier has 16 bytes")
        self.boot = boot
        self.milliseconds = milliseconds
    }

    /// Reads the clock: `CLOCK_BOOTTIME` and `/proc/sys/kernel/random/boot_id` on Linux.
    ///
    /// - Returns: The time now.
    package static func now() -> BootClock {
        BootClock(boot: bootIdentifier, milliseconds: UInt64(SystemClock.boot.milliseconds))
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
