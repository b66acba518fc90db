internal import ArcaCore
internal import ArcaPlatform
internal import ArcaVault

enum ByteCount {
    /// `999 B`, `1.5 KiB`, `12 MiB`, with a decimal below ten.
    static func text(_ byteCount: Int) -> String {
        guard byteCount >= 1024 else { return "\(byteCount) B" }
        var value = Double(byteCount)
        var unit = -1
        let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        while value >= 1023.95, unit + 1 < units.count {
            value /= 1024
            unit += 1
        }
        let tenths = Int((value * 10).rounded())
        let number = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
        return "\(number) \(units[unit])"
    }
}

enum Decimal {
    static func text(_ number: Double, fractionDigits: Int) -> String {
        let scale = (0..<fractionDigits).reduce(1.0) { scale, _ in scale * 10 }
        let scaled = (number * scale).rounded()
        guard let whole = Int(exactly: scaled), fractionDigits > 0 else { return "\(number)" }
        let digits = String(whole.magnitude)
        let padded = String(repeating: "0", count: max(0, fractionDigits + 1 - digits.count)) + digits
        return "\(whole < 0 ? "-" : "")\(padded.dropLast(fractionDigits)).\(padded.suffix(fractionDigits))"
    }

    /// Formats about three digits: `0.04`, `1.85`, `12.3`, `450`.
    static func short(_ number: Double) -> String {
        number < 9.995
            ? text(number, fractionDigits: 2)
            : number < 99.95 ? text(number, fractionDigits: 1) : String(Int(number.rounded()))
    }
}

enum Count {
    /// `1 item`, `2 items`, `0 tries`.
    static func text(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
    }
}

enum DateText {
    /// The local time on a terminal, `2026-11-22 12:04:59 +01:00`; otherwise UTC (RFC 3339).
    static func shown(_ time: Vault.Timestamp, isLocal: Bool = Table.isAligned) -> String {
        guard isLocal else { return time.description }
        let (seconds, rest) = time.milliseconds.quotientAndRemainder(dividingBy: 1000)
        return local(Int(rest < 0 ? seconds - 1 : seconds)) ?? time.description
    }

    /// Formats text for people: a UTC time of a report (RFC 3339) like ``shown(_:isLocal:)``, other text unchanged.
    static func shown(_ text: String, isLocal: Bool = Table.isAligned) -> String {
        guard isLocal, text.hasSuffix("Z"), (20...30).contains(text.utf8.count),
            let time = try? Vault.Timestamp(text: text)
        else { return text }
        return shown(time, isLocal: true)
    }

    static func day(_ time: Vault.Timestamp, isLocal: Bool = Table.isAligned) -> String {
        String(shown(time, isLocal: isLocal).prefix(10))
    }

    /// `2026-11-22 12:04:59 +01:00`, or nil if the system cannot convert the time.
    private static func local(_ seconds: Int) -> String? {
        var clock = time_t(seconds)
        var parts = tm()
        guard localtime_r(&clock, &parts) != nil, (-1900...8099).contains(parts.tm_year) else { return nil }
        let minutes = abs(parts.tm_gmtoff) / 60
        let sign = parts.tm_gmtoff < 0 ? "-" : "+"
        let year = String(Int(parts.tm_year) + 1900)
        let day =
            String(repeating: "0", count: 4 - year.count) + "\(year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) "
            + "\(sign)\(two(Int32(minutes / 60))):\(two(Int32(minutes % 60)))"
    }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

    static var now: Int { time(nil) }

    /// `2026-11-22 11:04 UTC`, or the local time.
    static func text(_ seconds: Int, isLocal: Bool = Table.isAligned) -> String {
        if isLocal, let text = local(seconds) { return text }
        let (day, time, _) = parts(seconds)
        return "\(day) \(time) UTC"
    }

    /// `2026-11-22T11:04:59Z` (RFC 3339).
    static func rfc3339(_ seconds: Int) -> String {
        let (day, time, second) = parts(seconds)
        return "\(day)T\(time):\(second)Z"
    }

    private static func parts(_ seconds: Int) -> (day: String, time: String, second: String) {
        var clock = time_t(seconds)
        var parts = tm()
        gmtime_r(&clock, &parts)
        return (
            "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))",
            "\(two(parts.tm_hour)):\(two(parts.tm_min))", two(parts.tm_sec)
        )
    }
}

/// A duration in option syntax: `45s`, `15m`, `8h`, `2d`, or seconds without a unit.
struct TimeSpan: ArgumentValue, Hashable {
    /// 1 second to 30 days.
    let seconds: Int

    private static let maximum = 30 * 86_400
    private static let units: [(letter: UInt8, seconds: Int)] = [
        (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3600), (UInt8(ascii: "m"), 60), (UInt8(ascii: "s"), 1),
    ]

    init(seconds: Int) { self.seconds = seconds }

    init(argument: Argument) throws(UsageError) {
        let unit = Self.units.first { $0.letter == argument.bytes.last }
        let digits = unit == nil ? argument.bytes : argument.bytes.dropLast()
        guard let number = Int(String(decoding: digits, as: UTF8.self)), digits.first != .plus, number > 0,
            case let (seconds, isOverflown) = number.multipliedReportingOverflow(by: unit?.seconds ?? 1),
            !isOverflown, seconds <= Self.maximum
        else {
            throw UsageError(
                .invalidValue, "invalid duration '\(argument.shown)': expected 1 second to 30 days",
                hint: "give it as 45s, 15m, 8h or 2d")
        }
        self.seconds = seconds
    }

    var argumentText: String? {
        let unit = Self.units.first { seconds.isMultiple(of: $0.seconds) }
        return unit.map { "\(seconds / $0.seconds)" + String(decoding: [$0.letter], as: UTF8.self) }
    }

    /// Text in the two largest units: `14 min 59 s`.
    var text: String {
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        let first = parts.firstIndex { $0.0 > 0 } ?? 3
        return parts[first...].prefix(2).filter { $0.0 > 0 || first == 3 }.map { "\($0.0) \($0.1)" }.joined(
            separator: " ")
    }
}
