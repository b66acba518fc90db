internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPatterns
internal import ArcaSystem

struct PatternCommand: Command {
    static let name = "pattern"
    static let summary = "hash, check, measure and draw gesture patterns"
    static let section = "Secrets"
    static let details = """
        An app that unlocks by a gesture stores the text that 'enroll' or 'hash' makes from the pattern. 'verify' checks a \
        drawing against it, and makes people wait after wrong ones.

        Patterns are secrets and are never given as arguments. They are drawn on the terminal, or --pattern-from names a \
        source. Written, they are digits from 1 (12369) or from 0 (01258), with dots (0.1.2.5.8), in brackets ([1][2][3]) \
        or as row and column ((0,0)(0,1)).

        There are only 389,112 patterns of 3x3 by Android's rules. A slow hash alone does not protect so few: without \
        a pepper that is kept elsewhere, anyone who has the hash finds the pattern within a day or two. A lockout \
        stops people who can only draw, not those who have the files or can run programs as you.
        """
    static let examples = [
        Example("arca pattern count", "count the patterns"),
        Example("printf 12369 | arca pattern strength --pattern-from stdin", "measure a pattern"),
    ]
    static var subcommands: [any Command.Type] {
        [
            PatternHashCommand.self, PatternVerifyCommand.self, PatternStrengthCommand.self, PatternRenderCommand.self,
            PatternSuggestCommand.self, PatternAuditCommand.self, PatternCountCommand.self, PatternEnrollCommand.self,
        ]
    }
}

extension Pattern.Grid: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        do throws(PatternError) {
            self = try Pattern.Grid(argument.text ?? "")
        } catch {
            throw UsageError(.invalidValue, "invalid grid '\(argument.shown)': \(error.reason)")
        }
    }

    var argumentText: String? { description }
}

extension PatternRules: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        do throws(PatternError) {
            self = try PatternRules(named: argument.text ?? "")
        } catch {
            throw UsageError(.invalidValue, error.reason)
        }
    }

    static var completion: Completion { .words(["android", "ios", "free-1", "free-3", "free-4", "free-6"]) }
    var argumentText: String? { description }
}

extension PatternNotation: ArgumentValue {}

struct PatternSpaceOptions: OptionGroup {
    static let title = "Pattern"

    var grid = Pattern.Grid.standard
    var rules = PatternRules.android

    static var parameters: [Parameter<Self>] {
        Parameter.option("--grid", value: "RxC", set: \.grid, help: "rows and columns, 2x2 to 6x6")
        Parameter.option(
            "--rules", value: "NAME", set: \.rules,
            help:
                "android: at least 4 dots, dots in between are added; ios: at least 4, none added; free-N: at least N, none added"
        )
    }
}

struct PatternInputOptions: OptionGroup {
    static let title = "Pattern"

    var source: SecretSource?
    var notation: PatternNotation?
    var space = PatternSpaceOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--pattern-from", value: "SOURCE", set: \.source,
            help: PatternInputOptions.help
        ).defaulting(to: "drawn on the terminal")
        Parameter.option(
            "--notation", value: "NAME", set: \.notation, help: "how it is written; detected if omitted")
        Parameter.group(\.space)
    }

    static let help = "prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND"

    /// Draws the pattern or reads it.
    ///
    /// With `readsStandardInput`, it must not come from standard input.
    func pattern(isNew: Bool = false, readsStandardInput: Bool = false, in context: CommandContext) throws -> Pattern {
        guard let source = source ?? (PatternBoard.isPossible ? nil : .prompt) else {
            return try PatternBoard.drawn(isNew ? .create : .verify, grid: space.grid, rules: space.rules)
        }
        // A new pattern typed on a terminal is asked for twice; an empty line does not generate one.
        let secret = try source.passphrase("pattern", isNew: false, readsStandardInput: readsStandardInput, in: context)
        let pattern = try read(secret)
        if isNew, source == .prompt {
            let again = try read(
                try source.passphrase("pattern again", isNew: false, readsStandardInput: false, in: context))
            guard again == pattern else { throw UsageError(.conflict, "the two patterns differ", hint: "try again") }
        }
        return pattern
    }

    private func read(_ secret: SecretBytes) throws(PatternError) -> Pattern {
        try Pattern(text: Array(bytes: secret), notation: notation, grid: space.grid, rules: space.rules)
    }
}

/// `--lockout` for new patterns.
struct NewLockoutOptions: OptionGroup {
    static let title = "Lockout"

    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--lockout", value: "FILE", set: \.file,
            help: "create FILE, where 'arca pattern verify --lockout FILE' counts failed tries"
        ).requires("--pepper-from")
    }

    /// Creates the file, if one is asked for; an existing one is only replaced if `isForced`.
    func create(for hash: PatternHash, pepper: SymmetricKey?, isForced: Bool) throws {
        guard let file, let pepper else { return }
        if !isForced, (try? FileInfo(file)) != nil {
            throw UsageError(.conflict, "\(file) exists already", hint: "give another file, or --force to replace it")
        }
        try Pattern.Lockout(at: file, of: hash, pepper: pepper).reset()
    }
}

extension Pattern.Lockout {
    /// Creates the lockout of a stored pattern, without reading the file.
    init(at path: BytePath, of hash: PatternHash, pepper: SymmetricKey) throws {
        try self.init(at: path, identifier: Array(SHA256.hash(hash.text.utf8).prefix(16)), key: pepper)
    }
}

/// `--pepper-from`: a key without which a stored pattern is easy to find.
struct PepperOptions: OptionGroup {
    static let title = "Secrets"

    var source: SecretSource?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--pepper-from", value: "SOURCE", set: \.source,
            help: "a key of at least 16 bytes that is stored apart from the hash: hexfile:PATH, file:PATH, env:NAME, …"
        ).completing(SecretSource.keyCompletion)
    }

    func pepper(readsStandardInput: Bool, in context: CommandContext) throws -> SymmetricKey? {
        try source?.key(readsStandardInput: readsStandardInput, in: context)
    }

    static func warn(without pepper: SymmetricKey?) {
        if pepper != nil { return }
        Messages.warning("without a pepper, anyone who has this text can find the pattern by trying all of them")
    }
}
