internal import ArcaCodecs
internal import ArcaSystem
internal import ArcaVault

/// `arca vault list`: the names of items.
struct VaultListCommand: Command {
    static let name = "list"
    static let summary = "list items by name"
    static let details = """
        PREFIX is what service/account begins with; without it all items are listed. No secret is opened for it.

        Damage of one item does not hide the others: it is named on standard error, and the exit status is 4. Where damage \
        leaves open whether items are the newest, they are left out unless --salvage is given.
        """
    static let examples = [
        Example("arca vault list", "all names, a line each", needsVault: true),
        Example("arca vault list --json --class note", "the notes, with their attributes", needsVault: true),
    ]

    var prefix: String?
    var isForTrash = false
    var filter = ItemFilterOptions()
    var json = JSONOptions()
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("PREFIX", set: \.prefix, help: "the beginning of the names")
        Parameter.flag(
            "--trash", set: \.isForTrash, help: "items in the trash, with the time when they were removed")
        Parameter.group(\.filter)
        Parameter.group(\.json)
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        var query = filter.query
        query.prefix = prefix
        query.isInTrash = isForTrash
        let listing = try vault.open(isReadOnly: true, salvages: filter.salvages).listing(matching: query)
        try filter.print(listing, asJSON: json.isWanted)
    }
}

/// `arca vault find`: items by what stands in their attributes.
struct VaultFindCommand: Command {
    static let name = "find"
    static let summary = "find items by any text in their attributes"
    static let details = """
        Looks in names, labels, kinds, comments, groups, fields that are not secret, and names of fields and attachments; \
        case is ignored. Exits with 7 when nothing is found. No secret is opened for it.
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
        let listing = try vault.open(isReadOnly: true, salvages: filter.salvages).listing(matching: query)
        try filter.print(listing, asJSON: json.isWanted)
        if listing.items.isEmpty { throw VaultError(.notFound, "no item contains '\(String(printable: text.utf8))'") }
    }
}

/// Which items a list has, and how long its lines are.
struct ItemFilterOptions: OptionGroup {
    var itemClass: ItemClassName?
    var group: String?
    var expiry: Expiry?
    var isLong = false
    var salvages = false

    static var parameters: [Parameter<Self>] {
        Parameter.option("--class", value: "CLASS", set: \.itemClass, help: "only items of this kind")
        Parameter.option("--group", value: "TEXT", set: \.group, help: "items of this folder, and of those in it")
        Parameter.option(
            "--expires-before", value: "WHEN", set: \.expiry, help: "items that expire before a date, or within 30d")
        Parameter.flag("-l", "--long", set: \.isLong, help: "with class, time of the last change, and label")
        DamageReport.flag(\.salvages)
    }

    var query: VaultQuery {
        VaultQuery(class: itemClass?.itemClass, group: group, expiresBefore: expiry?.time())
    }

    /// Prints the items, in their order; ends with the status of damage where some are hidden.
    func print(_ listing: Vault.Listing, asJSON: Bool) throws {
        if asJSON {
            var members: [(String, JSONValue)] = [("items", .array(listing.items.map { ItemReport.json($0) }))]
            if !listing.findings.isEmpty { members.append(("damage", .array(listing.findings.map(\.json)))) }
            try JSONOptions.print(schema: 1, members)
        } else {
            try printLines(listing.items)
        }
        try DamageReport.end(listing.findings)
    }

    private func printLines(_ items: [VaultItem]) throws {
        var text = ""
        for item in items {
            if let removed = item.removed { text += "\(removed.description)  " }
            guard isLong else {
                text += item.name.shown + unproven(item) + "\n"
                continue
            }
            let itemClass = ItemClassName(item.name.itemClass).rawValue
            let padding = String(repeating: " ", count: 12 - itemClass.count)
            let label = item.attributes.label.isEmpty ? "" : "  (\(String(printable: item.attributes.label.utf8)))"
            text += "\(item.modified.description)  \(itemClass)\(padding)\(item.name.shown)\(label)\(unproven(item))\n"
        }
        if !text.isEmpty { try Messages.print(text) }
    }

    private func unproven(_ item: VaultItem) -> String { item.isProven ? "" : "  (may be an older version)" }
}
