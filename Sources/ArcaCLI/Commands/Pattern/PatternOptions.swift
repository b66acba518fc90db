internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaPatterns

extension Grid: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        do throws(PatternError) {
            self = try Grid(argument.text ?? "")
        } catch {
            throw UsageError(.invalidValue, "'\(argument.shown)' is no grid: \(error.reason)")
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

/// `--grid` and `--rules`.
struct PatternSpaceOptions: OptionGroup {
    static let title = "Pattern"

    var grid = Grid.standard
    var rules = PatternRules.android

    static var parameters: [Parameter<Self>] {
        Parameter.option("--grid", value: "RxC", set: \.grid, help: "rows and columns, 2x2 to 6x6")
        Parameter.option(
            "--rules", value: "NAME", set: \.rules,
            help: "android: 4 dots, passed dots join; ios: 4 dots, none joins; free-N: N dots, none joins")
    }
}

/// A pattern to read: `--pattern-from`, its notation, grid and rules.
struct PatternInputOptions: OptionGroup {
    static let title = "Pattern"

    var source = SecretSource.prompt
    var notation: PatternNotation?
    var space = PatternSpaceOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--pattern-from", value: "SOURCE", set: \.source,
            help: "prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND (see 'arca help secrets')")
        Parameter.option(
            "--notation", value: "NAME", set: \.notation, help: "how it is written; guessed unless given")
        Parameter.group(\.space)
    }

    /// Gets the pattern; `readsStandardInput` says that something else comes from there.
    func pattern(isNew: Bool = false, readsStandardInput: Bool = false) throws -> Pattern {
        // A new pattern that is typed is asked for twice, and an empty one is not made up.
        let secret = try source.passphrase("pattern", isNew: false, readsStandardInput: readsStandardInput)
        let pattern = try read(secret)
        if isNew, source == .prompt {
            let again = try read(try source.passphrase("pattern again", isNew: false, readsStandardInput: false))
            guard again == pattern else { throw UsageError(.conflict, "the two patterns differ", hint: "try again") }
        }
        return pattern
    }

    private func read(_ secret: SecretBytes) throws(PatternError) -> Pattern {
        try Pattern(text: Array(bytes: secret), notation: notation, grid: space.grid, rules: space.rules)
    }
}

/// `--pepper-from`: the key without which a stored pattern is as good as known.
struct PepperOptions: OptionGroup {
    static let title = "Secrets"

    var source: SecretSource?

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--pepper-from", value: "SOURCE", set: \.source,
            help: "a key of 16 bytes or more that is kept apart from the hash: hexfile:PATH, file:PATH, env:NAME, …"
        ).completing(SecretSource.keyCompletion)
    }

    /// Gets the pepper, if one is named.
    func pepper(readsStandardInput: Bool) throws -> SymmetricKey? {
        try source?.key(readsStandardInput: readsStandardInput)
    }

    /// Warns of a text to store that was made without a pepper.
    static func warn(without pepper: SymmetricKey?) {
        if pepper != nil { return }
        Messages.warning("without a pepper, whoever gets this text finds the pattern by trying all of them")
    }
}
