internal import ArcaCodecCatalog

struct HelpCommand: Command {
    static let name = "help"
    static let summary = "explain a command or a topic"
    static let section = "Helpers"
    static var details: String {
        let column = 4 + (HelpTopic.all.map { TextLayout.width($0.name) }.max() ?? 0)
        let rows = HelpTopic.all.map { TextLayout.row($0.name, $0.summary, column: column, width: 80) }
        return "Topics:\n" + rows.joined().dropLast()
    }
    static let examples = [
        Example("arca help exit-codes", "the meaning of the exit status"),
        Example("arca help decode base64", "a codec and its options"),
    ]

    var words: [Argument] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operands("COMMAND|TOPIC", append: \.words, help: "what to explain; an overview if omitted")
            .completing(.after(tables))
    }

    /// Completions by preceding words: commands and topics, subcommands, and codecs.
    private static var tables: [(operands: String, words: [String])] {
        // Not through `CommandTree`, which would ask this command for its parameters and recurse.
        func rows(_ command: any Command.Type, _ words: [String]) -> [(operands: String, words: [String])] {
            let children = command.visibleSubcommands
            return children.isEmpty
                ? []
                : [(words.joined(separator: " "), children.map { $0.name })]
                    + children.flatMap { rows($0, words + [$0.name]) }
        }
        var tables = rows(RootCommand.self, [])
        tables[0].words += HelpTopic.all.map(\.name)
        return tables + ["codecs", "encode", "decode"].map { ($0, Codec.Direction.decoding.codecs.map(\.name)) }
    }

    consuming func run(in context: CommandContext) throws {
        try Pager.print(Self.page(words, root: RootCommand.self, layout: Screen.helpText(on: 1)))
    }

    static func page(_ words: [Argument], root: any Command.Type, layout: HelpText) throws(UsageError) -> String {
        if words.count == 1, let topic = HelpTopic.all.first(where: { Argument($0.name) == words[0] }) {
            return layout.screen(topic, options: topic.options(of: CommandTree(root)))
        }
        if words.count == 2, ["codecs", "encode", "decode"].contains(words[0].shown),
            let codec = words[1].text.flatMap({ try? Codec(named: $0) })
        {
            return layout.screen(codec)
        }
        var node = CommandTree(root)
        for (index, word) in words.enumerated() {
            guard let next = node.command.subcommands.first(where: { Argument($0.name) == word }) else {
                let topics = words.count == 1 ? HelpTopic.all.map(\.name) : []
                let near = Suggestions.nearest(to: word.shown, among: node.children.map { $0.command.name } + topics)
                throw UsageError(
                    .unknownTopic, at: index + 2, "no help for '\(word.shown)' in \(node.path)",
                    hint: near.isEmpty
                        ? "'arca help' lists the commands, 'arca help help' the topics" : Suggestions.question(near))
            }
            node = CommandTree(next, after: node.words)
        }
        return words.isEmpty ? layout.brief(node) : layout.screen(node)
    }
}

struct CompletionsCommand: Command {
    static let name = "completions"
    static let summary = "print a completion script for a shell"
    static let section = "Helpers"
    static let details = """
        bash: write the script to ~/.local/share/bash-completion/completions/arca, or add to ~/.bashrc:
          source <(arca completions bash)

        zsh: write it as _arca to a folder of $fpath that is searched by compinit.

        fish: write it to ~/.config/fish/completions/arca.fish.

        scripts/install does all of this.
        """
    static let examples = [
        Example("arca completions bash > arca.bash", "a script for bash to source"),
        Example("arca completions zsh > _arca", "a file for a folder of zsh's fpath"),
        Example("arca completions fish > arca.fish", "a file for fish's completions folder"),
    ]

    enum Shell: String, CaseIterable, ArgumentValue { case bash, zsh, fish }

    var shell = Shell.bash

    static var parameters: [Parameter<Self>] {
        Parameter.operand("SHELL", set: \.shell, help: "the shell")
    }

    consuming func run(in context: CommandContext) throws {
        let script =
            switch shell {
            case .bash: BashCompletions.script(RootCommand.self)
            case .zsh: ZshCompletions.script(RootCommand.self)
            case .fish: FishCompletions.script(RootCommand.self)
            }
        try Messages.print(script)
    }
}

struct ManualCommand: Command {
    static let name = "manual"
    static let summary = "print a manual page in roff"
    static let section = "Helpers"
    static let isHidden = true
    static let examples = [
        Example("arca manual > arca.1", "the page of arca itself"),
        Example("arca manual vault-run > arca-vault-run.1", "the page of a command"),
        Example("arca manual --list", "the commands that have a page"),
    ]

    var command: Argument?
    var isList = false

    static var parameters: [Parameter<Self>] {
        Parameter.operand("COMMAND", set: \.command, help: "a command, its words joined by -; arca itself if omitted")
            .completing(.words(pages.map(\.name)))
        Parameter.flag("--list", set: \.isList, help: "print the names of the commands that have a page")
            .excludes("COMMAND")
    }

    consuming func run(in context: CommandContext) throws {
        let pages = Self.pages
        if isList { return try Messages.print(pages.map { $0.name + "\n" }.joined()) }
        let manual = ManualPage(program: RootCommand.self, version: RootCommand.version)
        guard let word = command else { return try Messages.print(manual.page(CommandTree(RootCommand.self))) }
        guard let found = pages.first(where: { Argument($0.name) == word }) else {
            throw UsageError.unknownChoice(word, of: pages.map(\.name))
        }
        try Messages.print(manual.page(found.tree))
    }

    /// The commands with their page names without the `arca-` prefix: `vault-run`.
    private static var pages: [(name: String, tree: CommandTree)] {
        CommandTree(RootCommand.self).all.dropFirst().map { ($0.words.dropFirst().joined(separator: "-"), $0) }
    }
}
