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
                        '(-h --help)-h[print this help]' \\
                        '(-h --help)--help[print this help]' \\
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

    // A zsh in a pseudo-terminal gets each line and a tab; control-T then writes the line as it stands into a file.
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
            try write(Self.cases.map { $0.0 + "|\n" }.joined(), "lines")
            let result = try Peer.run(
                ["zsh", "-f", "-c", Self.driver], environment: ["HOME": folder.path, "TERM": "dumb"], in: folder)
            let lines = result.text.split(separator: "\n").dropFirst()
            try #require(lines.count == Self.cases.count, "\(result)")
            for (line, (words, expected)) in zip(lines, Self.cases) { #expect(line == expected, "\(words)") }
        }
    }

    @Test("the script of arca itself is read without a word", .enabled(if: Peer.has("zsh")))
    func arca() throws {
        // From a file: the script is longer than Linux lets one argument be.
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
