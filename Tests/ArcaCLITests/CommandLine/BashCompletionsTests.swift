internal import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite(.enabled(if: runsSlowTests, "slow")) struct BashCompletionsTests {
    @Test("has a table of every command, value and operand")
    func tables() {
        let script = BashCompletions.script(SampleRoot.self)
        #expect(
            script.hasPrefix(
                """
                # bash completion for strong, made by 'strong completions bash'

                _strong_describe() {
                    subcommands= flags= valued=
                    case $command in
                    'strong') subcommands='put key' flags='-h --help -V --version' valued='' ;;
                    'strong put') subcommands='' flags='-r --round -z --no-padding --label --no-label -h --help' \
                valued='-n --count --limit -s --shift -m --metal -a --alloy -t --tag --paper --owner' ;;
                    'strong key') subcommands='make show' flags='-h --help' valued='' ;;
                    'strong key make') subcommands='' flags='-h --help' valued='--from' ;;
                    'strong key show') subcommands='' flags='-h --help' valued='' ;;
                    esac
                }

                _strong_value() {
                    case "$command $1" in
                    'strong put -m' | 'strong put --metal') choices='gold silver copper' ;;
                    'strong put -a' | 'strong put --alloy') choices='gold silver copper' list=1 ;;
                    'strong key make --from') prefixes='stdin file: env:' ;;
                    esac
                }

                _strong_operand() {
                    case "$command $1" in
                    'strong put '0) : ;;
                    'strong put '*) files=1 ;;
                    'strong key make '0) : ;;
                    'strong key show '0) files=1 ;;
                    esac
                }

                """))
    }

    // The words as bash splits them: at = and : too.
    static let cases: [([String], String)] = [
        ([""], "put key"),
        (["k"], "key"),
        (["key", ""], "make show"),
        (["key", "-"], "-h --help"),
        (["put", "--m"], "--metal"),
        (["put", "--no-"], "--no-padding --no-label"),
        (["put", "--metal", ""], "gold silver copper"),
        (["put", "--metal", "=", "c"], "copper"),
        (["put", "--metal", "="], "gold silver copper"),
        (["put", "-m", "s"], "silver"),
        (["put", "-rm", "s"], "silver"),
        (["put", "-a", "gold,c"], "gold,copper"),
        (["put", "--alloy", "=", "gold,"], "gold,gold gold,silver gold,copper"),
        (["put", "--metal", "gold", "--", "--m"], ""),
        (["put", "--owner", "-m", "g"], ""),
        (["key", "make", "--from", "f"], "file:"),
        (["key", "make", "--from", "file", ":", "x"], ""),
        (["key", "make", "--from", "=", "e"], "env:"),
        (["mutter", ""], "put key"),
    ]

    @Test("completes commands, options and values", .enabled(if: Peer.has("bash")))
    func completes() throws {
        try Peer.inFolder { folder in
            let file = folder.appendingPathComponent("strong.bash")
            var script = BashCompletions.script(SampleRoot.self)
            script += """

                try() {
                    COMP_WORDS=(strong "$@")
                    COMP_CWORD=$#
                    COMPREPLY=()
                    _strong
                    echo "${COMPREPLY[*]}"
                }
                set -u

                """
            for (words, _) in Self.cases { script += "try \(words.map { "'\($0)'" }.joined(separator: " "))\n" }
            script += "complete -p strong\n"
            try script.write(to: file, atomically: false, encoding: .utf8)
            let result = try Peer.run(["bash", "--norc", file.path])
            let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(result.errors.isEmpty)
            try #require(lines.count == Self.cases.count + 2)
            for (line, (words, expected)) in zip(lines, Self.cases) { #expect(line == expected, "\(words)") }
            #expect(lines[Self.cases.count] == "complete -o bashdefault -o default -F _strong strong")
        }
    }

    @Test("the script of arca itself is sourced without a word", .enabled(if: Peer.has("bash")))
    func arca() throws {
        let result = try Peer.run(["bash", "-euc", "\(BashCompletions.script(RootCommand.self))\ncomplete -p arca"])
        #expect(result.text.hasSuffix(" arca\n"))
        #expect(result.errors.isEmpty)
    }
}
