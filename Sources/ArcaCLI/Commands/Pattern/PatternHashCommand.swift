internal import ArcaCrypto
internal import ArcaPatterns

/// `arca pattern hash`: a pattern as text to store.
struct PatternHashCommand: Command {
    static let name = "hash"
    static let summary = "make the text that a pattern is stored as"
    static let details = """
        Prints $arca-pattern$…, with scrypt, a random salt and, with --pepper-from, a pepper. Keep the pepper in another \
        place than the text: with both, all 389,112 patterns of 3x3 are tried within a day or two.
        """
    static let examples = [
        Example("printf 14789 | arca pattern hash --pattern-from stdin --pepper-from file:key.bin", "with a pepper"),
        Example("printf 14789 | arca pattern hash --pattern-from stdin --cost 10", "quick and weak, for a try"),
    ]

    var input = PatternInputOptions()
    var pepper = PepperOptions()
    var cost = 17

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.input)
        Parameter.group(\.pepper)
        Parameter.option(
            "--cost", value: "N", set: \.cost, in: 10...20,
            help: "binary logarithm of scrypt's N; one more doubles the time")
    }

    consuming func run() throws {
        let pepper = try pepper.pepper(readsStandardInput: input.source == .standardInput)
        let pattern = try input.pattern(isNew: true)
        let hash = try PatternHash(hashing: pattern, pepper: pepper, cost: try Scrypt.Cost(logN: cost))
        PepperOptions.warn(without: pepper)
        try Messages.print(hash.text + "\n")
    }
}
