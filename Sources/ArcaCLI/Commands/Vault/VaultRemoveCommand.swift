internal import ArcaVault

/// `arca vault rm`: an item with its history and attachments.
struct VaultRemoveCommand: Command {
    static let name = "rm"
    static let summary = "remove an item, its history and its attachments"
    static let details = """
        The space is overwritten. Copies of the file that were made before, such as backups and snapshots, still have the \
        item: change a password that must no longer be known.
        """
    static let examples = [Example("arca vault rm github.com/alice", "remove it", needsVault: true)]

    var item = ItemOptions()
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        let opened = try vault.open()
        let removed = try opened.remove(try item.find(in: opened, amongAll: true).name)
        Messages.note("removed \(removed.name.shown); copies of the file made before still have it")
    }
}
