internal import ArcaCore

/// A command line that the help shows and a test runs.
struct Example: Sendable, Hashable {
    /// What to type, as a shell reads it.
    let command: String
    /// What it does, lower case, no full stop.
    let explanation: String
    /// Whether a test can run it: not if it asks on the terminal or takes long.
    let isRun: Bool
    /// Whether it needs an open vault.
    let needsVault: Bool

    /// Makes an example; `isRun: false` for what asks on the terminal.
    init(_ command: String, _ explanation: String, isRun: Bool = true, needsVault: Bool = false) {
        self.command = command
        self.explanation = explanation
        self.isRun = isRun
        self.needsVault = needsVault
    }
}

/// A command, or a group of commands, of the command line.
///
/// Plain properties hold what is given, `parameters` ties names to them, `run` does the work. A group has `subcommands`
/// instead of parameters and `run`.
protocol Command {
    /// The word that calls it.
    static var name: String { get }
    /// One line, lower case, no full stop.
    static var summary: String { get }
    /// Paragraphs separated by empty lines; lines that start with spaces are not wrapped.
    static var details: String { get }
    /// The title above it in the list of commands.
    static var section: String { get }
    /// Whether lists of commands leave it out.
    static var isHidden: Bool { get }
    /// Examples at the end of the help; every command has some.
    static var examples: [Example] { get }
    /// Options and operands.
    @ParameterBuilder<Self> static var parameters: [Parameter<Self>] { get }
    /// The commands of a group.
    static var subcommands: [any Command.Type] { get }
    /// What other programs call commands of the group, and what they are called here.
    static var synonyms: [String: String] { get }

    /// Makes a command with every default.
    init()

    /// Hears what was given, for what can be checked only later: the rules between options hold already.
    mutating func note(_ given: GivenOptions)

    /// Does the work; an error becomes a message and an exit status, an `ExitStatus` only a status.
    consuming func run() throws
}

extension Command {
    static var details: String { "" }
    static var section: String { "Commands" }
    static var isHidden: Bool { false }
    static var examples: [Example] { [] }
    static var parameters: [Parameter<Self>] { [] }
    static var subcommands: [any Command.Type] { [] }
    static var synonyms: [String: String] { [:] }

    mutating func note(_ given: GivenOptions) {}

    /// A group has no work: the dispatcher prints its help instead.
    consuming func run() throws { throw UsageError(.missingCommand, "\(Self.name) needs a command") }

    /// The parameters as help, completions and manual need them, hidden ones left out, with defaults.
    static var visibleParameters: [ParameterInfo] {
        let defaults = Self()
        return parameters.filter { !$0.info.isHidden }.map { parameter in
            var info = parameter.info
            if !info.isRequired { info.defaultText = parameter.defaultText(defaults) }
            return info
        }
    }

    /// The commands of the group that lists show.
    static var visibleSubcommands: [any Command.Type] { subcommands.filter { !$0.isHidden } }

    /// Reads the words after the command's name.
    static func parse(_ words: ArraySlice<Argument>, as path: String) throws(UsageError) -> Self {
        var command = Self()
        let parameters = Self.parameters
        var parser = Parser(parameters.map { $0.info }, path: path) { parameters[$0].defaultText(Self()) }
        let given = try parser.parse(words) { (index, name, argument) throws(UsageError) in
            try parameters[index].apply(&command, name, argument)
        }
        command.note(given)
        return command
    }
}

/// The commands below one, as completions, manual and tests walk them.
struct CommandTree {
    /// The command itself.
    let command: any Command.Type
    /// The words that call it, the program's name first.
    let words: [String]
    /// What it takes, `--help` included.
    let parameters: [ParameterInfo]

    /// The tree below a command that is called by `words` and its own name.
    init(_ command: any Command.Type, after words: [String] = []) {
        self.command = command
        self.words = words + [command.name]
        parameters = command.visibleParameters + [.helpOption] + (words.isEmpty ? [.versionOption] : [])
    }

    /// Whether commands stand below it.
    var isGroup: Bool { !command.visibleSubcommands.isEmpty }

    /// The commands of a group, hidden ones left out; made when asked for, as one page of help needs few of them.
    var children: [CommandTree] { command.visibleSubcommands.map { CommandTree($0, after: words) } }

    /// The names of the options that a rule keeps from standing together with one.
    func excluded(by info: ParameterInfo) -> [String] {
        options.filter { other in
            other.label != info.label
                && (info.rules.contains { $0.excludes(other) } || other.rules.contains { $0.excludes(info) })
        }.flatMap(\.names)
    }

    /// The words with spaces between them.
    var path: String { words.joined(separator: " ") }

    /// Options and flags.
    var options: [ParameterInfo] { parameters.filter { $0.kind != .operand } }

    /// Operands, which are recognized by their place.
    var operands: [ParameterInfo] { parameters.filter { $0.kind == .operand } }

    /// This command and all below it, from the top.
    var all: [CommandTree] { [self] + children.flatMap(\.all) }
}
