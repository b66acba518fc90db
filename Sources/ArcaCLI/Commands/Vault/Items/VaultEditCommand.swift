internal import ArcaCore
internal import ArcaVault

struct VaultEditCommand: Command {
    static let name = "edit"
    static let summary = "change an item in an editor, or attributes of it"
    static let details = """
        Without options it opens the item in $VISUAL, else $EDITOR, else vi, as text with one field per line, \
        including secrets. The file is in memory, in a private folder of $XDG_RUNTIME_DIR or /dev/shm, and is \
        overwritten and removed afterwards, with everything that the editor left next to it; without such a place \
        nothing is edited. An editor that is set to keep copies elsewhere still does so; for Vim this is turned off. \
        The kernel may swap the memory out.

        An unchanged text changes nothing. A mistake is shown with its line, and the text can be edited again. If \
        the item was changed by somebody else meanwhile, nothing is changed.

        With options it changes only what is given. The previous version goes to the history.
        """
    static let examples = [
        Example("arca vault edit github.com/alice", "in the editor", isRun: false),
        Example(
            "arca vault edit db/admin --expires 90d --field host=db.example.org", "two attributes", needsVault: true),
    ]

    var item = ItemOptions()
    var changes = ItemChangeOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.group(\.changes)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.vault.open(readsStandardInput: changes.readsStandardInput)
        guard !changes.isEmpty else {
            let item = try item.find(in: opened)
            guard let changed = try ItemEditing.edit(item, in: opened, in: context) else {
                return Messages.note("\(item.name.shown) is unchanged")
            }
            return Messages.note("changed \(changed.name.shown)")
        }
        let name = try item.find(in: opened).name
        let gathered = try changes.gathered(readsStandardInput: false, in: context)
        try opened.update(name) { draft in try gathered.apply(to: &draft) }
        try ItemAction.changed.report(name, "changed \(name.shown)", asJSON: context.wantsJSON)
    }
}

struct VaultMoveCommand: Command {
    static let name = "mv"
    static let summary = "rename an item"
    static let details = """
        The item keeps everything else, including its history and attachments, and its account if NEW has no slash. A \
        name that another item has is refused.
        """
    static let examples = [Example("arca vault mv git/alice codeberg.org/alice", "another service", needsVault: true)]

    var item = ItemOptions()
    var newName = ItemNameText(service: "", account: nil)

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.operand("NEW", set: \.newName, help: "the new service/account")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.vault.open()
        let old = try item.find(in: opened).name
        try newName.refuseTwin(in: opened, except: old)
        let item = try opened.update(old) { draft in
            draft.name.service = newName.service
            if let account = newName.account { draft.name.account = account }
        }
        try ItemAction.renamed.report(
            item.name, "renamed \(old.shown) to \(item.name.shown)", asJSON: context.wantsJSON,
            [("formerItem", .object(ItemReport.json(old)))])
    }
}
