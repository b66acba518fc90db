internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

struct VaultInitCommand: Command {
    static let name = "init"
    static let summary = "create a new vault"
    static let details = """
        Asks for a passphrase twice, unless the options name something else than a recovery code. Each of several \
        options makes a separate slot, and any slot opens the vault. A passphrase that is easy to guess needs --weak; --generate \
        makes a strong one. A forgotten passphrase cannot be recovered: keep a recovery code on paper, or a second \
        key.
        """
    static let examples = [
        Example("arca vault init", "asks for a passphrase twice", isRun: false),
        Example("arca vault init --new-recovery-code", "with a recovery code for paper as well", isRun: false),
        Example(
            "arca vault init --vault team.arca --new-key-file team.key --new-recipient "
                + "age1lggyhqrw2nlhcxprm67z43rta597azn8gknawjehu9d9dl0jq3yqqvfafg", "for two keys"),
    ]

    var place = NewVaultOptions()
    var slots = NewSlotOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.place)
        Parameter.group(\.slots)
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let path = try place.newPath(hint: "give another file with --vault, or use 'arca vault slot add'")
        let prepared = try slots.prepareForNewVault(in: context)
        try place.place.createFolder(for: path)
        let vault = try Vault.create(at: path, slots: prepared.slots)
        try prepared.report(
            .created, [], asJSON: context.wantsJSON, slots: vault.slots, [("vault", .string(path.description))])
        if !context.wantsJSON { Messages.note("created the vault \(path)") }
        try vault.slots.warnIfOnlyCodes()
    }
}
