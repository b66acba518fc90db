internal import ArcaCodecs

/// A length of time as people give it: `45s`, `15m`, `8h`, `2d`, or seconds without a unit.
struct TimeSpan: ArgumentValue, Hashable {
    /// How long, 1 second to 30 days.
    let seconds: Int

    private static let longest = 30 * 86_400
    private static let units: [(letter: UInt8, seconds: Int)] = [
        (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3600), (UInt8(ascii: "m"), 60), (UInt8(ascii: "s"), 1),
    ]

    /// Takes seconds that are in range.
    init(seconds: Int) { self.seconds = seconds }

    init(argument: Argument) throws(UsageError) {
        let unit = Self.units.first { $0.letter == argument.bytes.last }
        let digits = unit == nil ? argument.bytes : argument.bytes.dropLast()
        guard let number = Int(String(decoding: digits, as: UTF8.self)), digits.first != UInt8(ascii: "+"), number > 0,
            case let (seconds, isOverflown) = number.multipliedReportingOverflow(by: unit?.seconds ?? 1),
            !isOverflown, seconds <= Self.longest
        else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is no time from a second to 30 days",
                hint: "write it as 45s, 15m, 8h or 2d")
        }
        self.seconds = seconds
    }

    var argumentText: String? {
        let unit = Self.units.first { seconds.isMultiple(of: $0.seconds) }
        return unit.map { "\(seconds / $0.seconds)" + String(decoding: [$0.letter], as: UTF8.self) }
    }

    /// Words for people, in the two largest units: `14 min 59 s`.
    var text: String {
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        let first = parts.firstIndex { $0.0 > 0 } ?? 3
        return parts[first...].prefix(2).filter { $0.0 > 0 || first == 3 }.map { "\($0.0) \($0.1)" }.joined(
            separator: " ")
    }
}
