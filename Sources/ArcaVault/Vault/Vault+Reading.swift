public import ArcaCodecs

extension Vault {
    /// Lists items by their attributes; no secret is opened.
    ///
    /// - Parameter query: Which items.
    /// - Returns: The items, in the order of their names.
    /// - Throws: ``VaultError`` with code `.tampered` when items were removed, added, moved or put back, `.locked`,
    ///   `.olderFile`, `.busy`, `.systemFailed`.
    public func items(matching query: VaultQuery = .all) throws(VaultError) -> [VaultItem] {
        try read { (transaction) throws(VaultError) in try transaction.items(matching: query) }
    }

    /// Finds an item by name; no secret is opened.
    ///
    /// - Parameter name: Class, service, account, and for internet passwords protocol, port and path.
    /// - Returns: The item; nil when it is certain that there is none of that name.
    /// - Throws: ``VaultError`` as for ``items(matching:)``: an item that was removed by something else than Arca is
    ///   `.tampered`, never missing.
    public func item(_ name: VaultItem.Name) throws(VaultError) -> VaultItem? {
        try read { (transaction) throws(VaultError) in try transaction.find(name)?.record.item }
    }

    /// Finds items by name, all in one state of the vault; no secret is opened.
    ///
    /// - Parameter names: Names that differ.
    /// - Returns: Those that are there, in the order of the names.
    /// - Throws: ``VaultError`` as for ``item(_:)``.
    public func items(named names: [VaultItem.Name]) throws(VaultError) -> [VaultItem] {
        try read { (transaction) throws(VaultError) in
            var items: [VaultItem] = []
            for name in names {
                if let found = try transaction.find(name) { items.append(found.record.item) }
            }
            return items
        }
    }

    /// Opens the secret of an item.
    ///
    /// - Parameter name: The item's name.
    /// - Returns: Its secret.
    /// - Throws: ``VaultError`` with code `.notFound`, or as for ``item(_:)``.
    public func secret(of name: VaultItem.Name) throws(VaultError) -> ItemSecret {
        try read { (transaction) throws(VaultError) in
            try transaction.secret(of: transaction.item(name)).secret
        }
    }

    /// Opens the secret of an item as it was in an older version, or is in the current one.
    ///
    /// - Parameters:
    ///   - name: The item's name.
    ///   - version: As ``history(of:)`` tells it.
    /// - Returns: The secret of that version.
    /// - Throws: ``VaultError`` with code `.notFound`, also for a version that is not kept, or as for ``item(_:)``.
    public func secret(of name: VaultItem.Name, version: UInt64) throws(VaultError) -> ItemSecret {
        try read { (transaction) throws(VaultError) in
            try transaction.version(version, of: transaction.item(name)).secret
        }
    }

    /// Lists the older versions of an item.
    ///
    /// - Parameter name: The item's name.
    /// - Returns: The versions that are kept, newest first, without the current one; their names may differ.
    /// - Throws: ``VaultError`` with code `.notFound`, or as for ``item(_:)``.
    public func history(of name: VaultItem.Name) throws(VaultError) -> [VaultItem] {
        try read { (transaction) throws(VaultError) in try transaction.versions(of: transaction.item(name)) }
    }
}

extension VaultTransaction {
    /// The items that a query means, in the order of their names.
    func items(matching query: VaultQuery) throws(VaultError) -> [VaultItem] {
        let found = try collect {
            query.matches($0.record.item) ? $0.record.item : nil
        } arrange: {
            $0.sort { $0.name < $1.name }
        }
        // Places are sorted instead of items, which are large; pieces that are in order only need to be merged.
        var places: [(share: Int32, index: Int32)] = []
        places.reserveCapacity(found.reduce(0) { $0 + $1.count })
        for (share, items) in found.enumerated() {
            for index in items.indices { places.append((Int32(share), Int32(index))) }
        }
        func item(_ place: (share: Int32, index: Int32)) -> VaultItem { found[Int(place.share)][Int(place.index)] }
        places.sort { item($0).name < item($1).name }
        return places.map(item)
    }

    /// The older versions of an item, newest first.
    func versions(of item: OpenedItem) throws(VaultError) -> [VaultItem] {
        var versions: [VaultItem] = []
        for row in try history(of: item) { versions.append(try OpenedItem(row, keys(of: row.key)).record.item) }
        return versions.reversed()
    }

    /// Attributes and secret of one version of an item.
    func version(
        _ version: UInt64, of item: OpenedItem
    ) throws(VaultError) -> (item: VaultItem, secret: ItemSecret) {
        if version == item.row.key.version { return (item.record.item, try secret(of: item).secret) }
        guard let row = try history(of: item).first(where: { $0.key.version == version }) else {
            throw VaultError(.notFound, "\(item.record.item.name.text) has no version \(version)")
        }
        let opened = try OpenedItem(row, keys(of: row.key))
        return (opened.record.item, try secret(of: opened, in: .history).secret)
    }
}
