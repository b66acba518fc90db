/// Decimal fractions as people read them.
enum Decimal {
    /// The number, rounded to that many digits after the point.
    static func text(_ number: Double, fractionDigits: Int) -> String {
        let scale = (0..<fractionDigits).reduce(1.0) { scale, _ in scale * 10 }
        let scaled = (number * scale).rounded()
        guard let whole = Int(exactly: scaled), fractionDigits > 0 else { return "\(number)" }
        let digits = String(whole.magnitude)
        let padded = String(repeating: "0", count: max(0, fractionDigits + 1 - digits.count)) + digits
        return "\(whole < 0 ? "-" : "")\(padded.dropLast(fractionDigits)).\(padded.suffix(fractionDigits))"
    }

    /// The number with about three digits: `0.04`, `1.85`, `12.3`, `450`.
    static func short(_ number: Double) -> String {
        number < 9.995
            ? text(number, fractionDigits: 2)
            : number < 99.95 ? text(number, fractionDigits: 1) : String(Int(number.rounded()))
    }
}
