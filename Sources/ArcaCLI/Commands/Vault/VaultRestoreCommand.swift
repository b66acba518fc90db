internal import ArcaCodecs
internal import ArcaSystem
internal import ArcaVault

/// `arca vault restore`: a vault of a backup.
struct VaultRestoreCommand: Command {
    static let name = "restore"
    static let summary = "make a backup the vault again"
    static let details = """
        Checks the backup with a passphrase or key of it, and copies it to where the vault is. The state that it brings \
        back counts as the newest from then on. A vault that is there is replaced with --replace alone: what it has \
        beyond the backup is lost then, so make a backup of it first.
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
                .conflict, "\(target) is there already", hint: "back it up first, then use --replace")
        }
        try vault.restore(file, replacing: replaces)
        Messages.note("restored \(target) from the backup")
    }
}
