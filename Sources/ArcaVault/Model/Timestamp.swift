public import ArcaCore
internal import ArcaPlatform

extension Vault {
    /// A time in milliseconds since 1970 (UTC), without leap seconds.
    public struct Timestamp: Sendable, Hashable, Comparable {
        /// Milliseconds since 1970-01-01T00:00:00Z; may be negative.
        public let milliseconds: Int64

        /// Creates a time from milliseconds since 1970-01-01T00:00:00Z.
        public init(milliseconds: Int64) { self.milliseconds = milliseconds }

        /// Creates a time from seconds since 1970-01-01T00:00:00Z.
        public init(seconds: Int64) { milliseconds = seconds &* 1000 }

        /// Reads the wall clock, which the user may have set.
        public static func now() -> Vault.Timestamp {
            Vault.Timestamp(milliseconds: Int64(SystemClock.wall.milliseconds))
        }

        /// Whole seconds since 1970, rounded down.
        public var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000 }

        /// Returns the time shifted by an interval, which may be negative; clamped to the range.
        public func advanced(byMilliseconds milliseconds: Int64) -> Vault.Timestamp {
            let (sum, overflows) = self.milliseconds.addingReportingOverflow(milliseconds)
            return Vault.Timestamp(milliseconds: overflows ? (milliseconds < 0 ? .min : .max) : sum)
        }

        /// Whether one time is earlier than another.
        public static func < (left: Vault.Timestamp, right: Vault.Timestamp) -> Bool {
            left.milliseconds < right.milliseconds
        }
    }
}

extension Vault.Timestamp: CustomStringConvertible {
    private static let millisecondsOfDay: Int64 = 86_400_000

    /// Parses a time in RFC 3339 format, a profile of ISO 8601.
    ///
    /// Examples are `2026-11-21T22:00:50Z`, `2026-11-21 22:00:50.125+01:00` and `2026-11-21` (midnight, UTC). A time of
    /// day must have an offset from UTC, because it is ambiguous without one. Seconds are optional and may have up to
    /// nine decimals; three are kept. Years above 9999 and below 0 have a sign and six to nine digits.
    ///
    /// Source: RFC 3339, section 5.6; ISO 8601-1:2019, section 5.2.2.3 for the long years.
    ///
    /// - Parameter text: The text, with nothing before or after the time.
    /// - Throws: ``VaultError`` with code `.malformed` and the offset of the error.
    public init(text: String) throws(VaultError) {
        var scanner = Scanner(text)
        self = try VaultError.wrap { try scanner.timestamp() }
    }

    /// The time in UTC in RFC 3339 format, with milliseconds unless they are zero: `2026-11-21T22:00:50.125Z`.
    ///
    /// Years above 9999 and below 0 have a sign and at least six digits, as ISO 8601 allows.
    public var description: String {
        var day = milliseconds / Self.millisecondsOfDay
        var rest = milliseconds % Self.millisecondsOfDay
        if rest < 0 { (day, rest) = (day - 1, rest + Self.millisecondsOfDay) }
        let date = CivilDate(daysSince1970: day)
        var text: String
        if (0...9999).contains(date.year) {
            text = Self.digits(date.year, 4)
        } else {
            text = (date.year < 0 ? "-" : "+") + Self.digits(abs(date.year), 6)
        }
        text += "-\(Self.digits(date.month, 2))-\(Self.digits(date.day, 2))"
        text += "T\(Self.digits(rest / 3_600_000, 2)):\(Self.digits(rest / 60_000 % 60, 2))"
        text += ":\(Self.digits(rest / 1000 % 60, 2))"
        if rest % 1000 != 0 { text += ".\(Self.digits(rest % 1000, 3))" }
        return text + "Z"
    }

    private static func digits(_ value: Int64, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
    }

    private struct Scanner {
        private let bytes: [UInt8]
        private var offset = 0

        init(_ text: String) { bytes = Array(text.utf8) }

