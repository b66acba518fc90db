import Foundation
import Testing

@testable import ArcaCLI
internal import ArcaCore

@Suite struct BriefHelpTests {
    private let layout = HelpText(width: 80)

    private var nodes: [CommandTree] { CommandTree(RootCommand.self).all }

    @Test("shows examples, a line for each option, and where the rest is explained")
    func commandPage() {
        #expect(
            layout.brief(CommandTree(SamplePut.self, after: ["strong"])) == """
                strong put: put something into the box

                Usage: strong put [OPTION…] THING [OTHER…]
                  strong put -n 3 coin                   # put three coins into the box
                  strong put --metal gold ring -- -odd-  # a name that starts with a hyphen

                Options:
                  THING                       what to put into the box
                  OTHER…                      more things
                  -n, --count N               how many (1 to 64; default 1)
                      --limit N               refuse when there are more (0 or more)
                  -s, --shift N               how far from the middle (default 0)
                  -m, --metal METAL           what it is made of (default silver)
                  -a, --alloy METAL[,METAL…]  what is mixed in (one of gold, silver, copper)
                  -t, --tag TEXT              a word to find it by; may be repeated
                  -r, --round                 it rolls
                  -z                          along a zigzag
                      --no-padding            without padding, …
                      --paper KIND            kind of paper (default plain)
                      --owner NAME            whose it is

                'strong put --help=all' explains everything.

                """)
    }

    @Test("shows a group with its commands")
    func groupPage() {
        #expect(
            layout.brief(CommandTree(SampleKey.self, after: ["strong"])) == """
                strong key: make and show keys

                Usage: strong key COMMAND …
                  strong key show key.pem  # what is in a key file

                Commands:
                  make  make a key
                  show  show a key

                'strong key COMMAND --help' is short, 'arca help key COMMAND' explains
                everything.

                """)
    }

    @Test("the program's page and those of all commands fit a terminal of 24 lines and 80 columns, and have an example")
    func screens() {
        for node in nodes {
            let lines = layout.brief(node).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            #expect(lines.count < 24, "\(node.path): \(lines.count) lines")
            for line in lines { #expect(TextLayout.width(line) <= 80, "\(node.path): \(line)") }
            let page = lines.joined(separator: "\n")
            let examples = node.command.examples.map(\.command).filter { TextLayout.width($0) <= 78 }
            #expect(
                examples.isEmpty || node.words.count == 1 || examples.contains { page.contains($0) }, "\(node.path)")
        }
        #expect(layout.brief(CommandTree(RootCommand.self)).contains("arca help git"))
    }

    @Test("the pages of image and pattern say in two lines what they are for", arguments: ["image", "pattern"])
    func purposes(_ command: String) throws {
        let node = try #require(nodes.first { $0.path == "arca \(command)" })
        let paragraphs = layout.brief(node).components(separatedBy: "\n\n")
        #expect(paragraphs[1].hasPrefix("App") || paragraphs[1].hasPrefix("An app"), "\(paragraphs[1])")
        #expect(paragraphs[1].split(separator: "\n").count == 2 && paragraphs[2].hasPrefix("Usage: "))
    }

    @Test(
        "the ten most used pages explain these options",
        arguments: [
            ("encrypt", ["--recipient", "--identity", "--passphrase", "--archive", "--armor", "--format"]),
            ("decrypt", ["--key", "--passphrase", "--extract", "--list", "--member", "--range"]),
            ("hash", ["--algorithm", "--check", "--expect", "--recursive"]),
            ("encode", ["--recipe-format"]), ("decode", ["--lines", "--all", "--crack", "--force"]),
            ("sign", ["--identity", "--format", "--namespace"]), ("verify", ["--signature", "--signers", "--check"]),
            ("inspect", ["--json"]), ("vault", []), ("key", []),
        ])
    func important(_ command: String, _ names: [String]) throws {
        let node = try #require(nodes.first { $0.path == "arca \(command)" })
        let page = layout.brief(node)
        for name in names {
            let info = try #require(node.options.first { $0.names.contains(name) })
            let label = info.shortNames.joined(separator: ", ")
            #expect(page.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix(label) }, "\(name)")
        }
        // What belongs to encryption.
        #expect(command != "decrypt" || !page.contains("--recipient") && !page.contains("--cost"))
    }

    @Test("every option is in the complete help, the manual page and the completions of all shells")
    func everywhere() throws {
        let manual = ManualPage(program: RootCommand.self, version: RootCommand.version)
        let bash = BashCompletions.script(RootCommand.self).split(separator: "\n")
        let fish = FishCompletions.script(RootCommand.self).split(separator: "\n")
        let zsh = ZshCompletions.script(RootCommand.self).components(separatedBy: "\n}\n")
        for node in nodes {
            let words = node.words.dropFirst().joined(separator: " ")
            let help = layout.screen(node)
            let page = manual.page(node)
            let inBash = try #require(bash.first { $0.hasPrefix("    '\(node.path)') subcommands=") })
            let inFish = fish.filter { $0.contains("'__arca_at \(words)'") }.joined(separator: "\n")
            let inZsh = try #require(zsh.first { $0.contains("_\(node.words.joined(separator: "_"))() {") })
            for name in node.options.flatMap(\.names) {
                let place: Comment = "\(node.path) \(name)"
                #expect(has(name, help), place)
                #expect(node.isGroup || has(name.replacing("-", with: "\\-"), page), place)
                #expect(has(name, String(inBash)), place)
                #expect(has(name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())", inFish), place)
                #expect(has(name, inZsh), place)
            }
        }
    }

    /// Whether a text has a name that is not a part of a longer one.
    private func has(_ name: String, _ text: String) -> Bool {
        text.ranges(of: name).contains { range in
            let rest = text[range.upperBound...]
            return !rest.hasPrefix("\\-") && rest.first.map { !$0.isLetter && !$0.isNumber && $0 != "-" } ?? true
        }
    }

    @Test("a short list of commands has each of them once")
    func overviews() {
        for node in nodes where !node.command.overview.isEmpty {
            let names = node.command.overview.flatMap { $0.commands.split(separator: ", ").map(String.init) }
            #expect(names.sorted() == node.children.map { $0.command.name }.sorted(), "\(node.path)")
            let page = layout.brief(node)
            for row in node.command.overview { #expect(page.contains("  \(row.text)\n"), "\(row.text)") }
        }
    }

    @Test("choices are listed once")
    func choices() {
        for node in nodes {
            for info in node.parameters {
                let text = HelpText.text(of: info)
                guard let list = text.firstRange(of: "one of ") else { continue }
                let words = text[..<list.lowerBound].split { !$0.isLetter && !$0.isNumber && !"-:/".contains($0) }
                let named = Set(words).intersection(info.completion.choices.map { $0[...] })
                #expect(named.count < 3, "\(node.path) \(info.label): \(text)")
                guard case .prefixes(let prefixes) = info.completion else { continue }
                #expect(!info.help.contains(prefixes[0]), "\(node.path) \(info.label): \(text)")
            }
        }
    }

    @Test("a topic explains the options that pages only name")
    func topics() throws {
        let all = nodes.flatMap(\.options)
        for topic in HelpTopic.all {
            let labels = topic.options(of: CommandTree(RootCommand.self)).map(\.label)
            #expect(Set(labels) == Set(all.filter(topic.explains).map(\.label)) && Set(labels).count == labels.count)
            #expect(labels.isEmpty == (topic.sections + topic.names).isEmpty, "\(topic.name)")
        }
        let text = try HelpCommand.page(["costs"], root: RootCommand.self, layout: layout)
        #expect(text.contains("\n      --max-cost, --max-work-factor N\n"))
        #expect(!text.contains("requires --format"))
    }

    @Test("every environment variable that the sources read is documented, and no other")
    func variables() throws {
        let root = URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "Tests" }.joined(separator: "/")
        let pattern = #/(?:value\(of:|variable\(|getenv\(|folder\(|variable:|for name in \[|,) ?"([A-Z][A-Z_]+)"/#
        var read: Set<String> = ["PATH", "HOME"]
        let folder = URL(fileURLWithPath: root + "/Sources")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            // Other quoted capitals after a comma are no variables.
            let all = try String(contentsOf: file, encoding: .utf8)
            guard all.contains("Environment.value") || all.contains("UserFolder") || all.contains("getenv") else {
                continue
            }
            read.formUnion(all.matches(of: pattern).map { String($0.1) })
        }
        #expect(read == Set(Surrounding.variables.map(\.name)))
        #expect(read.count > 12)
    }
}
