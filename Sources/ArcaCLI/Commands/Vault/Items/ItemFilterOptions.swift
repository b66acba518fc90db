internal import ArcaCodecs
internal import ArcaSystem
internal import ArcaVault

/// Which items a list has, and how long its lines are.
struct ItemFilterOptions: OptionGroup {
    var itemClass: ItemClassName?
    var group: String?
    var expiry: Expiry?
    var isLong = false

    static var parameters: [Parameter<Self>] {
        Parameter.option("--class", value: "CLASS", set: \.itemClass, help: "items of this kind alone")
        Parameter.option("--group", value: "TEXT", set: \.group, help: "items of this folder, and of those in it")
        Parameter.option(
            "--expires-before", value: "WHEN", set: \.expiry, help: "items that expire before a date, or within 30d")
        Parameter.flag("-l", "--long", set: \.isLong, help: "with class, time of the last change, and label")
    }

    var query: VaultQuery {
        VaultQuery(class: itemClass?.itemClass, group: group, expiresBefore: expiry?.time())
    }

    /// Prints the items, in their order.
    func print(_ items: [VaultItem], asJSON: Bool) throws {
        if asJSON {
            return try JSONOptions.print(schema: 1, [("items", .array(items.map { ItemReport.json($0) }))])
        }
        var text = ""
        for item in items {
            guard isLong else {
                text += item.name.shown + "\n"
                continue
            }
            let itemClass = ItemClassName(item.name.itemClass).rawValue
            let padding = String(repeating: " ", count: 12 - itemClass.count)
            let label = item.attributes.label.isEmpty ? "" : "  (\(String(printable: item.attributes.label.utf8)))"
            text += "\(item.modified.description)  \(itemClass)\(padding)\(item.name.shown)\(label)\n"
        }
        if !text.isEmpty { try Messages.print(text) }
    }
}
