import Testing

@testable import ArcaSignatures

@Suite("comma-separated patterns")
struct PatternListTests {
    @Test(
        "match as in OpenSSH, except that an empty list matches nothing",
        arguments: [
            ("alice", "alice", true), ("alice", "Alice", false), ("*", "", true), ("?", "", false),
            ("a*c", "abbc", true),
            ("a*b*c", "aXbYbZc", true), ("*@example.com,!bob@*", "alice@example.com", true),
            ("*@example.com,!bob@*", "bob@example.com", false), ("!bob@*,*@example.com", "bob@example.com", false),
            ("!bob", "alice", false), ("a,b", "b", true), ("a, b", "b", false), ("", "a", false), ("", "", false),
            ("a,", "", false),
        ])
    func match(list: String, text: String, isMatched: Bool) {
        #expect(PatternList(list.utf8).matches(Array(text.utf8)) == isMatched)
    }

    @Test("match nothing beyond 1,022 characters, as in OpenSSH")
    func long() {
        let text = [UInt8](repeating: 0x61, count: 1022)
        #expect(PatternList(text).matches(text))
        #expect(!PatternList(text + [0x61]).matches(text + [0x61]))
        #expect(!PatternList(Array("b,".utf8) + text + [0x61] + Array(",c".utf8)).matches(Array("c".utf8)))
    }

    @Test("match many stars in little time")
    func stars() {
        let list = PatternList(Array(repeating: UInt8(ascii: "*"), count: 500) + Array("b".utf8))
        #expect(!list.matches([UInt8](repeating: 0x61, count: 60_000)))
    }
}
