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
            try Self.check(Self.cases, SampleRoot.self, in: folder)
        }
    }

    static let ownCases: [(String, String)] = [
        ("arca vault get gi", "git/alice"),
        ("arca vault get --vault team.arca si", "site x/me"),
        ("arca vault get ht", "https://a.org/b"),
        ("arca encrypt --passphrase-from env:ARCA_SAM", "env:ARCA_SAMPLE"),
        ("arca encode base64,base3", "base64,base32 base64,base32hex base64,base36"),
        ("arca help vault slo", "slot"),
        ("arca help vault slot li", "list"),
        ("arca help decode cro", "crockford"),
        ("arca help exit", "exit-codes"),
    ]

    @Test(
        "completes vault items, variables, codecs and words after help", .enabled(if: Peer.has("fish"))
    )
    func ownWords() throws {
        try Peer.inFolder { folder in
            try SampleItems.write(to: folder)
            try Self.check(Self.ownCases, RootCommand.self, in: folder)
            let asked = try String(contentsOf: folder.appendingPathComponent("asked"), encoding: .utf8)
            #expect(
                asked.hasPrefix("vault|list|--if-unlocked|\nvault|list|--if-unlocked|--vault|team.arca|\n"), "\(asked)")
        }
    }

    private static func check(_ cases: [(String, String)], _ root: any Command.Type, in folder: URL) throws {
        let file = folder.appendingPathComponent("script.fish")
        var script = FishCompletions.script(root)
        for (line, _) in cases {
            script += "echo (complete -C '\(line)' | string replace -r '\\t.*' '' | sort)\n"
        }
        try script.write(to: file, atomically: false, encoding: .utf8)
        let result = try Peer.run(
            ["fish", "--no-config", file.path],
            environment: [
                "HOME": folder.path, "LC_ALL": "C", "ARCA_SAMPLE": "1", "PATH": SampleItems.path(in: folder),
            ], in: folder)
        let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(result.errors.isEmpty)
        try #require(lines.count == cases.count + 1)
        for (line, (words, expected)) in zip(lines, cases) { #expect(line == expected, "\(words)") }
    }

    @Test("arca's own script can be sourced without output", .enabled(if: Peer.has("fish")))
    func arca() throws {
        try Peer.inFolder { folder in
            // As a file: Linux limits an argument to 128 KiB.
            let file = folder.appending(path: "arca.fish")
            try (FishCompletions.script(RootCommand.self) + "complete -C 'arca completions '\n")
                .write(to: file, atomically: false, encoding: .utf8)
            let result = try Peer.run(["fish", "--no-config", file.path], environment: ["HOME": folder.path])
            #expect(result.text == "bash\nfish\nzsh\n")
            #expect(result.errors.isEmpty)
        }
    }
}
