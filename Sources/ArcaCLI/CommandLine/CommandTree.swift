/// The commands below one, as completions, manual and tests walk them.
struct CommandTree {
    /// The command itself.
    let command: any Command.Type
    /// The words that call it, the program's name first.
    let words: [String]
    /// What it takes, `--help` included.
    let parameters: [ParameterInfo]
    /// The commands of a group, hidden ones left out.
    let children: [CommandTree]

    /// The tree below a command that is called by `words` and its own name.
    init(_ command: any Command.Type, after words: [String] = []) {
        let path = words + [command.name]
        self.command = command
        self.words = path
        parameters = command.visibleParameters + [.helpOption] + (words.isEmpty ? [.versionOption] : [])
        children = command.visibleSubcommands.map { CommandTree($0, after: path) }
    }

    /// The words with spaces between them.
    var path: String { words.joined(separator: " ") }

    /// Options and flags.
    var options: [ParameterInfo] { parameters.filter { $0.kind != .operand } }

    /// What is told by its place.
    var operands: [ParameterInfo] { parameters.filter { $0.kind == .operand } }

    /// This command and all below it, from the top.
    var all: [CommandTree] { [self] + children.flatMap(\.all) }
}
