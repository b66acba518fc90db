internal import ArcaCodecs
internal import ArcaCrypto

/// How a random secret is made: of words, or of characters.
struct SecretRecipe: OptionGroup {
    var wordCount: Int?
    var separator: String?
    var characterCount: Int?
    var classes: [CharacterClassName] = []
    var avoidsLookAlikes = false

    static var parameters: [Parameter<Self>] {
        Parameter.option("-w", "--words", value: "N", set: \.wordCount, in: 1...1000, help: "how many words")
        Parameter.option(
            "--separator", value: "TEXT", set: \.separator, help: "what stands between the words; it may be empty"
        ).defaulting(to: "-")
        Parameter.option(
            "-c", "--characters", value: "N", set: \.characterCount, in: 4...1000,
            help: "a password of N characters instead of words")
        Parameter.list(
            "--classes", value: "CLASS[,CLASS…]", append: \.classes,
            help: "with --characters: which there are, each at least once; all unless given")
        Parameter.flag(
            "--no-look-alikes", set: \.avoidsLookAlikes, help: "with --characters: none of \(Password.lookAlikes)")
    }

    /// A secret, and the bits of chance that went into it.
    struct Product {
        let secret: SecretBytes
        let entropyBits: Double
    }

    /// Makes a secret: of words unless characters are asked for, or are the `standard`.
    func make(standardCharacterCount standard: Int? = nil) throws -> Product {
        guard let characterCount = characterCount ?? (wordCount == nil && separator == nil ? standard : nil) else {
            guard !avoidsLookAlikes, classes.isEmpty else {
                throw UsageError(
                    .conflict, "--no-look-alikes and --classes are for --characters", hint: "words have none")
            }
            let wordCount = wordCount ?? Passphrase.defaultWordCount
            return Product(
                secret: try Passphrase.generate(wordCount: wordCount, separator: separator ?? "-"),
                entropyBits: Passphrase.entropyBits(wordCount: wordCount))
        }
        guard wordCount == nil, separator == nil else {
            throw UsageError(.conflict, "--characters does not go with --words or --separator")
        }
        let classes = classes.isEmpty ? CharacterClassName.allCases : classes
        let rules = try Password.Rules(
            length: characterCount, classes: classes.map(\.characters), avoidingLookAlikes: avoidsLookAlikes)
        return Product(secret: try Password.generate(rules), entropyBits: rules.entropyBits)
    }
}

/// The classes of characters of a password.
enum CharacterClassName: String, ArgumentValue, CaseIterable {
    case lower, upper, digits, symbols

    var characters: Password.CharacterClass {
        switch self {
        case .lower: .lowercase
        case .upper: .uppercase
        case .digits: .digits
        case .symbols: .symbols
        }
    }
}
