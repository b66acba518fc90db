internal import ArcaCore

struct Example: Sendable, Hashable {
    let command: String
    /// Lower case, no full stop.
    let explanation: String
    /// Whether tests run it; false if it prompts or takes long.
    let isRun: Bool
    let needsVault: Bool

    init(_ command: String, _ explanation: String, isRun: Bool = true, needsVault: Bool = false) {
        self.command = command
        self.explanation = explanation
        self.isRun = isRun
        self.needsVault = needsVault
    }
}

/// A command or a group of commands.
///
/// Stored properties hold the options, `parameters` maps names to them, and `run` does the work. A group has
/// `subcommands` instead of parameters and `run`; a command with both runs unless the next word is a subcommand.
protocol Command {
    static var name: String { get }
    /// One line, lower case, no full stop.
    static var summary: String { get }
    /// Paragraphs separated by empty lines; lines that start with spaces are not wrapped.
    static var details: String { get }
    static var section: String { get }
    static var isHidden: Bool { get }
    /// Examples at the end of the help; every command has at least one.
    static var examples: [Example] { get }
    @ParameterBuilder<Self> static var parameters: [Parameter<Self>] { get }
    /// The commands of a group; empty for a command.
    static var subcommands: [any Command.Type] { get }
    /// The rows of a short list of a group's commands, several to a row; if empty, each command has its own row.
    static var overview: [(commands: String, text: String)] { get }
    /// Names that other programs use for commands of the group, and the names here, for hints.
    static var synonyms: [String: String] { get }
    /// Names that run commands of the group that only read, and the words they stand for.
    static var aliases: [String: [String]] { get }

    init()

    /// Receives the options as given, for checks that run later; the rules between options already hold.
    mutating func note(_ given: GivenOptions)

    /// Runs the command. An error becomes a message and an exit status; an `ExitStatus` sets only the status.
    consuming func run(in context: CommandContext) throws
}

extension Command {
    static var details: String { "" }
    static var section: String { "Commands" }
    static var isHidden: Bool { false }
    static var examples: [Example] { [] }
    static var parameters: [Parameter<Self>] { [] }
    static var subcommands: [any Command.Type] { [] }
    static var overview: [(commands: String, text: String)] { [] }
    static var synonyms: [String: String] { [:] }
    static var aliases: [String: [String]] { [:] }

    mutating func note(_ given: GivenOptions) {}

    /// A group does nothing itself: the dispatcher prints its help instead.
    consuming func run(in context: CommandContext) throws {
        throw UsageError(.missingCommand, "\(Self.name) needs a command")
    }

    static var visibleParameters: [ParameterInfo] {
        let defaults = Self()
        return parameters.filter { !$0.info.isHidden }.map { parameter in
            var info = parameter.info
            if !info.isRequired { info.defaultText = parameter.defaultText(defaults) }
            return info
        }
    }

    /// Whether it has subcommands and does nothing itself.
    static var isGroup: Bool { !subcommands.isEmpty && parameters.isEmpty }

    static var visibleSubcommands: [any Command.Type] { subcommands.filter { !$0.isHidden } }

    static func parse(
        _ words: ArraySlice<Argument>, as path: String, in context: CommandContext
    ) throws(UsageError) -> Self {
        var command = Self()
        let parameters = Self.parameters
        var parser = Parser(parameters.map { $0.info }, path: path) { parameters[$0].defaultText(Self()) }
        let given = try parser.parse(words) { (index, argument) throws(UsageError) in
            try parameters[index].apply(&command, argument, context)
        }
        command.note(given)
        return command
    }
}

/// A command with its subcommands, for completions, manual and tests.
struct CommandTree {
    let command: any Command.Type
    /// The full command line, starting with the program's name.
    let words: [String]
    let parameters: [ParameterInfo]

    init(_ command: any Command.Type, after words: [String] = []) {
        self.command = command
        self.words = words + [command.name]
        parameters = command.visibleParameters + [.helpOption] + (words.isEmpty ? [.versionOption] : [])
    }

    var isGroup: Bool { command.isGroup }

    /// Computed on demand, because a help page needs few of them.
    var children: [CommandTree] { command.visibleSubcommands.map { CommandTree($0, after: words) } }

    /// The names of the options that a rule forbids together with this one.
    func excluded(by info: ParameterInfo) -> [String] {
        options.filter { other in
            other.label != info.label
                && (info.rules.contains { $0.excludes(other) } || other.rules.contains { $0.excludes(info) })
        }.flatMap(\.names)
    }

    var path: String { words.joined(separator: " ") }

    var options: [ParameterInfo] { parameters.filter { $0.kind != .operand } }

    var operands: [ParameterInfo] { parameters.filter { $0.kind == .operand } }

    /// This command and all its descendants, in preorder.
    var all: [CommandTree] { [self] + children.flatMap(\.all) }
}
