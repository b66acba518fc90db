internal import ArcaCodecs
internal import ArcaVault

/// `arca vault list`: the names of items.
struct VaultListCommand: Command {
    static let name = "list"
    static let summary = "list items by name"
    static let details = """
        PREFIX is what service/account begins with; without it all items are listed. No secret is opened for it.
        """
    static let examples = [
        Example("arca vault list", "all names, a line each", needsVault: true),
        Example("arca vault list --json --class note", "the notes, with their attributes", needsVault: true),
    ]

    var prefix: String?
    var filter = ItemFilterOptions()
    var json = JSONOptions()
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("PREFIX", set: \.prefix, help: "the beginning of the names")
        Parameter.group(\.filter)
        Parameter.group(\.json)
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        var query = filter.query
        query.prefix = prefix
        try filter.print(try vault.open(isReadOnly: true).items(matching: query), asJSON: json.isWanted)
    }
}
