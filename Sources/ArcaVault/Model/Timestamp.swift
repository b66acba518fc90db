internal import ArcaPlatform

/// A time to the millisecond, as the vault keeps it: milliseconds since 1970 (UTC), leap seconds not counted.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
    public let milliseconds: Int64

    /// Makes a time.
    ///
    /// - Parameter milliseconds: Since 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Makes a time.
    ///
    /// - Parameter seconds: Since 1970-01-01T00:00:00Z.
    public init(seconds: Int64) { milliseconds = seconds &* 1000 }

    /// The machine's wall clock, which anyone may have set.
    ///
    /// - Returns: The time now.
    public static func now() -> Timestamp { Timestamp(milliseconds: Int64(SystemClock.wall.milliseconds)) }

    /// Whole seconds since 1970, rounded down.
    public var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000 }

    /// The time so much later, at most the latest or earliest there is.
    ///
    /// - Parameter milliseconds: How much; negative for earlier.
    /// - Returns: The other time.
    public func advanced(byMilliseconds milliseconds: Int64) -> Timestamp {
        let (sum, overflows) = self.milliseconds.addingReportingOverflow(milliseconds)
        return Timestamp(milliseconds: overflows ? (milliseconds < 0 ? .min : .max) : sum)
    }

    /// Whether one time is earlier than another.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}
