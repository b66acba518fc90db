internal import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite(.enabled(if: runsSlowTests, "slow")) struct FishCompletionsTests {
    @Test("has a line for every command, option and operand")
    func lines() {
        let script = FishCompletions.script(SampleRoot.self)
        for line in [
            "complete -c strong -n '__strong_at ; and __strong_operand 0 0' -a put -d 'put something into the box'",
            "complete -c strong -n '__strong_at ' -s V -l version -d 'print the version'",
            "complete -c strong -n '__strong_at put' -s n -l count -x -d 'how many'",
            "complete -c strong -n '__strong_at put' -s m -l metal -x -a 'gold silver copper' -d 'what it is made of'",
            "complete -c strong -n '__strong_at put' -l label -l no-label -d 'write what is in it'",
            "complete -c strong -n '__strong_at key show; and __strong_operand 0 2 ' -F",
        ] {
            #expect(script.contains(line + "\n"), "\(line)")
        }
        #expect(!script.contains("mutter") && !script.contains("secretly"))
    }

    static let cases: [(String, String)] = [
        ("strong ", "key put"),
        ("strong k", "key"),
        ("strong key ", "make show"),
        ("strong put --met", "--metal"),
        ("strong put --metal ", "copper gold silver"),
        ("strong put --metal=g", "--metal=gold"),
        ("strong put -mg", "-mgold"),
        ("strong put -a gold,c", "gold,copper"),
        ("strong put --alloy=gold,c", "--alloy=gold,copper"),
        ("strong put ze", ""),
        ("strong put coin ze", "zebra"),
        ("strong put --paper x ze", ""),
        ("strong put --paper x coin ze", "zebra"),
        ("strong key show ze", "zebra"),
        ("strong key show zebra ze", ""),
        ("strong key make --from ", "env: file: stdin"),
        ("strong key make --from file:ze", "file:zebra"),
        ("strong key make --from=file:ze", "--from=file:zebra"),
    ]

    @Test("completes commands, options, values and files", .enabled(if: Peer.has("fish")))
    func completes() throws {
        try Peer.inFolder { folder in
            try "".write(to: folder.appendingPathComponent("zebra"), atomically: false, encoding: .utf8)
            let file = folder.appendingPathComponent("strong.fish")
            var script = FishCompletions.script(SampleRoot.self)
            for (line, _) in Self.cases {
                script += "echo (complete -C '\(line)' | string replace -r '\\t.*' '' | sort)\n"
            }
            try script.write(to: file, atomically: false, encoding: .utf8)
            let result = try Peer.run(
                ["fish", "--no-config", file.path], environment: ["HOME": folder.path, "LC_ALL": "C"], in: folder)
            let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(result.errors.isEmpty)
            try #require(lines.count == Self.cases.count + 1)
            for (line, (words, expected)) in zip(lines, Self.cases) { #expect(line == expected, "\(words)") }
        }
    }

    @Test("the script of arca itself is sourced without a word", .enabled(if: Peer.has("fish")))
    func arca() throws {
        try Peer.inFolder { folder in
            // As a file: Linux takes no argument of 128 KiB or more.
            let file = folder.appending(path: "arca.fish")
            try (FishCompletions.script(RootCommand.self) + "complete -C 'arca completions '\n")
                .write(to: file, atomically: false, encoding: .utf8)
            let result = try Peer.run(["fish", "--no-config", file.path], environment: ["HOME": folder.path])
            #expect(result.text == "bash\nfish\nzsh\n")
            #expect(result.errors.isEmpty)
        }
    }
}
