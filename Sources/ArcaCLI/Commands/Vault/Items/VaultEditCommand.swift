internal import ArcaCodecs
internal import ArcaVault

/// `arca vault edit`: attributes of an item that is there.
struct VaultEditCommand: Command {
    static let name = "edit"
    static let summary = "change attributes and fields of an item"
    static let details = """
        Changes only what is given; the previous version goes to the history. The password is changed by \
        'arca vault set', the name by 'arca vault mv'.
        """
    static let examples = [
        Example(
            "arca vault edit db/admin --expires 90d --field host=db.example.org", "two attributes", needsVault: true)
    ]

    var item = ItemOptions()
    var changes = ItemChangeOptions()
    var json = JSONOptions()
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.group(\.changes)
        Parameter.group(\.json)
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        guard !changes.isEmpty else {
            throw UsageError(.missingArgument, "there is nothing to change", hint: "give an attribute, such as --label")
        }
        let opened = try vault.open(readsStandardInput: changes.readsStandardInput)
        let name = try item.find(in: opened).name
        let gathered = try changes.gathered(readsStandardInput: false)
        try opened.update(name) { draft in try gathered.apply(to: &draft) }
        try ItemAction.changed.report(name, "changed \(name.shown)", asJSON: json.isWanted)
    }
}

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
    var json = JSONOptions()
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.operand("NEW", set: \.newName, help: "the new service/account")
        Parameter.group(\.json)
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        let opened = try vault.open()
        let old = try item.find(in: opened).name
        try newName.refuseTwin(in: opened, except: old)
        let item = try opened.update(old) { draft in
            draft.name.service = newName.service
            if let account = newName.account { draft.name.account = account }
        }
        try ItemAction.renamed.report(
            item.name, "renamed \(old.shown) to \(item.name.shown)", asJSON: json.isWanted,
            [("formerItem", .object(ItemReport.json(old)))])
    }
}
