public import ArcaCore

/// The trash: items that were removed and can be brought back for 30 days, by the machine's clock.
///
/// An item in the trash keeps its identifier, history and attachments. Its name is free, and the trash may have several items
/// of one name. Nothing but a query with ``VaultQuery/isInTrash`` finds it.
extension Vault {
    /// Puts an item into the trash; the next change after 30 days removes it for good.
    ///
    /// - Parameter name: The item's name.
    /// - Returns: The item, with the time in ``VaultItem/removed``.
    /// - Throws: ``VaultError`` with code `.notFound`, or as for ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func moveToTrash(_ name: VaultItem.Name) throws(VaultError) -> VaultItem {
        try write { transaction in try transaction.setRemoved(transaction.now, of: transaction.item(name)) }
    }

    /// Takes an item out of the trash, with its history and attachments.
    ///
    /// - Parameter name: The item's name; of several in the trash the one that came there last is meant.
    /// - Returns: The item.
    /// - Throws: ``VaultError`` with code `.notFound` when the trash has none of that name, `.duplicate` when another item
    ///   has its name now, or as for ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func takeFromTrash(_ name: VaultItem.Name) throws(VaultError) -> VaultItem {
        try write { transaction in try transaction.setRemoved(nil, of: transaction.removedItem(name)) }
    }

    /// Removes items from the trash for good, with their history and attachments.
    ///
    /// Nothing of them stays in the file; copies and backups of the file keep what they have.
    ///
    /// - Parameter names: Names of items, of which all in the trash are meant; nil for all of the trash.
    /// - Returns: The items that were removed.
    /// - Throws: ``VaultError`` as for ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func emptyTrash(of names: Set<VaultItem.Name>? = nil) throws(VaultError) -> [VaultItem] {
        try write { transaction in
            guard transaction.state.trash != nil else { return [] }
            let items = try transaction.all { $0.removed != nil && names?.contains($0.name) ?? true }
            for item in items { try transaction.remove(item) }
            return items.map(\.item)
        }
    }

    /// Removes the older versions of an item for good; the current one stays.
    ///
    /// - Parameter name: The item's name.
    /// - Returns: How many there were.
    /// - Throws: ``VaultError`` with code `.notFound`, or as for ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func removeHistory(of name: VaultItem.Name) throws(VaultError) -> Int {
        try write { transaction in try transaction.removeHistory(of: transaction.item(name)) }
    }
}
