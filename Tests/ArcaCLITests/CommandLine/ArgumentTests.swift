import Testing

@testable import ArcaCLI

@Suite struct ArgumentTests {
    @Test("is text if its bytes are UTF-8")
    func text() {
        #expect(Argument("grün").text == "grün")
        #expect(Argument([0x67, 0xFC]).text == nil)
        #expect(Argument([]).text == "")
        #expect(Argument("grün") == Argument([0x67, 0x72, 0xC3, 0xBC, 0x6E]))
    }

    @Test(
        "escapes control characters and invalid bytes, so a name cannot control the terminal",
        arguments: [
            (Argument("plain ü"), "plain ü"),
            (Argument("a\u{1B}[1m\n"), "a\\x1b[1m\\n"),
            (Argument([0x61, 0xFF, 0x07]), "a\\xff\\x07"),
            (Argument([0xC2, 0x9B]), "\\u{9b}"),
            (Argument([0x7F]), "\\x7f"),
        ])
    func shown(_ argument: Argument, _ expected: String) { #expect(argument.shown == expected) }
}
