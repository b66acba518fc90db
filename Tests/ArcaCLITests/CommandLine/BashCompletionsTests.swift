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
                    'strong put') subcommands='' flags='-r --round -z --no-padding -h --help' \
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

    // Words as split by bash, where = and : are separate words.
    static let cases: [([String], String)] = [
        ([""], "put key"),
        (["k"], "key"),
        (["key", ""], "make show"),
        (["key", "-"], "-h --help"),
        (["put", "--m"], "--metal"),
        (["put", "--no-"], "--no-padding"),
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
            try Self.check(Self.cases, SampleRoot.self, in: folder)
        }
    }

    /// Calls the completion function like bash.
    private static func check(
        _ cases: [([String], String)], _ root: any Command.Type, preparing: String = "", in folder: URL
    ) throws {
        let script = """
            \(BashCompletions.script(root))
            \(preparing)
            try() {
                COMP_WORDS=(\(root.name) "$@")
                COMP_CWORD=$#
                COMPREPLY=()
                _\(root.name)
                echo "${COMPREPLY[*]}"
            }
            set -u
            \(cases.map { words, _ in "try \(words.map { "'\($0)'" }.joined(separator: " "))\n" }.joined())
            complete -p \(root.name)

            """
        try script.write(to: folder.appendingPathComponent("script"), atomically: false, encoding: .utf8)
        let result = try Peer.run(["bash", "--norc", "script"], in: folder)
        let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(result.errors.isEmpty)
        try #require(lines.count == cases.count + 2)
        for (line, (words, expected)) in zip(lines, cases) { #expect(line == expected, "\(words)") }
        #expect(lines[cases.count] == "complete -o bashdefault -o default -F _\(root.name) \(root.name)")
    }

    // Words and completions, quoted as in bash; text before a colon is already complete.
    static let ownCases: [([String], String)] = [
        (["vault", "get", "g"], "git/alice"),
        (["vault", "get", "--vault", "team.arca", "s"], "site\\ x/me"),
        (["vault", "get", "--vault=~/my.arca", "site\\ "], "site\\ x/me"),
        (["vault", "get", "https", ":"], "//a.org/b"),
        (["vault", "list", "z"], ""),
        (["encrypt", "--passphrase-from", "env", ":", "ARCA_SAM"], "ARCA_SAMPLE"),
        (["encode", "base64,base3"], "base64,base32 base64,base32hex base64,base36"),
        (["help", "vault", "sl"], "slot"),
        (["help", "vault", "slot", "a"], "add"),
        (["help", "decode", "base3"], "base32 base32hex base36"),
        (["help", "exit"], "exit-codes"),
    ]

    @Test("completes vault items, variables, codecs after a comma, and words after help")
    func ownWords() throws {
        try Peer.inFolder { folder in
            let program = """
                arca() { printf '%s|' "$@" >> asked; printf '%s\\n' git/alice 'site x/me' https://a.org/b; }
                export ARCA_SAMPLE=1 HOME=/home/me
                """
            try Self.check(Self.ownCases, RootCommand.self, preparing: program, in: folder)
            let asked = try String(contentsOf: folder.appendingPathComponent("asked"), encoding: .utf8)
            #expect(asked.hasPrefix("vault|list|--if-unlocked|vault|list|--if-unlocked|--vault=team.arca|"), "\(asked)")
            #expect(asked.contains("|--vault=/home/me/my.arca|"), "\(asked)")
        }
    }

    @Test("a locked vault offers nothing and asks for nothing", .enabled(if: Peer.has("python3")))
    func locked() throws {
        try VaultTrial.run { trial in
            try trial.set("git/alice", "1")
            let answer = try Peer.onTerminal(
                [Peer.arca, "vault", "list", "--if-unlocked"], environment: trial.environment, in: trial.folder)
            #expect(answer.status == 6)
            #expect(answer.text.contains("locked"))
            #expect(!answer.text.contains("git"))
        }
    }

    @Test("arca's own script can be sourced without output", .enabled(if: Peer.has("bash")))
    func arca() throws {
        let result = try Peer.run(["bash", "-euc", "\(BashCompletions.script(RootCommand.self))\ncomplete -p arca"])
        #expect(result.text.hasSuffix(" arca\n"))
        #expect(result.errors.isEmpty)
    }
}
