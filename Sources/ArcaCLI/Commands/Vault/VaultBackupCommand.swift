internal import ArcaCodecs
internal import ArcaSystem
internal import ArcaVault

/// `arca vault backup`: a whole and consistent copy.
struct VaultBackupCommand: Command {
    static let name = "backup"
    static let summary = "copy the vault, whole and consistent, also while it is written to"
    static let details = """
        The copy says of itself that it is a backup, so that it is not taken for the vault; 'arca vault restore' makes a \
        vault of it. It opens with the same passphrases and keys. A gesture slot needs its device secret, which is not in it.
        """
    static let examples = [
        Example("arca vault backup vault-2026-11.arca", "beside it; better on another disk", needsVault: true)
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
            throw UsageError(.conflict, "\(file) is there already", hint: "name another file, or use --replace")
        }
        try vault.open(isReadOnly: true).backup(to: file, replacing: replaces)
        Messages.note("backup written to \(file)")
    }
}
