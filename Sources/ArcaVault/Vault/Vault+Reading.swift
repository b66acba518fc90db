public import ArcaCore

extension Vault {
    /// Lists items by their attributes, without decrypting secrets.
    ///
    /// - Throws: ``VaultError`` with code `.tampered` if items were removed, added, moved or rolled back; `.locked`,
    ///   `.olderFile`, `.busy`, `.systemFailed`.
    public func items(matching query: VaultQuery = .all) throws(VaultError) -> [VaultItem] {
        try read { transaction in try transaction.items(matching: query) }
    }

    /// Lists readable items by their attributes, without decrypting secrets.
    ///
    /// - Returns: The items, sorted by name, and the damage that hides others.
    /// - Throws: ``VaultError`` as ``items(matching:)``, but `.tampered` only if the vault cannot be read at all.
    public func listing(matching query: VaultQuery = .all) throws(VaultError) -> Listing {
        try read { transaction in try transaction.listing(matching: query) }
    }

    /// Readable items, and the damage that hides others.
    public struct Listing: Sendable, Equatable {
        /// The items, sorted by name.
        public let items: [VaultItem]
        /// The damage that hides items or makes it uncertain whether they are current; empty if `items` is complete.
        public let findings: [VaultFinding]
    }

    /// Finds an item by name, without decrypting its secret.
    ///
    /// - Parameter name: The name: class, service, account, and for internet passwords protocol, port and path.
    /// - Returns: The item, or nil if the name is provably not in the vault.
    /// - Throws: ``VaultError`` as ``items(matching:)``. An item removed by another program than Arca is `.tampered`,
    ///   never missing.
    public func item(_ name: VaultItem.Name) throws(VaultError) -> VaultItem? {
        try read { transaction in try transaction.find(name)?.item }
    }

    /// Finds items by name in a single state of the vault, without decrypting secrets.
    ///
    /// - Parameters:
    ///   - names: Distinct names.
    ///   - skipsDamage: Whether unreadable items count as not having a merely canonically equivalent name.
    /// - Returns: The existing items, in the order of the names.
    /// - Throws: ``VaultError`` as ``item(_:)``; damage that hides a name is thrown only if no other item is found.
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

    /// Decrypts the secret of an item.
    ///
    /// - Throws: ``VaultError`` with code `.notFound`, or as for ``item(_:)``.
    public func secret(of name: VaultItem.Name) throws(VaultError) -> ItemSecret {
        try read { transaction in
            try transaction.secret(of: transaction.item(name)).secret
        }
    }

    /// Decrypts the secret of an older or the current version of an item.
    ///
    /// - Throws: ``VaultError`` with code `.notFound`, also for a version that is not kept, or as ``item(_:)``.
    public func secret(of name: VaultItem.Name, version: UInt64) throws(VaultError) -> ItemSecret {
        try read { transaction in
            try transaction.version(version, of: transaction.item(name)).secret
        }
    }

    /// Lists the older versions of an item.
    ///
    /// - Returns: The kept versions, newest first, without the current one; their names may differ.
    /// - Throws: ``VaultError`` with code `.notFound`, or as for ``item(_:)``.
    public func history(of name: VaultItem.Name) throws(VaultError) -> [VaultItem] {
        try read { transaction in try transaction.versions(of: transaction.item(name)) }
    }
}

/// The status of a whole vault.
public struct VaultStatus: Sendable, Hashable {
    /// The number of changes; incremented by every change.
    public let generation: UInt64
    /// The key's epoch; incremented by every rotation.
    public let epoch: UInt32
    /// The number of items outside the trash.
    public let itemCount: Int
    /// The number of items in the trash.
    public let trashCount: Int
    /// The number of items, including the trash, that an interrupted rotation has not re-encrypted yet.
    public let itemsLeftToRotate: Int
    /// Whether a rotation is unfinished.
    public let isRotating: Bool
    /// Maximum number of older versions kept per item.
    public let historyLimit: Int
    /// The time when the vault was created.
    public let created: Vault.Timestamp
    /// The time of the last change.
    public let modified: Vault.Timestamp
}

extension Vault {
    /// The status of the whole vault.
    ///
    /// Throws ``VaultError`` as ``item(_:)`` does; items are not checked.
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

    /// Sets the number of older versions kept per item; excess versions are removed when an item next changes.
    ///
    /// - Parameter count: The number, at least 0; 10 in a new vault.
    /// - Throws: ``VaultError`` with code `.invalidArgument`, or as ``add(_:)-(ItemDraft)``.
    public func setHistoryLimit(_ count: Int) throws(VaultError) {
        guard let limit = UInt32(exactly: count) else {
            throw VaultError(.invalidArgument, "a vault cannot keep \(count) older versions of an item")
        }
        try write { transaction in transaction.state.historyLimit = limit }
    }
}
