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

    var recipe = SecretRecipe()
    var output = OutputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.recipe)
        Parameter.group(\.output)
    }

    consuming func run() throws {
        let product = try recipe.make()
        var file = try output.open(.secret, inputs: [])
        try file.write(product.secret)
        try file.write("\n".utf8)
        try file.commit()
        Messages.note("\(Decimal.text(product.entropyBits, fractionDigits: 1)) bits of entropy")
    }
}
