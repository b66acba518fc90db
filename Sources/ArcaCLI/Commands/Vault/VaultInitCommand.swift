internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

struct VaultInitCommand: Command {
    static let name = "init"
    static let summary = "create a new vault"
    static let details = """
        Asks for a passphrase twice, unless the options say what else opens the vault. Each of several options makes a \
        slot of its own, and any slot opens the vault. A passphrase that is easy to guess needs --weak; --generate \
        makes a strong one. A forgotten passphrase cannot be recovered: keep a recovery code on paper, or a second \
        key.
        """
    static let examples = [
        Example("arca vault init", "asks for a passphrase twice", isRun: false),
        Example(
            "arca vault init --new-passphrase-from prompt --new-recovery-code", "with a recovery code for paper",
            isRun: false),
        Example(
            "arca vault init --vault team.arca --new-key-file team.key --new-recipient "
                + "age1lggyhqrw2nlhcxprm67z43rta597azn8gknawjehu9d9dl0jq3yqqvfafg", "for two keys"),
    ]

    var file: BytePath?
    var slots = NewSlotOptions()
    var json = JSONOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--vault", value: "FILE", set: \.file, help: "the vault to create; it must not exist"
        )
        .defaulting(to: "$ARCA_VAULT, else ~/.local/share/arca/vault.arca")
        Parameter.group(\.slots)
        Parameter.group(\.json)
    }

    consuming func run() throws {
        let path = try VaultPlaceOptions(file: file).path()
        // Checked before asking for anything.
        guard (try? FileInfo(path, followingLinks: false)) == nil else {
            throw UsageError(
                .conflict, "\(path) exists already",
                hint: "give another file with --vault, or use 'arca vault slot add'")
        }
        if slots.isEmpty { slots.passphrase.source = .prompt }
        let prepared = try slots.prepare()
        // An existing folder keeps its mode, which may be deliberate.
        if file == nil, (try? FileInfo(path.parent)) == nil { try Folder.createPrivate(path.parent) }
        let vault = try Vault.create(at: path, slots: prepared.slots)
        try prepared.report(
            .created, [], asJSON: json.isWanted, slots: vault.slots, [("vault", .string(path.description))])
        if !json.isWanted { Messages.note("created the vault \(path)") }
    }
}
