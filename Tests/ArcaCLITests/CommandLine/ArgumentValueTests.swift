import Testing

@testable import ArcaCLI
internal import ArcaCore

@Suite struct ArgumentValueTests {
    enum Size: String, CaseIterable, ArgumentValue { case small, large }

    @Test("parses numbers up to the limits of their type")
    func numbers() throws {
        #expect(try Int(argument: "-9223372036854775808") == .min)
        #expect(try UInt64(argument: "18446744073709551615") == .max)
        #expect(try UInt8(argument: "007") == 7)
        #expect(throws: UsageError.code(.outOfRange)) { try UInt8(argument: "256") }
        #expect(throws: UsageError.code(.outOfRange)) { try UInt32(argument: "-1") }
    }

    @Test(
        "rejects all but decimal numbers", arguments: ["", "-", "+1", "1.5", "0x10", "1e3", " 1", "1 ", "--1", "１"])
    func noNumbers(_ text: String) {
        #expect(throws: UsageError.code(.invalidValue)) { try Int(argument: Argument(text)) }
    }

    @Test("describes the range")
    func ranges() {
        #expect(Int.words(for: 1...64) == "1 to 64")
        #expect(Int.words(for: 1...Int.max) == "1 or more")
        #expect(UInt8.words(for: .min ... .max) == "0 to 255")
    }

    @Test("offers the cases of a string enum as choices")
    func choices() throws {
        #expect(try Size(argument: "large") == .large)
        #expect(Size.completion.choices == ["small", "large"])
        #expect(Size.small.argumentText == "small")
        let error = #expect(throws: UsageError.code(.invalidValue)) { try Size(argument: "Large") }
        #expect(error?.hint == "did you mean large?")
    }
}
