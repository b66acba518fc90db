public import ArcaCodecs

extension Vault {
    /// Adds an item.
    ///
    /// - Parameter draft: Name, attributes and secret.
    /// - Returns: The item as the vault has it.
    /// - Throws: ``VaultError`` with code `.duplicate` when the name is taken, `.invalidArgument` for a draft that the
    ///   vault does not take, `.tampered` when rows beside it were changed, `.readOnly`, `.locked`, `.olderFile`, `.busy`,
    ///   `.systemFailed`.
    @discardableResult
    public func add(_ draft: ItemDraft) throws(VaultError) -> VaultItem {
        try write { (transaction) throws(VaultError) in try transaction.add(draft) }
    }

    /// Adds items, all of them or none, which takes hardly longer than adding one.
    ///
    /// - Parameter drafts: Names that differ, attributes and secrets.
    /// - Returns: The items, in the same order.
    /// - Throws: ``VaultError`` as for adding one.
    @discardableResult
    public func add(_ drafts: [ItemDraft]) throws(VaultError) -> [VaultItem] {
        try write { (transaction) throws(VaultError) in
            var items: [VaultItem] = []
            items.reserveCapacity(drafts.count)
            for draft in drafts { items.append(try transaction.add(draft)) }
            return items
        }
    }

    /// Adds an item, or writes a new version of it when its name is there; attachments stay.
    ///
    /// - Parameter draft: Name, attributes and secret.
    /// - Returns: The item as the vault has it.
    /// - Throws: ``VaultError`` as for ``add(_:)-(ItemDraft)``, but no `.duplicate`.
    @discardableResult
    public func set(_ draft: ItemDraft) throws(VaultError) -> VaultItem {
        try write { (transaction) throws(VaultError) in
            guard let old = try transaction.find(draft.name) else { return try transaction.add(draft) }
            return try transaction.change(old, to: draft)
        }
    }

    /// Changes an item: reads it, lets `change` change it, and writes a new version.
    ///
    /// `change` runs without any lock and may use the vault; when the item was changed meanwhile by somebody else, it runs
    /// again on what is there now.
    ///
    /// - Parameters:
    ///   - name: The item's name.
    ///   - change: Changes the draft; a changed name renames the item.
    /// - Returns: The item as the vault has it.
    /// - Throws: ``VaultError`` with code `.notFound`, `.duplicate` for a name that another item has, or as for
    ///   ``add(_:)-(ItemDraft)``; what `change` throws.
    @discardableResult
    public func update(_ name: VaultItem.Name, _ change: (inout ItemDraft) throws -> Void) throws -> VaultItem {
        while true {
            let (item, secret) = try read { (transaction) throws(VaultError) in
                let item = try transaction.item(name)
                return (item.record.item, try transaction.secret(of: item).secret)
            }
            var draft = ItemDraft(item, secret)
            try change(&draft)
            if let changed = try replace(item, by: draft) { return changed }
        }
    }

    /// Writes a new version of an item unless there is one already that the caller has not seen; then nil.
    private func replace(_ item: VaultItem, by draft: ItemDraft) throws(VaultError) -> VaultItem? {
        var isOutdated = false
        do throws(VaultError) {
            return try write { (transaction) throws(VaultError) in
                let now = try transaction.item(item.name)
                isOutdated = now.record.item.version != item.version
                guard !isOutdated else { throw VaultError(.busy, "\(item.name.text) was changed meanwhile") }
                return try transaction.change(now, to: draft)
            }
        } catch {
            guard isOutdated else { throw error }
            return nil
        }
    }

    /// Removes an item with its older versions and attachments.
    ///
    /// Nothing of it stays in the file; copies and backups of the file keep what they have.
    ///
    /// - Parameter name: The item's name.
    /// - Returns: The item that was removed.
    /// - Throws: ``VaultError`` with code `.notFound`, or as for ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func remove(_ name: VaultItem.Name) throws(VaultError) -> VaultItem {
        try write { (transaction) throws(VaultError) in
            let item = try transaction.item(name)
            try transaction.remove(item)
            return item.record.item
        }
    }

    /// Makes an older version of an item the current one, as a new version; attachments stay as they are now.
    ///
    /// - Parameters:
    ///   - name: The item's name, which it keeps.
    ///   - version: As ``history(of:)`` tells it.
    /// - Returns: The item as the vault has it.
    /// - Throws: ``VaultError`` with code `.notFound`, also for a version that is not kept, or as for
    ///   ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func revert(_ name: VaultItem.Name, to version: UInt64) throws(VaultError) -> VaultItem {
        try write { (transaction) throws(VaultError) in
            let item = try transaction.item(name)
            let old = try transaction.version(version, of: item)
            var draft = ItemDraft(old.item, old.secret)
            draft.name = item.record.item.name
            draft.secret = draft.secret.keepingCounter(of: try transaction.secret(of: item).secret)
            return try transaction.change(item, to: draft)
        }
    }
}
