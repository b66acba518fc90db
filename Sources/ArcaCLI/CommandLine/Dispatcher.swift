internal import ArcaCore

enum Dispatcher {
    enum Request {
        case run(any Command.Type, ArraySlice<Argument>, path: String)
        case help(CommandTree, isComplete: Bool)
        /// Print the help of a group because no command was given: a usage error.
        case overview(CommandTree)
        case version
    }

    /// Reads the arguments up to the command's own options and operands.
    static func request(_ words: [Argument], root: any Command.Type) throws(UsageError) -> Request {
        var command = root
        var above: [String] = []
        var rest = words[...]
        while !command.subcommands.isEmpty {
            guard let word = rest.first else {
                guard command.isGroup else { break }
                return .overview(CommandTree(command, after: above))
            }
            if let isComplete = try asksForHelp(word, rest.startIndex + 1) {
                return .help(CommandTree(command, after: above), isComplete: isComplete)
            }
            if above.isEmpty && (word == "--version" || word == "-V" || word == "version") { return .version }
            if let alias = command.aliases[word.shown] {
                let start = rest.startIndex
                rest = (words[..<start] + alias.map { Argument($0) } + rest.dropFirst())[start...]
                continue
            }
            guard let next = command.subcommands.first(where: { Argument($0.name) == word }) else {
                guard command.isGroup else { break }
                throw unknown(word, rest.startIndex + 1, in: CommandTree(command, after: above))
            }
            above.append(command.name)
            command = next
            rest = rest.dropFirst()
        }
        for (index, word) in zip(rest.indices, rest) {
            if word == "--" { break }
            if let isComplete = try asksForHelp(word, index + 1) {
                return .help(CommandTree(command, after: above), isComplete: isComplete)
            }
        }
        // `joined` would search all protocol conformances at every start.
        return .run(command, rest, path: above.reduce("") { "\($0)\($1) " } + command.name)
    }

    static func run<Chosen: Command>(
        _: Chosen.Type, _ words: ArraySlice<Argument>, path: String, in context: CommandContext
    ) throws {
        let command = try Chosen.parse(words, as: path, in: context)
        do {
            try command.run(in: context)
        } catch {
            throw error.withHint(ErrorHints.hint(for: error, in: Chosen.self))
        }
    }

    /// Whether a word asks for the complete help, or nil if it does not ask for help.
    private static func asksForHelp(_ word: Argument, _ position: Int) throws(UsageError) -> Bool? {
        if word == "--help" || word == "-h" { return false }
        guard word.bytes.starts(with: "--help=".utf8) else { return nil }
        if word == "--help=all" { return true }
        throw UsageError(
            .invalidValue, at: position, "--help: unknown value '\(Argument(Array(word.bytes.dropFirst(7))).shown)'",
            hint: "write --help or --help=all")
    }

    private static func unknown(_ word: Argument, _ position: Int, in group: CommandTree) -> UsageError {
        let path = group.path
        if word.bytes.first == .hyphen && word.bytes.count > 1 {
            return UsageError(
                .unknownOption, at: position, "unknown option \(word.shown) of \(path)",
                hint: "options follow the command: \(path) COMMAND \(word.shown)")
        }
        var near = group.command.synonyms[word.shown].map { ["\(path) \($0)"] } ?? places(of: word.shown, in: group)
        if near.isEmpty { near = Suggestions.nearest(to: word.shown, among: group.children.map { $0.command.name }) }
        let hint = near.isEmpty ? "'\(path) --help' lists the commands" : Suggestions.question(near)
        return UsageError(.unknownCommand, at: position, "unknown command '\(word.shown)' of \(path)", hint: hint)
    }

    /// Finds the commands that an unknown word belongs to, at most three: `arca encode base64` for `base64`.
    private static func places(of word: String, in group: CommandTree) -> [String] {
        var places: [String] = []
        for node in group.children.flatMap(\.all) {
            if node.command.name == word { places.append(node.path) }
            for info in node.parameters {
                guard info.completion.choices.contains(word) else { continue }
                places.append(node.path + (info.takesValue ? " \(info.names.first ?? "")" : "") + " \(word)")
            }
        }
        return Array(places.prefix(3))
    }
}
