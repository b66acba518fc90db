internal import ArcaPlatform

package struct CalendarTime: Sendable, Hashable {
    /// 1970 to 9999.
    package var year: Int
    /// 1 to 12.
    package var month: Int
    package var day: Int
    /// 0 to 23.
    package var hour = 0
    /// 0 to 59.
    package var minute = 0
    /// 0 to 59.
    package var second = 0

    /// Creates a time from its parts, unchecked.
    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Seconds since 1970-01-01 00:00 UTC, or nil for a time that does not exist, such as February 30.
    ///
    /// The time is in UTC or in the system's time zone (`TZ`).
    package func seconds(isUTC: Bool) -> Int? {
        guard (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        var parts = tm()
        parts.tm_year = Int32(year - 1900)
        parts.tm_mon = Int32(month - 1)
        parts.tm_mday = Int32(day)
        parts.tm_hour = Int32(hour)
        parts.tm_min = Int32(minute)
        parts.tm_sec = Int32(second)
        // Lets the system determine daylight saving time.
        parts.tm_isdst = -1
        let seconds = isUTC ? timegm(&parts) : mktime(&parts)
        // The system moves a nonexistent day to the next month.
        guard parts.tm_mday == Int32(day) else { return nil }
        return Int(seconds)
    }
}
