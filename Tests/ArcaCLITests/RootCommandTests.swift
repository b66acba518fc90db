internal import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

/// Properties of all commands.
@Suite struct RootCommandTests {
    private var nodes: [CommandTree] {
        CommandTree(RootCommand.self).all + [CommandTree(ManualCommand.self, after: ["arca"])]
    }

    @Test("every command has a summary in house style and ends its help with examples")
    func houseStyle() {
        for node in nodes {
            let summary = node.command.summary
            #expect(!summary.isEmpty, "\(node.path)")
            #expect(!summary.hasSuffix("."), "\(node.path)")
            #expect(summary.first?.isUppercase == false, "\(node.path)")
            #expect(!node.command.examples.isEmpty, "\(node.path)")
            for info in node.parameters {
                let place: Comment = "\(node.path) \(info.label)"
                #expect(!info.help.isEmpty && !info.help.hasSuffix("."), place)
            }
        }
    }

    @Test("no command declares a repeated or malformed option, or an operand after a repeated one")
    func names() {
        for node in nodes {
            let names = node.parameters.flatMap(\.names)
            #expect(Set(names).count == names.count, "\(node.path): \(names)")
            for name in names {
                let isShort = name.utf8.count == 2 && name.hasPrefix("-")
                #expect(
                    isShort || name.hasPrefix("--") && name.utf8.count > 3 && !name.contains("="),
                    "\(node.path) \(name)")
            }
            let repeatedEarly = node.operands.dropLast().contains { $0.isRepeated }
            #expect(!repeatedEarly, "\(node.path)")
            let firstOptional = node.operands.firstIndex { !$0.isRequired } ?? node.operands.endIndex
            let requiredLate = node.operands[firstOptional...].contains { $0.isRequired }
            #expect(!requiredLate, "\(node.path)")
            let children = node.command.subcommands.map { $0.name }
            #expect(Set(children).count == children.count, "\(node.path)")
        }
    }

    @Test("a letter means the same option in all commands, except those familiar from other programs")
    func letters() {
        // As in grep, shasum, gzip, ls and ssh-agent.
        let others = [
            "arca hash -r", "arca hash -a", "arca compress -n", "arca vault list -l", "arca vault ssh-agent -s",
            "arca vault ssh-agent -c",
        ]
        var meanings: [String: Set<String>] = [:]
        for node in nodes {
            for info in node.options {
                for letter in info.names where letter.utf8.count == 2 && !others.contains("\(node.path) \(letter)") {
                    let names = Set(info.names.filter { $0.hasPrefix("--") })
                    meanings[letter, default: names].formIntersection(names)
                    #expect(meanings[letter]?.isEmpty == false || names.isEmpty, "\(node.path) \(letter): \(names)")
                }
            }
        }
        for other in others {
            #expect(
                nodes.contains { node in
                    node.options.contains { $0.names.contains { "\(node.path) \($0)" == other } }
                }, "\(other)")
        }
    }

    @Test("an option takes a value in all commands or in none, and --force replaces existing files")
    func meanings() {
        var takers: [String: Bool] = [:]
        // The program's own --version belongs to no command.
        for node in nodes.filter({ $0.path != "arca" }) {
            for info in node.options {
                for name in info.names where name.hasPrefix("--") {
                    #expect(takers[name] ?? info.takesValue == info.takesValue, "\(node.path) \(name)")
                    takers[name] = info.takesValue
                    // --force of searches overrides uncertainty, not existing files.
                    if name == "--force", !["arca decode", "arca cipher find"].contains(node.path) {
                        #expect(info.help.hasPrefix("replace "), "\(node.path): \(info.help)")
                    }
                }
            }
        }
    }

    @Test("passphrase sources do not offer hexfile:, and key sources not prompt, which would be rejected")
    func secretSources() {
        var keys = 0
        for node in nodes {
            for info in node.options where info.valueName == "SOURCE" {
                let place: Comment = "\(node.path) \(info.label)"
                guard case .prefixes(let offered) = info.completion else {
                    Issue.record("\(place) completes nothing")
                    continue
                }
                // 'cipher find' reads the text from which another program makes a key.
                let isText = node.path == "arca cipher find"
                let isKey = !isText && (info.label == "--key-from" || info.label == "--pepper-from")
                #expect(offered.contains("hexfile:") == isKey, place)
                #expect(offered.contains("prompt") != isKey, place)
                #expect(info.help.contains("hexfile:") == isKey, place)
                keys += isKey ? 1 : 0
            }
        }
        #expect(keys > 4)
    }

    @Test("unwrapped lines of details and topics fit into 80 columns")
    func widths() {
        let texts = nodes.map { $0.command.details } + HelpTopic.all.map(\.text)
        for line in texts.flatMap({ $0.split(separator: "\n") }) where line.first == " " {
            #expect(TextLayout.width(line) <= 79, "\(line)")
        }
    }

    @Test("every example runs", .enabled(if: runsSlowTests, "slow"), .enabled(if: Peer.has("bash")))
    func examples() throws {
        try Peer.inFolder { folder in
            try Fixtures.write(to: folder)
            let path = URL(fileURLWithPath: Peer.arca).deletingLastPathComponent().path
            let inherited = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let environment = Fixtures.environment.merging(["PATH": "\(path):\(inherited)"]) { $1 }
            for node in nodes {
                for example in node.command.examples where example.isRun && !example.needsVault {
                    let script = "set -o pipefail; \(example.command)"
                    let result = try Peer.run(["bash", "-c", script], environment: environment, in: folder)
                    #expect(result.status == 0, "\(example.command): \(result.errors)")
                }
            }
        }
    }

    @Test("help goes to standard output, the overview of a bare call to standard error")
    func whereHelpGoes() throws {
        let width = ["COLUMNS": "80"]
        let help = try Arca.run(["--help"], environment: width)
        #expect(help.status == 0)
        #expect(help.text == HelpText(width: 80).brief(CommandTree(RootCommand.self)))
        #expect(help.errors.isEmpty)
        let bare = try Arca.run([], environment: width)
        #expect(bare.status == 2)
        #expect(bare.text.isEmpty)
        #expect(bare.errors == help.text)
        let complete = HelpText(width: 80).screen(CommandTree(HashCommand.self, after: ["arca"]))
        #expect(try Arca.run(["hash", "--help=all"], environment: width).text == complete)
        #expect(try Arca.run(["help", "hash"], environment: width).text == complete)
        let narrow = try Arca.run(["help", "exit-codes"], environment: ["COLUMNS": "50"])
        #expect(narrow.text.contains("\nIf several inputs fail, the status is that of the\nfirst one."))
    }

    @Test("a usage error ends with status 2, an error line and a hint line")
    func wrongUse() throws {
        let result = try Arca.run(["complections", "bash"])
        #expect(result.status == 2)
        #expect(result.text.isEmpty)
        #expect(
            result.errors == """
                arca: error: unknown command 'complections' of arca
                arca: hint: did you mean completions?

                """)
    }

    @Test("prints its version, those of its libraries, and the commit of a stamped build")
    func version() throws {
        let result = try Arca.run(["--version"])
        #expect(result.status == 0)
        #expect(result.text == VersionText.text(commit: nil))
        let lines = result.lines
        #expect(lines.count == 2)
        #expect(lines.first == "arca \(RootCommand.version)")
        #expect(lines.last?.wholeMatch(of: /with OpenSSL \d.*, zlib \d[\d.]+, SQLite 3[\d.]+/) != nil, "\(result.text)")
        let stamped = VersionText.text(commit: "0123456789abcdef0123456789abcdef01234567")
        #expect(stamped.hasPrefix("arca \(RootCommand.version), commit 0123456789ab\nwith "))
    }

    @Test("a stamped copy of the command prints its commit", .enabled(if: Peer.has("bash")))
    func commit() throws {
        let root = URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "Tests" }.joined(separator: "/")
        try Peer.inFolder { folder in
            let copy = folder.appendingPathComponent("arca")
            try FileManager.default.copyItem(at: URL(fileURLWithPath: Peer.arca), to: copy)
            let commit = "0123456789abcdef0123456789abcdef01234567"
            let script = "set -eu; . '\(root)/scripts/lib.sh'; stamp_commit \(copy.path) \(commit)"
            let stamping = try Peer.run(["bash", "-c", script])
            #expect(stamping.status == 0, "\(stamping.errors)")
            #expect(try Peer.run([copy.path, "--version"]).text == VersionText.text(commit: commit))
            // A stamp can be written only once: its placeholder is then gone.
            #expect(try Peer.run(["bash", "-c", script]).status == 8)
        }
    }

    @Test("a full device is a failed write", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDevice() throws {
        let result = try Peer.run(["bash", "-c", "'\(Peer.arca)' --help > /dev/full"])
        #expect(result.status == 8)
        #expect(result.errors == "arca: error: cannot write to standard output: no space left on device\n")
    }
}
