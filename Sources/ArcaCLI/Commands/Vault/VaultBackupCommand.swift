internal import ArcaCodecs
internal import ArcaSystem
internal import ArcaVault

/// `arca vault backup`: a whole and consistent copy.
struct VaultBackupCommand: Command {
    static let name = "backup"
    static let summary = "copy the vault as one consistent state, also while it is in use"
    static let details = """
        The copy is marked as a backup, so that it cannot be mistaken for the vault; 'arca vault restore' makes a \
        vault of it. It opens with the same passphrases and keys. A gesture slot needs its device secret, which is not in the copy.
        """
    static let examples = [
        Example("arca vault backup vault-2026-11.arca", "next to it; another disk is better", needsVault: true)
    ]

    var file = BytePath([])
    var replaces = false
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the copy")
        Parameter.flag("--replace", set: \.replaces, help: "replace a file of that name")
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        guard replaces || (try? FileInfo(file, followingLinks: false)) == nil else {
            throw UsageError(.conflict, "\(file) exists already", hint: "give another file name, or --replace")
        }
        try vault.open(isReadOnly: true).backup(to: file, replacing: replaces)
        Messages.note("backup written to \(file)")
    }
}

/// `arca vault restore`: a vault of a backup.
struct VaultRestoreCommand: Command {
    static let name = "restore"
    static let summary = "restore the vault from a backup"
    static let details = """
        Checks the backup with a passphrase or key of it, and copies it to where the vault is. The state that it brings \
        back counts as the newest from then on. An existing vault is replaced only with --replace: what it has \
        beyond the backup is lost, so back it up first.
        """
    static let examples = [
        Example("arca vault restore vault-2026-11.arca --replace", "over the vault that is there", needsVault: true)
    ]

    var file = BytePath([])
    var replaces = false
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the backup")
        Parameter.flag("--replace", set: \.replaces, help: "replace the vault that is there")
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        let target = try vault.path()
        guard replaces || (try? FileInfo(target, followingLinks: false)) == nil else {
            throw UsageError(
                .conflict, "\(target) exists already", hint: "back it up first, then use --replace")
        }
        try vault.restore(file, replacing: replaces)
        Messages.note("restored \(target) from the backup")
    }
}
