internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

struct PassphraseCommand: Command {
    static let name = "passphrase"
    static let summary = "print a random passphrase"
    static let section = "Helpers"
    static let details = """
        Words are chosen from the EFF's long list of 7,776 English words (CC BY 3.0 US); each adds 12.9 bits. Six words \
        resist an attacker who has the file and tries for years; five are enough with a slow key derivation.

        --characters makes a password of lower and upper case letters, digits and symbols instead, for places where \
        nobody types it.

        The entropy in bits is printed on standard error. A file that exists is not replaced without --force.
        """
    static let examples = [
        Example("arca passphrase", "six words"),
        Example("arca passphrase --words 8 --separator ' '", "eight words with spaces between them"),
        Example("arca passphrase --characters 20 -o password.txt", "20 characters, in a file that only you can read"),
    ]

    var recipe = SecretRecipe()
    var output = NewOutputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.recipe)
        Parameter.group(\.output)
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let product = try recipe.make()
        let entropy: (String, JSONValue) = (
            "entropyBits", JSONNumber(product.entropyBits).map(JSONValue.number) ?? .null
        )
        if context.wantsJSON, !output.isFile {
            return try JSONReport.print([("passphrase", ItemReport.text(product.secret)), entropy])
        }
        var file = try output.open(.secret)
        try file.write(product.secret)
        try file.write("\n".utf8)
        try file.commit()
        if context.wantsJSON {
            let path: JSONValue = output.file.map { .string($0.description) } ?? .null
            return try JSONReport.print([("output", path), entropy])
        }
        Messages.note("\(Decimal.text(product.entropyBits, fractionDigits: 1)) bits of entropy")
    }
}

struct SecretRecipe: OptionGroup {
    var wordCount: Int?
    var separator: String?
    var characterCount: Int?
    var classes: [CharacterClassName] = []
    var avoidsLookAlikes = false

    static var parameters: [Parameter<Self>] {
        Parameter.option("--words", value: "N", set: \.wordCount, in: 1...1000, help: "number of words")
        Parameter.option(
            "--separator", value: "TEXT", set: \.separator, help: "separator between the words; may be empty"
        ).defaulting(to: "-")
        Parameter.option(
            "--characters", value: "N", set: \.characterCount, in: 4...1000,
            help: "make a password of N characters instead of words"
        ).excludes("--words", "--separator")
        Parameter.list(
            "--classes", value: "CLASS[,CLASS…]", append: \.classes,
            help: "classes of characters, each used at least once"
        ).defaulting(to: "all").excludes("--words", "--separator")
        Parameter.flag("--no-look-alikes", set: \.avoidsLookAlikes, help: "do not use any of \(Password.lookAlikes)")
            .excludes("--words", "--separator")
    }

    struct Product {
        let secret: SecretBytes
        let entropyBits: Double
    }

    /// Generates a secret: of words, unless characters are requested or `standard` is given.
    func make(standardCharacterCount standard: Int? = nil) throws -> Product {
        guard let characterCount = characterCount ?? (wordCount == nil && separator == nil ? standard : nil) else {
            guard !avoidsLookAlikes, classes.isEmpty else {
                throw UsageError(
                    .conflict, "--classes and --no-look-alikes require --characters", hint: "give --characters N")
            }
            let wordCount = wordCount ?? Passphrase.defaultWordCount
            return Product(
                secret: try Passphrase.generate(wordCount: wordCount, separator: separator ?? "-"),
                entropyBits: Passphrase.entropyBits(wordCount: wordCount))
        }
        let classes = classes.isEmpty ? CharacterClassName.allCases : classes
        let rules = try Password.Rules(
            length: characterCount, classes: classes.map(\.characters), avoidingLookAlikes: avoidsLookAlikes)
        return Product(secret: try Password.generate(rules), entropyBits: rules.entropyBits)
    }
}

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
