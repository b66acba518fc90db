internal import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite(.enabled(if: runsSlowTests, "slow")) struct ZshCompletionsTests {
    @Test("has a function for every command")
    func functions() {
        let script = ZshCompletions.script(SampleRoot.self)
        #expect(script.hasPrefix("#compdef strong\n"))
        #expect(
            script.contains(
                """
                _strong_key_make() {
                    _arguments -s -S \\
                        '--from=[where chance comes from]:SRC:{_strong_prefixes stdin file\\: env\\:}' \\
                        '(-h --help)-h[print a short help, or all of it]' \\
                        '(-h --help)--help[print a short help, or all of it]' \\
                        '1:BITS:( )'
                }

                """))
        #expect(script.contains("            'put:put something into the box'\n"))
        #expect(!script.contains("mutter") && !script.contains("secretly"))
    }

    static let cases: [(String, String)] = [
        ("strong k", "strong key "),
        ("strong key s", "strong key show "),
        ("strong put --met", "strong put --metal="),
        ("strong put --ro", "strong put --round "),
        ("strong put --metal c", "strong put --metal copper "),
        ("strong put --metal=c", "strong put --metal=copper "),
        ("strong put -ms", "strong put -msilver "),
        ("strong put -rm s", "strong put -rm silver "),
        ("strong put -a gold,c", "strong put -a gold,copper,"),
        ("strong put coin ze", "strong put coin zebra "),
        ("strong put coin -- ze", "strong put coin -- zebra "),
        ("strong key make --from e", "strong key make --from env:"),
        ("strong key make --from=file:ze", "strong key make --from=file:zebra "),
        ("strong key show ze", "strong key show zebra "),
    ]

    // zsh in a pseudo-terminal receives each line and a tab; control-T then writes the completed line to a file.
    private static let driver = #"""
        zmodload zsh/zpty
        zpty z 'zsh -f -i'
        zpty -w z 'PS1=; fpath=($PWD $fpath); autoload -U compinit; compinit -u -D; r() { print -r -- "$BUFFER" >> out; BUFFER=; }; zle -N r; bindkey "^T" r; print ready > out'
        wait_for() {
            local i
            for ((i = 0; i < 500; i++)); do
                while zpty -r -t z text; do :; done
                [[ -s out && $(wc -l < out) -ge $1 ]] && return
                sleep 0.02
            done
        }
        wait_for 1
        sleep 0.2
        count=1
        while read -r line; do
            ((count++))
            zpty -w -n z "${line%|}"$'\t\x14'
            wait_for $count
        done < lines
        zpty -d z
        cat out
        """#

    @Test("completes commands, options, values and files in a terminal", .enabled(if: Peer.has("zsh")))
    func completes() throws {
        try Peer.inFolder { folder in
            func write(_ text: String, _ name: String) throws {
                try text.write(to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
            }
            try write("", "zebra")
            try write(ZshCompletions.script(SampleRoot.self), "_strong")
            try Self.check(Self.cases, in: folder)
        }
    }

    static let ownCases: [(String, String)] = [
        ("arca vault get gi", "arca vault get git/alice "),
        ("arca vault get --vault team.arca si", "arca vault get --vault team.arca site\\ x/me "),
        ("arca vault get ht", "arca vault get https://a.org/b "),
        ("arca encrypt --passphrase-from env:ARCA_SAM", "arca encrypt --passphrase-from env:ARCA_SAMPLE "),
        ("arca encode base64,cro", "arca encode base64,crockford,"),
        ("arca help vault slo", "arca help vault slot "),
        ("arca help vault slot li", "arca help vault slot list "),
        ("arca help decode cro", "arca help decode crockford "),
        ("arca help exit", "arca help exit-codes "),
    ]

    @Test(
        "completes vault items, variables, codecs and words after help", .enabled(if: Peer.has("zsh")))
    func ownWords() throws {
        try Peer.inFolder { folder in
            try ZshCompletions.script(RootCommand.self)
                .write(to: folder.appendingPathComponent("_arca"), atomically: false, encoding: .utf8)
            try SampleItems.write(to: folder)
            try Self.check(Self.ownCases, in: folder)
            let asked = try String(contentsOf: folder.appendingPathComponent("asked"), encoding: .utf8)
            #expect(
                asked.hasPrefix("vault|list|--if-unlocked|\nvault|list|--if-unlocked|--vault|team.arca|\n"), "\(asked)")
        }
    }

    private static func check(_ cases: [(String, String)], in folder: URL) throws {
        try cases.map { $0.0 + "|\n" }.joined()
            .write(to: folder.appendingPathComponent("lines"), atomically: false, encoding: .utf8)
        let result = try Peer.run(
            ["zsh", "-f", "-c", driver],
            environment: [
                "HOME": folder.path, "TERM": "dumb", "ARCA_SAMPLE": "1", "PATH": SampleItems.path(in: folder),
            ], in: folder)
        let lines = result.text.split(separator: "\n").dropFirst()
        try #require(lines.count == cases.count, "\(result)")
        for (line, (words, expected)) in zip(lines, cases) { #expect(line == expected, "\(words)") }
    }

    @Test("arca's own script is read without output", .enabled(if: Peer.has("zsh")))
    func arca() throws {
        // From a file: the script exceeds the length limit of an argument in Linux.
        try Peer.inFolder { folder in
            let script = "compdef() { print $*; }\n" + ZshCompletions.script(RootCommand.self)
            let file = folder.appendingPathComponent("script")
            try script.write(to: file, atomically: false, encoding: .utf8)
            let result = try Peer.run(["zsh", "-f", file.path])
            #expect(result.text == "_arca arca\n")
            #expect(result.errors.isEmpty)
        }
    }
}
