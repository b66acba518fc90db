internal import ArcaCodecs

/// `arca help`: the help of a command, or a page about something that concerns several.
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
        Example("arca help exit-codes", "what the exit status says")
    ]

    var words: [Argument] = []

    static var parameters: [Parameter<Self>] {
        Parameter.operands("COMMAND|TOPIC", append: \.words, help: "what to explain; everything in short when none")
            .completing(.words(RootCommand.visibleSubcommands.map { $0.name } + HelpTopic.all.map(\.name)))
    }

    consuming func run() throws {
        try Messages.print(Self.page(words, root: RootCommand.self, layout: Screen.helpText(on: 1)))
    }

    /// The page of a topic, or of the command that the words lead to.
    static func page(_ words: [Argument], root: any Command.Type, layout: HelpText) throws(UsageError) -> String {
        if words.count == 1, let topic = HelpTopic.all.first(where: { Argument($0.name) == words[0] }) {
            return layout.screen(topic)
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
        return layout.screen(node)
    }
}