        mutating func timestamp() throws -> Vault.Timestamp {
            let year = try year()
            try expect("-", "a hyphen after the year")
            let month = try number(2, 1...12, "the month")
            try expect("-", "a hyphen after the month")
            let longest = CivilDate(year: year, month: month, day: 1).daysInMonth
            let day = try number(2, 1...longest, "the day")
            let days = CivilDate(year: year, month: month, day: day).daysSince1970
            guard offset < bytes.count else { return try time(days, 0) }
            guard take("T") || take("t") || take(" ") else { throw error("a T is missing between date and time") }
            let hour = try number(2, 0...23, "the hour")
            try expect(":", "a colon after the hour")
            let minute = try number(2, 0...59, "the minute")
            var milliseconds: Int64 = 0
            if take(":") {
                milliseconds = try number(2, 0...59, "the second") * 1000
                if take(".") || take(",") { milliseconds += try fraction() }
            }
            milliseconds += (hour * 60 + minute - (try offsetMinutes())) * 60_000
            guard offset == bytes.count else { throw error("something follows the time") }
            return try time(days, milliseconds)
        }

        /// Throws for a time out of range; the first and last years of the range are incomplete.
        private func time(_ days: Int64, _ milliseconds: Int64) throws -> Vault.Timestamp {
            let sum = Int128(days) * 86_400_000 + Int128(milliseconds)
            guard let sum = Int64(exactly: sum) else {
                throw VaultError(.malformed, at: 1, "the time is out of range")
            }
            return Vault.Timestamp(milliseconds: sum)
        }

        private mutating func year() throws -> Int64 {
            guard let first = bytes.first, first == .plus || first == .hyphen else {
                return try number(4, 0...9999, "the year")
            }
            offset = 1
            let count = bytes[1...].prefix { $0.isDigit }.count
            // The latest representable year has nine digits.
            guard (6...9).contains(count) else { throw error("a year with a sign has 6 to 9 digits") }
            let isBefore = first == .hyphen
            let value = try number(count, 0...(isBefore ? 292_275_055 : 292_278_994), "the year")
            return isBefore ? -value : value
        }

        private mutating func fraction() throws -> Int64 {
            let digits = bytes[offset...].prefix { $0.isDigit }
            guard (1...9).contains(digits.count) else { throw error("a fraction of a second has 1 to 9 digits") }
            offset += digits.count
            return (0..<3).reduce(0) { sum, index in
                sum * 10 + (index < digits.count ? Int64(digits[digits.startIndex + index] - 0x30) : 0)
            }
        }

        private mutating func offsetMinutes() throws -> Int64 {
            if take("Z") || take("z") { return 0 }
            let isEast = take("+")
            guard isEast || take("-") else { throw error("Z or an offset such as +01:00 is missing after the time") }
            let hours = try number(2, 0...23, "the hours of the offset")
            _ = take(":")
            let minutes = hours * 60 + (try number(2, 0...59, "the minutes of the offset"))
            return isEast ? minutes : -minutes
        }

        private mutating func number(
            _ count: Int, _ range: ClosedRange<Int64>, _ name: StaticString
        ) throws -> Int64 {
            let digits = bytes[min(offset, bytes.count)...].prefix(count)
            guard digits.count == count, digits.allSatisfy({ $0.isDigit }) else {
                throw error("\(name) has to be \(count) digits")
            }
            let value = digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
            guard range.contains(value) else {
                throw error("\(name) is \(value), not \(range.lowerBound) to \(range.upperBound)")
            }
            offset += count
            return value
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
            offset += 1
            return true
        }

        private mutating func expect(_ character: Unicode.Scalar, _ what: StaticString) throws {
            guard take(character) else { throw error("\(what) is missing") }
        }

        private func error(_ reason: String) -> VaultError {
            VaultError(.malformed, at: offset, "not a time such as 2026-11-21T22:00:50Z: \(reason)")
        }
    }
}

extension Vault.Timestamp: Codable {
    /// Decodes RFC 3339 text.
    public init(from decoder: any Decoder) throws { self = try decoder.value { try Self(text: $0) } }

    /// Encodes the time in UTC as RFC 3339 text.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}
