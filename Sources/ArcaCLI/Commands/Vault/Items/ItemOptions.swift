internal import ArcaCore
internal import ArcaVault

/// Identifies an item by name, and by attributes that distinguish it from others of that name.
struct ItemOptions: OptionGroup {
    static let title = "Item"

    var typedName = ItemNameText(service: "", account: nil)
    var service: String?
    var account: String?
    var itemClass: ItemClassName?
    var scheme: String?
    var port: Int?
    var path: String?

    static var parameters: [Parameter<Self>] {
        Parameter.operand(
            "NAME", set: \.typedName, help: "service/account; the last slash separates, '\\/' is a slash that does not"
        ).replaced(by: "--service", "--trash")
        Parameter.option(
            "--service", value: "TEXT", set: \.service, help: "the service as it is, instead of NAME")
        Parameter.option(
            "--account", value: "TEXT", set: \.account, help: "the account as it is; may be empty"
        ).requires("--service")
        Parameter.option("--class", value: "CLASS", set: \.itemClass, help: "what kind of item it is")
        Parameter.option(
            "--protocol", value: "NAME", set: \.scheme,
            help: "of an internet password, such as https, which a new one has")
        Parameter.option("--port", value: "N", set: \.port, in: 0...65535, help: "of an internet password")
        Parameter.option("--path", value: "TEXT", set: \.path, help: "of an internet password")
    }

    /// The name as typed, or assembled from `--service` and `--account`.
    var name: ItemNameText { service.map { ItemNameText(service: $0, account: account) } ?? typedName }

    private var isInternet: Bool { itemClass == .internet || scheme != nil || port != nil || path != nil }

    func newName(in vault: Vault) throws -> VaultItem.Name {
        try name.refuseTwin(in: vault)
        guard isInternet else {
            return VaultItem.Name(
                name.service, name.account ?? "", class: (itemClass ?? .password).itemClass)
        }
        try checkInternet()
        return internetName(scheme ?? "https")
    }

    /// The existing item, or nil; several matches are an error.
    ///
    /// If the usual names match, items with other paths or ports are searched only with `amongAll`, for actions that
    /// cannot be undone.
    func existing(in vault: Vault, amongAll: Bool = false) throws -> VaultItem? {
        // ``find(in:amongAll:)`` checks that damage hides nothing.
        let direct = try vault.items(named: try possibleNames(), skipsDamage: true)
        if !direct.isEmpty, !amongAll { return try single(direct) }
        let query = VaultQuery(class: itemClass?.itemClass, service: name.service, account: name.account)
        let found = try vault.listing(matching: query).items.filter(isMeant)
        // A name without an account means the item without one, if it exists.
        let account = direct.first?.name.account
        return try single(account == nil ? found : found.filter { $0.name.account == account })
    }

    func find(in vault: Vault, amongAll: Bool = false) throws -> VaultItem {
        if let item = try existing(in: vault, amongAll: amongAll) { return item }
        let listing = try vault.listing()
        guard listing.findings.isEmpty else {
            throw VaultError(
                .tampered, "there is no item '\(name.shown)' among those that can be read: the vault is damaged")
        }
        let near = Suggestions.nearest(to: name.shown, among: listing.items.map(\.name.shown))
        throw VaultError(
            .notFound, "there is no item '\(name.shown)'",
            hint: near.isEmpty ? "'arca vault list' lists the items" : Suggestions.question(near))
    }

    /// The items of this name and of others, each once.
    ///
    /// All are found before anything is done, so a typo changes nothing.
    func find(in vault: Vault, _ others: [ItemNameText]) throws -> [VaultItem] {
        guard service == nil || others.isEmpty else {
            throw UsageError(
                .conflict, "--service gives one item, and names follow", hint: "run the command once for each")
        }
        var options = self
        var items = [try find(in: vault, amongAll: true)]
        for other in others {
            options.typedName = other
            let found = try options.find(in: vault, amongAll: true)
            if !items.contains(where: { $0.name == found.name }) { items.append(found) }
        }
        return items
    }

    /// The existing item, in one of the vaults only.
    func find(
        among vaults: [(owner: VaultOwner?, vault: Vault)]
    ) throws -> (owner: VaultOwner?, vault: Vault, item: VaultItem) {
        guard vaults.count > 1 else { return (vaults[0].owner, vaults[0].vault, try find(in: vaults[0].vault)) }
        let found = try vaults.compactMap { owner, vault in
            try existing(in: vault).map { (owner, vault, $0) }
        }
        guard found.count < 2 else {
            throw UsageError(
                .conflict, "your own vault and the team's both have '\(name.shown)'",
                hint: "give --team for the team's; without --team and --all-vaults it is your own")
        }
        if let only = found.first { return only }
        throw VaultError(
            .notFound, "neither your own vault nor the team's has an item '\(name.shown)'",
            hint: "'arca vault find TEXT --all-vaults' looks anywhere in the names")
    }

    /// The items of that name in the trash, the last removed first; at least one, all with the same full name.
    func removed(in vault: Vault) throws -> [VaultItem] {
        let query = VaultQuery(
            class: itemClass?.itemClass, service: name.service, account: name.account, isInTrash: true)
        let found = try vault.listing(matching: query).items.filter(isMeant)
        // A name without an account means the item without one, if it exists.
        let exact = name.account == nil ? found.filter(\.name.account.isEmpty) : found
        let items = exact.isEmpty ? found : exact
        guard let first = items.first else {
            throw VaultError(
                .notFound, "there is no item '\(name.shown)' in the trash",
                hint: "'arca vault list --trash' lists what is in it")
        }
        _ = try single(Set(items.map(\.name)).compactMap { name in items.first { $0.name == name } })
        return items.filter { $0.name == first.name }
    }

    private func isMeant(_ item: VaultItem) -> Bool {
        (scheme == nil || item.name.scheme == scheme) && (port.map { Int(item.name.port) == $0 } ?? true)
            && (path == nil || item.name.path == path)
    }

    private func single(_ items: [VaultItem]) throws(UsageError) -> VaultItem? {
        guard items.count > 1 else { return items.first }
        let kinds = items.sorted { $0.name < $1.name }.map { item in
            let parts = [
                item.name.shown, ItemClassName(item.name.itemClass).rawValue, item.name.scheme, item.name.path,
            ]
            return parts.filter { !$0.isEmpty }.joined(separator: " ")
        }
        throw UsageError(
            .conflict, "\(items.count) items are called '\(name.shown)': \(kinds.joined(separator: "; "))",
            hint: "give the account, --class, --protocol, --port or --path")
    }

    /// The names for a direct lookup; the usual ones of each class.
    private func possibleNames() throws(UsageError) -> [VaultItem.Name] {
        if isInternet {
            try checkInternet()
            return scheme.map { [internetName($0)] } ?? ["https", "http", ""].map(internetName)
        }
        let classes = itemClass.map { [$0.itemClass] } ?? VaultItem.Class.allCases
        let names = classes.filter { $0 != .internetPassword }.map {
            VaultItem.Name(name.service, name.account ?? "", class: $0)
        }
        return itemClass == nil ? names + ["https", "http", ""].map(internetName) : names
    }

    private func internetName(_ scheme: String) -> VaultItem.Name {
        VaultItem.Name(
            server: name.service, account: name.account ?? "", scheme: scheme, port: UInt16(port ?? 0),
            path: path ?? "")
    }

    private func checkInternet() throws(UsageError) {
        guard itemClass == nil || itemClass == .internet else {
            throw UsageError(.conflict, "--protocol, --port and --path are for --class internet")
        }
    }
}
