internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

struct VaultSetCommand: Command {
    static let name = "set"
    static let summary = "add an item, or change its password"
    static let details = """
        Asks for the password, unless --secret-from says where it comes from or --generate makes one. An existing item \
        keeps what is not given; its previous version goes to the history. If only attributes are given, the password \
        of an existing item stays.

        One line of text is stored without its line end; anything else, such as a key in a PEM file, byte for byte. So \
        are keys, certificates, notes and files of one line, if --class says so.
        """
    static let examples = [
        Example("arca vault set github.com/alice", "asks for the password twice", isRun: false),
        Example(
            "arca vault set db/admin --secret-from file:password.txt --expires 90d",
            "from a file, expires in three months",
            needsVault: true),
    ]

    var item = ItemOptions()
    var source: SecretSource?
    var isGenerated = false
    var changes = ItemChangeOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.option(
            "--secret-from", value: "SOURCE", set: \.source,
            help: "prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND (see 'arca help secrets')"
        ).defaulting(to: "prompt")
        Parameter.flag("--generate", set: \.isGenerated, help: "make a password of 24 characters")
            .excludes("--secret-from")
        Parameter.group(\.changes)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let readsInput = source == .standardInput
        let opened = try context.vault.open(readsStandardInput: readsInput || changes.readsStandardInput)
        let existing = try item.existing(in: opened)
        let name = try existing?.name ?? item.newName(in: opened)
        let gathered = try changes.gathered(readsStandardInput: readsInput, in: context)
        let keepsValue = existing != nil && source == nil && !isGenerated && !changes.isEmpty
        let value = keepsValue ? nil : try value(for: name.itemClass, in: context)
        if existing == nil {
            var draft = ItemDraft(name, secret: ItemSecret(value ?? SecretBytes(copying: [])))
            try gathered.apply(to: &draft)
            try opened.add(draft)
        } else {
            try opened.update(name) { draft in
                if let value { draft.secret.value = value }
                try gathered.apply(to: &draft)
            }
        }
        let action: ItemAction = existing == nil ? .added : .changed
        try action.report(
            name, "\(action.rawValue) \(name.shown)", asJSON: context.wantsJSON,
            isGenerated ? [("entropyBits", try Self.entropyBits)] : [])
    }

    private static var rules: Password.Rules {
        get throws { try Password.Rules(length: VaultGenerateCommand.defaultLength) }
    }

    private static var entropyBits: JSONValue {
        get throws { JSONNumber(try rules.entropyBits).map(JSONValue.number) ?? .null }
    }

    private func value(for itemClass: VaultItem.Class, in context: CommandContext) throws -> SecretBytes {
        if isGenerated {
            let rules = try Self.rules
            if !context.wantsJSON {
                Messages.note("\(Decimal.text(rules.entropyBits, fractionDigits: 1)) bits of entropy")
            }
            return try Password.generate(rules)
        }
        let source = source ?? .prompt
        switch itemClass {
        case .genericPassword, .internetPassword:
            return try source.passphrase(
                "password", isNew: true, keepsFiles: true, readsStandardInput: false, in: context)
        case .key, .certificate, .note, .file:
            return source == .prompt
                ? try source.passphrase("secret", isNew: true, readsStandardInput: false, in: context)
                : try source.content(readsStandardInput: false, in: context)
        }
    }
}

struct VaultGenerateCommand: Command {
    static let name = "generate"
    static let summary = "give an item a random password"
    static let details = """
        Makes a password of \(defaultLength) characters, with lower and upper case letters, digits and symbols in it, \
        or as the options say, and stores it. An existing item keeps everything else, and its previous password goes \
        to the history. The password is not shown; 'arca vault get --field password' prints it. The strength is \
        printed on standard error.

        'arca passphrase' makes one without a vault.
        """
    static let examples = [
        Example("arca vault generate github.com/alice", "24 characters", needsVault: true),
        Example("arca vault generate wifi/home --words 6", "words, easy to read aloud", needsVault: true),
        Example(
            "arca vault generate bank/alice --characters 12 --classes lower,upper,digits --no-look-alikes",
            "what the bank accepts",
            needsVault: true),
    ]
    static let defaultLength = 24

    var item = ItemOptions()
    var recipe = SecretRecipe()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.group(\.recipe)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let product = try recipe.make(standardCharacterCount: Self.defaultLength)
        let opened = try context.vault.open()
        let existing = try item.existing(in: opened)
        let name = try existing?.name ?? item.newName(in: opened)
        if existing == nil {
            try opened.add(ItemDraft(name, secret: ItemSecret(product.secret)))
        } else {
            try opened.update(name) { $0.secret.value = product.secret }
        }
        let action: ItemAction = existing == nil ? .added : .changed
        try action.report(
            name,
            "\(action.rawValue) \(name.shown), \(Decimal.text(product.entropyBits, fractionDigits: 1)) bits of entropy",
            asJSON: context.wantsJSON,
            [("entropyBits", JSONNumber(product.entropyBits).map(JSONValue.number) ?? .null)])
    }
}
