internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

struct NewPassphraseOptions: OptionGroup {
    static let title = "New slots"

    var source: SecretSource?
    var isGenerated = false
    var isAllowedWeak = false

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--new-passphrase-from", value: "SOURCE", set: \.source,
            help: "a passphrase: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND")
        Parameter.flag(
            "--generate", set: \.isGenerated,
            help: "a passphrase of \(Passphrase.defaultWordCount) random words, shown once on the terminal"
        ).excludes("--new-passphrase-from")
        Parameter.flag("--weak", set: \.isAllowedWeak, help: "accept a passphrase that is easy to guess")
            .excludes("--generate")
    }

    var isWanted: Bool { source != nil || isGenerated }

    func passphrase(readsStandardInput: Bool = false, in context: CommandContext) throws -> SecretBytes {
        guard !isGenerated else { return try Self.generate(in: context) }
        let secret = try (source ?? .prompt).passphrase(
            Self.name, isNew: true, isGeneratedIfEmpty: false, readsStandardInput: readsStandardInput, in: context)
        let bits = PasswordStrength(of: secret).bits
        guard isAllowedWeak || bits >= PasswordStrength.weakBits else {
            throw UsageError(
                .invalidValue, "the \(Self.name) is easy to guess: about \(Int(bits)) bits",
                hint: "give at least five random words, as --generate makes them, or --weak to use it anyway")
        }
        return secret
    }

    private static let name = "new passphrase"
    /// Number of words of a generated passphrase that must be typed to confirm it.
    private static let confirmedCount = 2
    private static let tries = 3

    /// Shows a new passphrase on the terminal, and checks that it was written down.
    private static func generate(in context: CommandContext) throws -> SecretBytes {
        let words = try (0..<Passphrase.defaultWordCount).map { _ in try Passphrase.generate(wordCount: 1) }
        let hyphen = [UInt8.hyphen]
        let secret = SecretBytes(byteCount: words.reduce(words.count - 1) { $0 + $1.count }) { output in
            for (index, word) in words.enumerated() {
                if index > 0 { output.append(contentsOf: hyphen.span) }
                word.withBytes { output.append(contentsOf: $0) }
            }
        }
        do {
            try Terminal.show("arca: the \(name) is ".utf8)
            try Terminal.show(secret)
            try Terminal.show("\n".utf8)
        } catch {
            guard error.code == .noTerminal else { throw error }
            throw UsageError(
                .missingArgument, "there is no terminal to show a passphrase on",
                hint: "use 'arca passphrase', and --new-passphrase-from")
        }
        for index in words.indices.shuffled().prefix(confirmedCount).sorted() {
            try confirm(words[index], index + 1, in: context)
        }
        return secret
    }

    private static func confirm(_ word: SecretBytes, _ number: Int, in context: CommandContext) throws {
        for _ in 0..<tries {
            let typed = try SecretSource.prompt.passphrase(
                "word \(number) of the \(name)", isNew: false, readsStandardInput: false, in: context)
            if typed == word { return }
            Messages.error("this is not word \(number)")
        }
        throw UsageError(
            .conflict, "the \(name) was not confirmed; nothing was changed", hint: "write it down before you go on")
    }
}
