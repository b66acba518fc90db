internal import ArcaCodecs
internal import ArcaVault

/// `arca vault edit`: attributes of an item that is there.
struct VaultEditCommand: Command {
    static let name = "edit"
    static let summary = "change attributes and fields of an item"
    static let details = """
        Changes what is named and nothing else; the former version goes to the history. The password is changed by \
        'arca vault set', the name by 'arca vault mv'.
        """
    static let examples = [
        Example(
            "arca vault edit db/admin --expires 90d --field host=db.example.org", "two attributes", needsVault: true)
    ]

    var item = ItemOptions()
    var changes = ItemChangeOptions()
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.group(\.changes)
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        guard !changes.isEmpty else {
            throw UsageError(.missingArgument, "nothing is to be changed", hint: "name an attribute, such as --label")
        }
        let opened = try vault.open(readsStandardInput: changes.readsStandardInput)
        let name = try item.find(in: opened).name
        let gathered = try changes.gathered(readsStandardInput: false)
        try opened.update(name) { draft in try gathered.apply(to: &draft) }
        Messages.note("changed \(name.shown)")
    }
}
