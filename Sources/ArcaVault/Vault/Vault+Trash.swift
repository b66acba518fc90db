public import ArcaCore

/// The trash: removed items that can be restored for 30 days by this machine's clock.
///
/// An item in the trash keeps its identifier, history and attachments. Its name is free again, and several items in the
/// trash may have the same name. Only a query with ``VaultQuery/isInTrash`` finds them.
extension Vault {
    /// Moves an item to the trash; the first change after 30 days removes it permanently.
    ///
    /// - Returns: The item, with its ``VaultItem/removed`` time.
    /// - Throws: ``VaultError`` with code `.notFound`, or as ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func moveToTrash(_ name: VaultItem.Name) throws(VaultError) -> VaultItem {
        try write { transaction in try transaction.setRemoved(transaction.now, of: transaction.item(name)) }
    }

    /// Restores an item from the trash, with its history and attachments.
    ///
    /// - Parameter name: The item's name; among several, the last one removed is restored.
    /// - Returns: The item.
    /// - Throws: ``VaultError`` with code `.notFound` if the trash has no item of that name, `.duplicate` if another
    ///   item has the name now, or as ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func takeFromTrash(_ name: VaultItem.Name) throws(VaultError) -> VaultItem {
        try write { transaction in try transaction.setRemoved(nil, of: transaction.removedItem(name)) }
    }

    /// Removes items in the trash permanently, with their history and attachments.
    ///
    /// Nothing of them stays in the file; copies and backups of the file are unchanged.
    ///
    /// - Parameter names: The names of the items to remove, with all their duplicates in the trash; nil to empty the
    ///   trash.
    /// - Returns: The removed items.
    /// - Throws: ``VaultError`` as ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func emptyTrash(of names: Set<VaultItem.Name>? = nil) throws(VaultError) -> [VaultItem] {
        try write { transaction in
            guard transaction.state.trash != nil else { return [] }
            let items = try transaction.all { $0.removed != nil && names?.contains($0.name) ?? true }
            for item in items { try transaction.remove(item) }
            return items.map(\.item)
        }
    }

    /// Removes the older versions of an item permanently.
    ///
    /// - Returns: The number of versions removed.
    /// - Throws: ``VaultError`` with code `.notFound`, or as ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func removeHistory(of name: VaultItem.Name) throws(VaultError) -> Int {
        try write { transaction in try transaction.removeHistory(of: transaction.item(name)) }
    }
}
