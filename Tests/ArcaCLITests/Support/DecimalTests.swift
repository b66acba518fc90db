import Testing

@testable import ArcaCLI

@Suite struct DecimalTests {
    @Test(
        "rounds to the requested digits",
        arguments: [
            (0.0, 1, "0.0"), (0.04, 1, "0.0"), (0.05, 1, "0.1"), (77.549, 1, "77.5"), (99.96, 1, "100.0"),
            (1.5, 3, "1.500"),
            (0.007, 2, "0.01"), (-2.25, 1, "-2.3"), (-0.01, 1, "0.0"), (1e300, 1, "1e+300"),
        ])
    func rounds(number: Double, digits: Int, text: String) {
        #expect(Decimal.text(number, fractionDigits: digits) == text)
    }

    @Test(
        "shows about three digits",
        arguments: [
            (0.0, "0.00"), (1.847, "1.85"), (9.994, "9.99"), (9.996, "10.0"), (99.94, "99.9"), (99.96, "100"),
            (1234.5, "1235"),
        ])
    func showsThreeDigits(number: Double, text: String) { #expect(Decimal.short(number) == text) }
}
