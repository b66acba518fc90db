import ArcaContainers
import ArcaSystem
import Testing

/// Name patterns; `ArchiveCommandTests` compares them with those of GNU tar.
@Suite struct ArchivePatternTests {
    @Test(
        "matches whole names, at the end of a path or as the whole path",
        arguments: [
            ("build", "build", true), ("build", "a/build", true), ("build", "a/builds", false),
            ("build", "a/build/b", false),
            ("*.o", "a/b.o", true), ("*.o", ".o", true), ("a*c", "a/b/c", true), ("*", "a/b", true),
            ("**b**", "aba", true),
            ("a?c", "a/c", true), ("?", "é", true), ("??", "é", false), ("[a-c]", "b", true), ("[!a-c]", "b", false),
            ("[^a-c]x", "dx", true), ("[]x]", "]", true), ("[a-]", "-", true), ("[à-ü]", "é", true), ("\\*", "*", true),
            ("\\*", "a", false), ("./b", "b", true), ("./b", "a/b", false), ("b/", "a/b", true), ("a/b", "c/a/b", true),
            ("*a*b*c", "xxaxxbxxbc", true), ("*a*b*c", "xxaxxcxxb", false), ("[\\]]", "]", true),
        ])
    func fits(_ pattern: String, _ path: String, _ isFitting: Bool) throws {
        #expect(try ArchivePattern(pattern.utf8).matches(BytePath(path)) == isFitting)
    }

    @Test("bytes that are not UTF-8 match themselves")
    func strayBytes() throws {
        #expect(try ArchivePattern([0xff, 0x2a]).matches(BytePath([0x61, 0x2f, 0xff, 0x62])))
        #expect(try !ArchivePattern([0xff]).matches(BytePath([0xfe])))
        #expect(try ArchivePattern("?".utf8).matches(BytePath([0xfe])))
    }

    @Test("rejects invalid patterns", arguments: ["", "./", "[a", "[", "[z-a]", "a\\", "[!"])
    func refuses(_ pattern: String) {
        #expect(throws: ContainerError.self) { try ArchivePattern(pattern.utf8) }
    }

    @Test("many stars take at most quadratic time")
    func takesLittleTime() throws {
        let pattern = try ArchivePattern(String(repeating: "*a", count: 200).utf8)
        #expect(!pattern.matches(BytePath(String(repeating: "a", count: 4000) + "b")))
    }
}
