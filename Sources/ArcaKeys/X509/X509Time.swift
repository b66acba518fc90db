internal import ArcaCore

/// A point in time in a certificate, in UTC.
///
/// Source: RFC 5280, section 4.1.2.5.
public struct X509Time: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Seconds since 1970-01-01 00:00 UTC; negative for earlier times.
    public let seconds: Int
    /// The time for display: `2026-11-22 11:04:59 UTC`.
    public let description: String

    package var rfc3339: String {
        description.replacing(" UTC", with: "Z").replacing(" ", with: "T")
    }

    /// Whether the first time is earlier.
    public static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

    /// Certificates allow only the form with seconds and in UTC.
    init(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        let place = reader.offset
        let isShort = reader.peek(in: bytes) == .utcTime
        let content = try reader.read(isShort ? .utcTime : .generalizedTime, in: bytes)
        let yearDigits = isShort ? 2 : 4
        guard content.count == yearDigits + 11, bytes[content.upperBound - 1] == UInt8(ascii: "Z"),
            content.dropLast().allSatisfy({ bytes[$0].isDigit })
        else {
            throw KeyError(
                .malformed, at: place, "a time that is not \(isShort ? "YYMMDDHHMMSSZ" : "YYYYMMDDHHMMSSZ")")
        }
        func number(_ start: Int, _ count: Int) -> Int {
            (start..<start + count).reduce(0) { $0 * 10 + Int(bytes[content.lowerBound + $1] & 15) }
        }
        let written = number(0, yearDigits)
        let year = isShort ? written + (written < 50 ? 2000 : 1900) : written
        let parts = (0..<5).map { number(yearDigits + 2 * $0, 2) }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(parts[0]), (1...lengths[parts[0] - 1]).contains(parts[1]), parts[2] < 24,
            parts[3] < 60, parts[4] < 60
        else { throw KeyError(.malformed, at: place, "a time that does not exist") }
        // Days from year 0 to this year; 1970 starts at day 719,528.
        let past = year == 0 ? 0 : 365 * year + (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 + 1
        let days = past + lengths[..<(parts[0] - 1)].reduce(0, +) + parts[1] - 1 - 719_528
        seconds = ((days * 24 + parts[2]) * 60 + parts[3]) * 60 + parts[4]
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        description =
            "\(two(year / 100))\(two(year % 100))-\(two(parts[0]))-\(two(parts[1])) "
            + "\(two(parts[2])):\(two(parts[3])):\(two(parts[4])) UTC"
    }
}
