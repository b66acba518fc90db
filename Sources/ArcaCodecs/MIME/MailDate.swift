/// The date and time of a mail's Date field (RFC 5322, section 3.3), as seconds since 1970 (UTC).
enum MailDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    /// Names of zones and their hours from UTC; others mean UTC (section 4.3).
    private static let zones = [
        "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
    ]

    /// Writes a date in UTC: `Sat, 28 Nov 2026 08:12:00 +0000`.
    static func text(_ seconds: Int) throws(CodecError) -> String {
        let (day, rest) = (Int64(seconds / 86_400), seconds % 86_400)
        guard seconds >= 0, day < 2_932_897 else {
            throw CodecError(
                .invalidOption, "the date is \(seconds) seconds since 1970", hint: "a mail's date is in 1970 to 9999")
        }
        let date = CivilDate(daysSince1970: day)
        let month = months[Int(date.month) - 1]
        let name = month.prefix(1).uppercased() + month.dropFirst()
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(days[Int(day % 7)]), \(date.day) \(name) \(date.year) \(time.joined(separator: ":")) +0000"
    }

    /// Parses a field's value, with its obsolete forms.
    static func parse(_ bytes: [UInt8]) throws(CodecError) -> Int {
        var scanner = HeaderScanner(bytes)
        try scanner.skipCommentsAndWhitespace()
        if let byte = scanner.next, !byte.isDigit {
            _ = scanner.run { $0.isAlphanumeric }
            try scanner.skipCommentsAndWhitespace()
            guard scanner.next == .comma else { throw error(scanner, "day of the week has no comma") }
            scanner.offset += 1
        }
        let day = try number(&scanner, 1...2, 1...31, "day")
        try scanner.skipCommentsAndWhitespace()
        let name = HeaderBytes.lowercasedText(scanner.run { $0.isAlphanumeric && !$0.isDigit })
        guard let month = months.firstIndex(of: name) else { throw error(scanner, "month is not known") }
        let start = scanner.offset
        var year = try number(&scanner, 2...9, 0...9999, "year")
        if year < 1000 { year += year < 50 && scanner.offset - start < 5 ? 2000 : 1900 }
        let date = CivilDate(year: Int64(year), month: Int64(month + 1), day: Int64(day))
        guard date.day <= date.daysInMonth else { throw error(scanner, "month does not have \(day) days") }
        let hour = try number(&scanner, 1...2, 0...23, "hour")
        try expectColon(&scanner)
        let minute = try number(&scanner, 1...2, 0...59, "minute")
        var second = 0
        try scanner.skipCommentsAndWhitespace()
        if scanner.next == .colon {
            scanner.offset += 1
            second = try number(&scanner, 1...2, 0...60, "second")
        }
        let offset = try zone(&scanner)
        return Int(date.daysSince1970) * 86_400 + (hour * 60 + minute - offset) * 60 + second
    }

    private static func error(_ scanner: HeaderScanner, _ reason: String) -> CodecError {
        scanner.error(.invalidSyntax, "date: \(reason)", hint: "a date is written as 28 Nov 2026 08:12:00 +0000")
    }

    private static func number(
        _ scanner: inout HeaderScanner, _ counts: ClosedRange<Int>, _ range: ClosedRange<Int>, _ name: String
    ) throws(CodecError) -> Int {
        try scanner.skipCommentsAndWhitespace()
        let digits = scanner.run { $0.isDigit }
        guard counts.contains(digits.count), let value = Int(String(decoding: digits, as: UTF8.self)),
            range.contains(value)
        else { throw error(scanner, "\(name) is not a number from \(range.lowerBound) to \(range.upperBound)") }
        return value
    }

    private static func expectColon(_ scanner: inout HeaderScanner) throws(CodecError) {
        try scanner.skipCommentsAndWhitespace()
        guard scanner.next == .colon else { throw error(scanner, "colon is missing after the hour") }
        scanner.offset += 1
    }

    /// The minutes from UTC.
    private static func zone(_ scanner: inout HeaderScanner) throws(CodecError) -> Int {
        try scanner.skipCommentsAndWhitespace()
        var offset = 0
        if let sign = scanner.next, sign == UInt8(ascii: "+") || sign == .hyphen {
            scanner.offset += 1
            let start = scanner.offset
            let value = try number(&scanner, 4...4, 0...9959, "zone")
            guard scanner.offset == start + 4, value % 100 < 60 else { throw error(scanner, "zone is not +hhmm") }
            offset = (value / 100 * 60 + value % 100) * (sign == .hyphen ? -1 : 1)
        } else {
            let name = HeaderBytes.lowercasedText(scanner.run { $0.isAlphanumeric })
            guard !name.isEmpty else { throw error(scanner, "zone is missing") }
            offset = 60 * (zones[name] ?? 0)
        }
        try scanner.skipCommentsAndWhitespace()
        guard scanner.isAtEnd else { throw error(scanner, "text follows the zone") }
        return offset
    }
}
