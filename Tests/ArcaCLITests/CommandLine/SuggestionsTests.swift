import Testing

@testable import ArcaCLI

@Suite struct SuggestionsTests {
    private let names = [
        "hash", "mac", "encode", "decode", "encrypt", "decrypt", "--algorithm", "--armor", "sha256", "-r",
    ]

    @Test(
        "suggests words that are a typo or a prefix away",
        arguments: [
            ("hsah", ["hash"]), ("has", ["hash"]), ("hashh", ["hash"]), ("hush", ["hash"]), ("HASH", ["hash"]),
            ("decod", ["decode"]), ("ecode", ["encode", "decode"]), ("encrpyt", ["encrypt"]),
            ("--algoritm", ["--algorithm"]), ("--alg", ["--algorithm"]), ("--a", []), ("algorithm", ["--algorithm"]),
            ("sha265", ["sha256"]), ("sha-256", ["sha256"]), ("rithm", ["--algorithm"]),
            ("--rypt", ["encrypt", "decrypt"]), ("xyz", []), ("", []), ("zzzzzzzzzzzzzz", []),
        ] as [(String, [String])])
    func nearest(_ word: String, _ expected: [String]) {
        #expect(Suggestions.nearest(to: word, among: names) == expected)
    }

    @Test("suggests at most three words, as a question")
    func atMostThree() {
        let near = Suggestions.nearest(to: "aa", among: ["ab", "ac", "ad", "ae"])
        #expect(near == ["ab", "ac", "ad"])
        #expect(Suggestions.question(near) == "did you mean ab or ac or ad?")
    }
}
