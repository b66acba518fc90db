import Testing

@testable import ArcaCLI

@Suite struct TextLayoutTests {
    @Test(
        "wraps at spaces, and keeps paragraphs and indented lines",
        arguments: [
            ("", 10, [""]),
            ("one two", 7, ["one two"]),
            ("one two", 6, ["one", "two"]),
            ("one  two three", 7, ["one two", "three"]),
            ("unbreakable word", 5, ["unbreakable", "word"]),
            ("a\n\nb", 5, ["a", "", "b"]),
            ("  kept   as it is", 5, ["  kept   as it is"]),
            ("no\u{A0}break here", 8, ["no break", "here"]),
            ("a no\u{A0}break", 8, ["a", "no break"]),
            ("ä…ö x", 5, ["ä…ö x"]),
        ])
    func wraps(_ text: String, _ width: Int, _ lines: [String]) {
        #expect(TextLayout.wrap(text, width: width) == lines)
    }

    @Test("puts the text next to a short label and below a long one")
    func rows() {
        #expect(TextLayout.row("-r", "one two", column: 6, width: 80) == "  -r  one two\n")
        #expect(TextLayout.row("--rr", "one", column: 6, width: 80) == "  --rr\n      one\n")
        #expect(TextLayout.row("-r", "", column: 6, width: 80) == "  -r\n")
        let text = "twenty columns stay, so that words fit"
        #expect(
            TextLayout.row("-r", text, column: 6, width: 10)
                == "  -r  twenty columns stay,\n      so that words fit\n")
    }
}
