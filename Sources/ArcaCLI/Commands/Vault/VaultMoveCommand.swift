internal import ArcaVault

/// `arca vault mv`: another name for an item.
struct VaultMoveCommand: Command {
    static let name = "mv"
    static let summary = "rename an item"
    static let details = """
        The item keeps everything else, its history and attachments included, and the account where NEW has no slash. A \
        name that another item has is refused.
        """
    static let examples = [Example("arca vault mv git/alice codeberg.org/alice", "another service", needsVault: true)]

    var item = ItemOptions()
    var newName = ItemNameText(service: "", account: nil)
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.operand("NEW", set: \.newName, help: "the new service/account")
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        let opened = try vault.open()
        let old = try item.find(in: opened).name
        let item = try opened.update(old) { draft in
            draft.name.service = newName.service
            if let account = newName.account { draft.name.account = account }
        }
        Messages.note("renamed \(old.shown) to \(item.name.shown)")
    }
}
