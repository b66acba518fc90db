internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem

/// `arca passphrase`: random words, or random characters, as a secret to remember or to keep.
struct PassphraseCommand: Command {
    static let name = "passphrase"
    static let summary = "print a random passphrase"
    static let section = "Helpers"
    static let details = """
        Words are drawn from the EFF's long list of 7,776 English words (CC BY 3.0 US); each adds 12.9 bits. Six words \
        withstand an attacker who has the file and tries for years; with a slow key derivation five do.

        With --characters it is a password of printable characters for places that nobody types it into, with lower and \
        upper case letters, digits and symbols in it.

        The strength in bits is printed on standard error.
        """
    static let examples = [
        Example("arca passphrase", "six words"),
        Example("arca passphrase --words 8 --separator ' '", "eight words with spaces between them"),
        Example("arca passphrase --characters 20 -o password.txt", "20 characters, in a file that only you may read"),
    ]

    var wordCount: Int?
    var separator: String?
    var characterCount: Int?
    var avoidsLookAlikes = false
    var output = OutputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.option("-w", "--words", value: "N", set: \.wordCount, in: 1...1000, help: "how many words")
            .defaulting(to: "\(Passphrase.defaultWordCount)")
        Parameter.option(
            "--separator", value: "TEXT", set: \.separator, help: "what stands between the words; it may be empty"
        ).defaulting(to: "-")
        Parameter.option(
            "-c", "--characters", value: "N", set: \.characterCount, in: 4...1000,
            help: "a password of N characters instead of words")
        Parameter.flag(
            "--no-look-alikes", set: \.avoidsLookAlikes, help: "with --characters: none of \(Password.lookAlikes)")
        Parameter.group(\.output)
    }

    consuming func run() throws {
        let secret: SecretBytes
        let entropyBits: Double
        if let characterCount {
            guard wordCount == nil, separator == nil else {
                throw UsageError(.conflict, "--characters does not go with --words or --separator")
            }
            let rules = try Password.Rules(length: characterCount, avoidingLookAlikes: avoidsLookAlikes)
            secret = try Password.generate(rules)
            entropyBits = rules.entropyBits
        } else {
            guard !avoidsLookAlikes else {
                throw UsageError(.conflict, "--no-look-alikes is for --characters", hint: "words have none")
            }
            let wordCount = wordCount ?? Passphrase.defaultWordCount
            secret = try Passphrase.generate(wordCount: wordCount, separator: separator ?? "-")
            entropyBits = Passphrase.entropyBits(wordCount: wordCount)
        }
        var file = try output.open(.secret, inputs: [])
        try file.write(secret)
        try file.write("\n".utf8)
        try file.commit()
        Messages.note("\(Decimal.text(entropyBits, fractionDigits: 1)) bits of entropy")
    }
}
