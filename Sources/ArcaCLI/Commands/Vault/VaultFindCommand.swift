internal import ArcaCodecs
internal import ArcaSystem
internal import ArcaVault

/// `arca vault find`: items by what stands in their attributes.
struct VaultFindCommand: Command {
    static let name = "find"
    static let summary = "find items by any text in their attributes"
    static let details = """
        Looks in names, labels, kinds, comments, groups, fields that are no secrets, and names of fields and attachments; \
        capital and small letters are the same. Ends with 7 when nothing is found. No secret is opened for it.
        """
    static let examples = [Example("arca vault find github", "everything with github in it", needsVault: true)]

    var text = ""
    var filter = ItemFilterOptions()
    var json = JSONOptions()
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("TEXT", set: \.text, help: "what to look for")
        Parameter.group(\.filter)
        Parameter.group(\.json)
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        var query = filter.query
        query.text = text
        let items = try vault.open(isReadOnly: true).items(matching: query)
        try filter.print(items, asJSON: json.isWanted)
        if items.isEmpty { throw VaultError(.notFound, "no item has '\(String(printable: text.utf8))' in it") }
    }
}
