internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

struct VaultListCommand: Command {
    static let name = "list"
    static let summary = "list items by name"
    static let details = """
        PREFIX is the beginning of service/account; all items are listed without it. Exits with 7 if no item begins \
        with PREFIX. No secret is opened.

        On a terminal the names are shown as a tree, with the accounts of a service below it, and services nested at \
        slashes; --flat shows one name per line, as in a pipe.

        With --all-vaults, items of your own vault and the team's are listed, with 'personal' or 'team' before the name. \
        Without it, --team chooses the team's.

        Damage of one item does not hide the others: it is named on standard error, and the exit status is 4. Items \
        that may not be the newest because of damage are left out unless --salvage is given.
        """
    static let examples = [
        Example("arca vault list", "all names, one per line", needsVault: true),
        Example("arca vault list --json --class note", "the notes, with their attributes", needsVault: true),
    ]

    var prefix: String?
    var isForTrash = false
    var isFlat = false
    var asksNothing = false
    var filter = ItemFilterOptions()
    var vaults = AllVaultsOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("PREFIX", set: \.prefix, help: "the beginning of the names")
            .completing(ItemNameText.completion)
        Parameter.flag(
            "--trash", set: \.isForTrash, help: "items in the trash, with the time when they were removed")
        Parameter.flag("--flat", set: \.isFlat, help: "show one name per line on a terminal too")
        Parameter.flag("--if-unlocked", set: \.asksNothing, help: "end with 6 instead of asking for a passphrase")
            .hidden()
        Parameter.group(\.filter)
        Parameter.group(\.vaults)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let isTree = !isFlat && !isForTrash && !vaults.isGiven && FileWriter(descriptor: 1, name: "").isTerminal
        var query = filter.query
        query.prefix = prefix
        query.isInTrash = isForTrash
        let opened: [(VaultOwner?, Vault)] =
            asksNothing
            ? [(nil, try context.vault.openUnlocked())] : try vaults.open(salvages: filter.salvages, in: context)
        let listing = try ItemListing(of: opened, matching: query)
        try filter.print(listing, asJSON: context.wantsJSON, asTree: isTree)
        if let prefix, listing.items.isEmpty, !asksNothing {
            let place = isForTrash ? "in the trash begins" : "begins"
            throw VaultError(
                .notFound, "no item \(place) with '\(String(printable: prefix.utf8))'",
                hint: "'arca vault find TEXT' looks anywhere in the names")
        }
    }
}

struct VaultFindCommand: Command {
    static let name = "find"
    static let summary = "find items by any text in their attributes"
    static let details = """
        Looks in names, labels, kinds, comments, groups, fields that are not secret, and names of fields and \
        attachments; case is ignored. If nothing contains TEXT, it finds names and labels that contain it with one \
        typing error, or that have its letters in order, the best first; --exact turns that off. Exits with 7 if \
        nothing is found. No secret is opened. --all-vaults also looks in the team's vault.
        """
    static let examples = [
        Example("arca vault find github", "everything that contains github", needsVault: true),
        Example("arca vault find gihtub", "the same, despite the typing error", needsVault: true),
    ]

    var text = ""
    var isExact = false
    var filter = ItemFilterOptions()
    var vaults = AllVaultsOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("TEXT", set: \.text, help: "what to look for")
        Parameter.flag("--exact", set: \.isExact, help: "find only exact occurrences of TEXT")
        Parameter.group(\.filter)
        Parameter.group(\.vaults)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try vaults.open(salvages: filter.salvages, in: context)
        var query = filter.query
        query.text = text
        var listing = try ItemListing(of: opened, matching: query)
        if listing.items.isEmpty, !isExact {
            listing.items = Self.ranked(try ItemListing(of: opened, matching: filter.query).items, FuzzyMatch(text))
        }
        try filter.print(listing, asJSON: context.wantsJSON)
        guard !listing.items.isEmpty else {
            throw VaultError(.notFound, "no item contains '\(String(printable: text.utf8))'")
        }
    }

    private static func ranked(_ items: [ListedItem], _ match: FuzzyMatch) -> [ListedItem] {
        let found = items.enumerated().compactMap { place, listed in
            [listed.item.name.text, listed.item.attributes.label].compactMap { match.rank($0) }.min()
                .map { ($0, place, listed) }
        }
        return found.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}

struct ItemFilterOptions: OptionGroup {
    var itemClass: ItemClassName?
    var group: String?
    var expiry: Expiry?
    var isLong = false
    var salvages = false

    static var parameters: [Parameter<Self>] {
        Parameter.option("--class", value: "CLASS", set: \.itemClass, help: "only items of this kind")
        Parameter.option("--group", value: "TEXT", set: \.group, help: "items of this folder and its subfolders")
        Parameter.option(
            "--expires-before", value: "WHEN", set: \.expiry, help: "items that expire before a date, or within 30d")
        Parameter.flag("-l", "--long", set: \.isLong, help: "with class, time of the last change, and label")
        DamageReport.flag(\.salvages)
    }

    var query: VaultQuery {
        VaultQuery(class: itemClass?.itemClass, group: group, expiresBefore: expiry?.time())
    }

    /// Prints the items in order; throws the damage status if some are hidden.
    func print(_ listing: ItemListing, asJSON: Bool, asTree: Bool = false) throws {
        let findings = listing.findings
        if asJSON {
            var members: [(String, JSONValue)] = [
                ("items", .array(listing.items.map { ItemReport.json($0.item, owner: $0.owner) }))
            ]
            if !findings.isEmpty { members.append(("damage", .array(findings.map(\.json)))) }
            try JSONReport.print(members)
        } else if asTree, !isLong {
            var tree = ItemTree()
            for item in listing.items.map(\.item) {
                let itemClass = ItemClassName(item.name.itemClass)
                let shown = itemClass == .password || itemClass == .internet ? "" : "  (\(itemClass.rawValue))"
                tree.add(item.name, mark: shown + unproven(item))
            }
            try Messages.print(tree.text)
        } else {
            try printLines(listing.items)
        }
        try DamageReport.end(findings)
    }

    private func printLines(_ items: [ListedItem]) throws {
        let isTrash = items.contains { $0.item.removed != nil }
        let namesOwner = items.contains { $0.owner != nil }
        var columns: [Table.Column] = (namesOwner ? [.text] : []) + (isTrash ? [.text] : [])
        columns += isLong ? [.text, .text, .name, .text] : [.text]
        var table = Table(columns)
        for listed in items {
            let item = listed.item
            var cells = namesOwner ? [listed.owner?.rawValue ?? ""] : []
            cells += isTrash ? [item.removed.map { DateText.shown($0) } ?? ""] : []
            if isLong {
                cells += [
                    DateText.shown(item.modified), ItemClassName(item.name.itemClass).rawValue,
                    item.name.shown + unproven(item), item.attributes.label,
                ]
            } else {
                cells.append(item.name.shown + unproven(item))
            }
            table.add(cells)
        }
        try table.print()
    }

    private func unproven(_ item: VaultItem) -> String { item.isProven ? "" : "  (may be an older version)" }
}
