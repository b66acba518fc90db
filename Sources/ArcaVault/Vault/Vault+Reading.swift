public import ArcaCore

extension Vault {
    /// Lists items by their attributes; no secret is opened.
    ///
    /// - Parameter query: Which items.
    /// - Returns: The items, in the order of their names.
    /// - Throws: ``VaultError`` with code `.tampered` when items were removed, added, moved or put back, `.locked`,
    ///   `.olderFile`, `.busy`, `.systemFailed`.
    public func items(matching query: VaultQuery = .all) throws(VaultError) -> [VaultItem] {
        try read { transaction in try transaction.items(matching: query) }
    }

    /// Lists items by their attributes, as far as they can be read; no secret is opened.
    ///
    /// - Parameter query: Which items.
    /// - Returns: The items, in the order of their names, and the damage that is in the way of others.
    /// - Throws: ``VaultError`` as for ``items(matching:)``, but `.tampered` only for a vault that cannot be read at all.
    public func listing(matching query: VaultQuery = .all) throws(VaultError) -> Listing {
        try read { transaction in try transaction.listing(matching: query) }
    }

    /// Items, and what is in the way of others.
    public struct Listing: Sendable, Equatable {
        /// The items, in the order of their names.
        public let items: [VaultItem]
        /// The damage that hides items, or leaves open that they are the newest; empty when the items are all that match.
        public let findings: [VaultFinding]
    }

    /// Finds an item by name; no secret is opened.
    ///
    /// - Parameter name: Class, service, account, and for internet passwords protocol, port and path.
    /// - Returns: The item; nil when it is certain that there is none of that name.
    /// - Throws: ``VaultError`` as for ``items(matching:)``: an item that was removed by another program than Arca is
    ///   `.tampered`, never missing.
    public func item(_ name: VaultItem.Name) throws(VaultError) -> VaultItem? {
        try read { transaction in try transaction.find(name)?.item }
    }

    /// Finds items by name, all in one state of the vault; no secret is opened.
    ///
    /// - Parameters:
    ///   - names: Names that differ.
    ///   - skipsDamage: Whether items that cannot be read count as not having a name that is only canonically equivalent.
    /// - Returns: Those that are there, in the order of the names.
    /// - Throws: ``VaultError`` as for ``item(_:)``; damage in the way of a name is thrown only when no other is there.
    public func items(named names: [VaultItem.Name], skipsDamage: Bool = false) throws(VaultError) -> [VaultItem] {
        try read { transaction in
            var items: [VaultItem] = []
            var failure: VaultError?
            for name in names {
                do {
                    if let found = try transaction.find(name, toAdd: skipsDamage) { items.append(found.item) }
                } catch let error as VaultError where error.code == .tampered {
                    failure = failure ?? error
                }
            }
            if let failure, items.isEmpty { throw failure }
            return items
        }
    }

    /// Opens the secret of an item.
    ///
    /// - Parameter name: The item's name.
    /// - Returns: Its secret.
    /// - Throws: ``VaultError`` with code `.notFound`, or as for ``item(_:)``.
    public func secret(of name: VaultItem.Name) throws(VaultError) -> ItemSecret {
        try read { transaction in
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
        try read { transaction in
            try transaction.version(version, of: transaction.item(name)).secret
        }
    }

    /// Lists the older versions of an item.
    ///
    /// - Parameter name: The item's name.
    /// - Returns: The versions that are kept, newest first, without the current one; their names may differ.
    /// - Throws: ``VaultError`` with code `.notFound`, or as for ``item(_:)``.
    public func history(of name: VaultItem.Name) throws(VaultError) -> [VaultItem] {
        try read { transaction in try transaction.versions(of: transaction.item(name)) }
    }
}

/// What a vault says of itself as a whole.
public struct VaultStatus: Sendable, Hashable {
    /// Grows by one with every change.
    public let generation: UInt64
    /// Grows by one with every rotation of the vault key.
    public let epoch: UInt32
    /// How many items there are, without those in the trash.
    public let itemCount: Int
    /// How many items are in the trash.
    public let trashCount: Int
    /// How many items, also of those in the trash, a rotation that was cut short has not come to yet.
    public let itemsLeftToRotate: Int
    /// Whether a rotation was begun and not finished.
    public let isRotating: Bool
    /// How many older versions of an item are kept.
    public let historyLimit: Int
    /// When the vault was made.
    public let created: Vault.Timestamp
    /// When it was last changed.
    public let modified: Vault.Timestamp
}

extension Vault {
    /// What the vault says of itself as a whole.
    ///
    /// Reading it throws ``VaultError`` as ``item(_:)`` does; items are not looked at.
    public var status: VaultStatus {
        get throws(VaultError) {
            try read { transaction in
                let state = transaction.state
                let left = state.previous?.sums.rowCount ?? 0
                let trashCount = Int(state.trash?.count ?? 0)
                return VaultStatus(
                    generation: state.generation, epoch: state.epoch,
                    itemCount: state.sums.rowCount + left - trashCount, trashCount: trashCount, itemsLeftToRotate: left,
                    isRotating: state.previous != nil,
                    historyLimit: Int(state.historyLimit), created: state.created, modified: state.modified)
            }
        }
    }

    /// Sets how many older versions of an item are kept; an item that has more loses the oldest when it next changes.
    ///
    /// - Parameter count: 0 or more; 10 in a new vault.
    /// - Throws: ``VaultError`` with code `.invalidArgument`, or as ``add(_:)-(ItemDraft)``.
    public func setHistoryLimit(_ count: Int) throws(VaultError) {
        guard let limit = UInt32(exactly: count) else {
            throw VaultError(.invalidArgument, "a vault cannot keep \(count) older versions of an item")
        }
        try write { transaction in transaction.state.historyLimit = limit }
    }
}
