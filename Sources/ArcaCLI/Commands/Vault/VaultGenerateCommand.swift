internal import ArcaCrypto
internal import ArcaVault

/// `arca vault generate`: a random password, into an item.
struct VaultGenerateCommand: Command {
    static let name = "generate"
    static let summary = "give an item a random password"
    static let details = """
        Makes a password of \(defaultLength) characters, with lower and upper case letters, digits and symbols in it, or as \
        the options say, and stores it. An item that is there keeps everything else, and its former password in the \
        history. It is not shown: 'arca vault get --field password' does. The strength is printed on standard error.

        'arca passphrase' makes one without a vault.
        """
    static let examples = [
        Example("arca vault generate github.com/alice", "24 characters", needsVault: true),
        Example("arca vault generate wifi/home --words 6", "words, to be read out", needsVault: true),
        Example(
            "arca vault generate bank/alice -c 12 --classes lower,upper,digits --no-look-alikes", "what the bank takes",
            needsVault: true),
    ]
    static let defaultLength = 24

    var item = ItemOptions()
    var recipe = SecretRecipe()
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.group(\.recipe)
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        let product = try recipe.make(standardCharacterCount: Self.defaultLength)
        let opened = try vault.open()
        let existing = try item.existing(in: opened)
        let name = try existing?.name ?? item.newName()
        if existing == nil {
            try opened.add(ItemDraft(name, secret: ItemSecret(product.secret)))
        } else {
            try opened.update(name) { $0.secret.value = product.secret }
        }
        Messages.note(
            "\(existing == nil ? "added" : "changed") \(name.shown), "
                + "\(Decimal.text(product.entropyBits, fractionDigits: 1)) bits of entropy")
    }
}
