internal import ArcaPlatform

/// Time since boot, including suspended time, independent of the wall clock.
package struct BootClock: Sendable, Hashable {
    /// The boot identifier: 16 bytes, random for each boot, or all zero if the system provides none.
    package let boot: [UInt8]
    package let milliseconds: UInt64

    /// Creates a reading, for tests; the boot identifier has 16 bytes.
    package init(boot: [UInt8], milliseconds: UInt64) {
        precondition(boot.count == 16, "a boot identifier has 16 bytes")
        self.boot = boot
        self.milliseconds = milliseconds
    }

    /// Reads the clock: `CLOCK_BOOTTIME` and `/proc/sys/kernel/random/boot_id` on Linux.
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
