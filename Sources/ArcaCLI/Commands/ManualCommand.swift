/// `arca manual`: man pages in roff, for packagers and `scripts/install`.
struct ManualCommand: Command {
    static let name = "manual"
    static let summary = "print a manual page in roff"
    static let section = "Helpers"
    static let isHidden = true
    static let examples = [
        Example("arca manual > arca.1", "the page of arca itself"),
        Example("arca manual help > arca-help.1", "the page of a command"),
        Example("arca manual --list", "the commands that have a page"),
    ]

    var command: Argument?
    var isList = false

    static var parameters: [Parameter<Self>] {
        Parameter.operand("COMMAND", set: \.command, help: "a command; arca itself when none")
            .completing(.words(RootCommand.visibleSubcommands.map { $0.name }))
        Parameter.flag("--list", set: \.isList, help: "print the names of the commands that have a page")
    }

    consuming func run() throws {
        let commands = RootCommand.visibleSubcommands
        if isList {
            try Messages.print(commands.map { $0.name + "\n" }.joined())
            return
        }
        let manual = ManualPage(program: RootCommand.self, version: RootCommand.version)
        guard let word = command else { return try Messages.print(manual.page(RootCommand.self)) }
        guard let found = commands.first(where: { Argument($0.name) == word }) else {
            throw UsageError.unknownChoice(word, of: commands.map { $0.name })
        }
        try Messages.print(manual.page(found))
    }
}
