internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

struct VaultBackupCommand: Command {
    static let name = "backup"
    static let summary = "copy the vault as one consistent state, also while it is in use"
    static let details = """
        The copy is marked as a backup, so that it cannot be mistaken for the vault; 'arca vault restore' makes a \
        vault of it. It opens with the same passphrases and keys. A gesture slot needs its device secret, which is not in the copy.

        Every record and attachment is checked before the copy gets its name. If the vault is damaged, the existing \
        backup stays as it is, with exit status 4; --damaged copies it anyway, but never over another backup. 'arca \
        vault repair --from' takes from a backup what the vault has lost.

        With --keep N the existing backup becomes FILE.1, FILE.1 becomes FILE.2, and so on up to FILE.N.
        """
    static let examples = [
        Example("arca vault backup vault-2026-11.arca", "next to the vault; another disk is better", needsVault: true),
        Example("arca vault backup --keep 7 vault-backup.arca", "and keep the seven before it", needsVault: true),
    ]

    var file = BytePath([])
    var isForced = false
    var keptCount: Int?
    var acceptsDamage = false

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the copy")
        Parameter.flag("--force", set: \.isForced, help: "replace FILE if it exists").excludes("--keep", "--damaged")
        Parameter.option(
            "--keep", value: "N", set: \.keptCount, in: 1...999,
            help: "keep the last N older backups as FILE.1 to FILE.N"
        ).excludes("--damaged")
        Parameter.flag("--damaged", set: \.acceptsDamage, help: "copy a damaged vault as it is")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let existing: Vault.ExistingBackup = keptCount.map { .keep($0) } ?? (isForced ? .replace : .refuse)
        guard existing != .refuse || (try? FileInfo(file, followingLinks: false)) == nil else {
            throw UsageError(
                .conflict, "\(file) exists already",
                hint: acceptsDamage ? "give another file name" : "give another file name, --keep N, or --force")
        }
        do {
            try context.vault.open(isReadOnly: true).backup(to: file, existing: existing, acceptsDamage: acceptsDamage)
        } catch let error as VaultError where error.code == .tampered && !acceptsDamage {
            throw error.withHint("run 'arca vault repair', or copy it as it is with --damaged")
        }
        try ItemAction.copied.report(
            ["backup written to \(file)"], asJSON: context.wantsJSON,
            [("file", .string(file.description)), ("byteCount", .integer(FileInfo(file).byteCount))])
    }
}

struct VaultRestoreCommand: Command {
    static let name = "restore"
    static let summary = "restore the vault from a backup"
    static let details = """
        On a new machine, or after everything was lost, the backup and the recovery code are enough: it asks for the \
        code and for a new passphrase, and makes the vault. The code still opens it.

        Opens the backup with a passphrase, key or code of it, and checks all of it. With --replace an existing vault gets \
        the backup's items; it must be the same vault, and open with the same passphrase or key, or be unlocked. It \
        keeps its keys and slots, what is replaced goes to the history, and items that the backup lacks go to the \
        trash.

        If there is no vault, or one that was damaged or replaced by an older one, the backup becomes the vault with a \
        new key: it opens only with what was given and with new slots, and the other slots are named. So neither a \
        rotation nor the removal of a slot is undone. A recovery code that was not given stops working; on a terminal \
        a new one is offered. --force also does this over another vault, one that does not open, or another file, \
        which is lost.
        """
    static let examples = [
        Example("arca vault restore vault-2026-11.arca --replace", "over the existing vault", needsVault: true),
        Example(
            "arca vault restore backup.arca --recovery-code-from prompt", "on a new machine, with the code on paper",
            isRun: false),
    ]

    var file = BytePath([])
    var replaces = false
    var discards = false
    var slots = NewSlotOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the backup")
        Parameter.flag("--replace", set: \.replaces, help: "change the existing vault")
        Parameter.flag(
            "--force", set: \.discards, help: "replace whatever is there, also another vault, and lose what it has")
        Parameter.group(\.slots)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let target = try context.vaultOptions.path()
        let isNew = (try? FileInfo(target, followingLinks: false)) == nil
        guard replaces || discards || isNew else {
            throw UsageError(
                .conflict, "\(target) exists already", hint: "give --replace to change it to what the backup has")
        }
        var prepared = NewSlotOptions.Prepared()
        let vault: Vault
        do {
            vault = try context.vault.restore(file, replacing: replaces, discarding: discards) { kind, old in
                prepared =
                    try isNew || !replaces
                    ? prepareForNewVault(kind, old, in: context) : slots.prepare(in: context)
                return prepared.slots
            }
        } catch let error as VaultError where error.code == .duplicate || error.code == .locked {
            throw error.withHint("give --force to replace it, and lose what it has")
        }
        try prepared.report(
            .restored, ["restored \(target) from the backup"], asJSON: context.wantsJSON, slots: vault.slots,
            [("vault", .string(target.description))])
        try vault.slots.warnIfOnlyCodes()
    }

    /// Only `credential` opens the new vault: asks for a passphrase if it is a recovery code; otherwise the backup's
    /// code stops working, so a person who is asked for the credential is offered a new one.
    private func prepareForNewVault(
        _ credential: VaultSlot.Kind?, _ old: [VaultSlot], in context: CommandContext
    ) throws -> NewSlotOptions.Prepared {
        if credential == .recoveryCode { return try slots.prepareForNewVault(hasCode: true, in: context) }
        var slots = slots
        if old.contains(where: { $0.kind == .recoveryCode }), !slots.hasRecoveryCode,
            !context.vaultOptions.namesCredential
        {
            do throws(SystemError) {
                slots.hasRecoveryCode = try Terminal.confirm(
                    "The old recovery code will open only the backup, not the vault. Make a new code?",
                    isYesIfEmpty: true)
            } catch {
                guard error.code == .noTerminal else { throw error }
            }
        }
        return try slots.prepare(in: context)
    }
}
