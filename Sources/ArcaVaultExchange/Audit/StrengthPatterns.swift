import ArcaCore
internal import ArcaPlatform

enum StrengthPatterns {
    /// Bits for choosing a pattern instead of characters.
    static let kindBits = 2.0

    /// Ascending or descending sequences: `abc`, `987`.
    static func sequences(_ password: Span<UInt8>, _ start: Int, _ reach: (Int, Double) -> Void) {
        guard start + 2 < password.count else { return }
        let first = password[start].lowercased
        for step in [1, -1] {
            var end = start + 1
            while end < password.count, Int(password[end].lowercased) - Int(password[end - 1].lowercased) == step,
                password[end].isAlphanumeric, password[end - 1].isAlphanumeric
            { end += 1 }
            // The start is one of 36 characters; common starts are cheaper.
            let beginning = "a10z9".utf8.contains(first) ? 2.0 : log2(36.0)
            ends(start, end) { reach($0, beginning + kindBits + log2(Double($1)) + (step < 0 ? 1 : 0)) }
        }
    }

    /// Calls `body` with every end that gives a part of at least three characters.
    static func ends(_ start: Int, _ end: Int, _ body: (Int, Int) -> Void) {
        guard end - start >= 3 else { return }
        for piece in start + 3...end { body(piece, piece - start) }
    }

    /// Years from 1900 to 2059, and dates with two-digit days and months, with or without separators.
    static func dates(_ password: Span<UInt8>, _ start: Int, _ reach: (Int, Double) -> Void) {
        func number(_ place: Int, _ count: Int) -> Int? {
            guard place + count <= password.count else { return nil }
            var value = 0
            for index in place..<place + count {
                guard password[index].isDigit else { return nil }
                value = value * 10 + Int(password[index] - 0x30)
            }
            return value
        }
        let years = 1900...2059
        let commonYears = 1950...2030
        let dayBits = log2(366.0)
        func bits(_ year: Int) -> Double {
            log2(Double(commonYears.contains(year) ? commonYears.count : years.count))
        }
        if let year = number(start, 4), years.contains(year) {
            reach(start + 4, bits(year))
            for gap in 0...1 {
                guard let month = number(start + 4 + gap, 2), let day = number(start + 6 + 2 * gap, 2) else { continue }
                if (1...12).contains(month), (1...31).contains(day) {
                    reach(start + 8 + 2 * gap, bits(year) + dayBits + Double(gap * 2) + 1)
                }
            }
        }
        for gap in 0...1 {
            guard let first = number(start, 2), let second = number(start + 2 + gap, 2) else { continue }
            let isDay = (1...31).contains(first) && (1...12).contains(second)
            let isAmerican = (1...12).contains(first) && (1...31).contains(second)
            guard isDay || isAmerican else { continue }
            if let year = number(start + 4 + 2 * gap, 4), years.contains(year) {
                reach(start + 8 + 2 * gap, bits(year) + dayBits + Double(gap * 2) + 1)
            }
            if number(start + 4 + 2 * gap, 2) != nil {
                reach(start + 6 + 2 * gap, log2(100.0) + dayBits + Double(gap * 2) + 1)
            }
        }
    }

    /// Typical endings when a rule requires a digit or a punctuation mark; two-digit years are handled separately.
    private static let commonEndings = [
        "!", "1", "1!", "123", "123!", ".", "?", "!!", "#", "*", "01", "12", "69", "007",
    ]
    .map { Array($0.utf8) }

    static func endings(_ password: Span<UInt8>, _ start: Int, _ reach: (Int, Double) -> Void) {
        let rest = password.count - start
        guard start > 0, rest <= 4 else { return }
        for ending in commonEndings where ending.count == rest {
            if ending.indices.allSatisfy({ password[start + $0] == ending[$0] }) {
                reach(password.count, kindBits + log2(Double(commonEndings.count)))
            }
        }
        if rest == 2, (0..<2).allSatisfy({ password[start + $0].isDigit }) {
            reach(password.count, log2(100.0))
        }
    }
}
