public import ArcaCore

extension Vault {
    /// Adds an item.
    ///
    /// - Parameter draft: Name, attributes and secret.
    /// - Returns: The item as the vault has it.
    /// - Throws: ``VaultError`` with code `.duplicate` when the name is taken, `.invalidArgument` for a draft that the
    ///   vault does not take, `.tampered` when rows of its group were changed, `.readOnly`, `.locked`, `.olderFile`, `.busy`,
    ///   `.systemFailed`.
    @discardableResult
    public func add(_ draft: ItemDraft) throws(VaultError) -> VaultItem {
        try write { transaction in try transaction.add(draft) }
    }

    /// Adds items, all of them or none, which takes hardly longer than adding one.
    ///
    /// - Parameter drafts: Names that differ, attributes and secrets.
    /// - Returns: The items, in the same order.
    /// - Throws: ``VaultError`` as for adding one.
    @discardableResult
    public func add(_ drafts: [ItemDraft]) throws(VaultError) -> [VaultItem] {
        try write { transaction in
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
        try write { transaction in
            guard let old = try transaction.find(draft.name, toAdd: true) else { return try transaction.add(draft) }
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
            let (item, secret) = try read { transaction in
                let item = try transaction.item(name)
                return (item.item, try transaction.secret(of: item).secret)
            }
            var draft = ItemDraft(item, secret)
            try change(&draft)
            if let changed = try replace(item, by: draft) { return changed }
        }
    }

    /// Writes a new version of an item unless there is one already that the caller has not seen; then nil.
    private func replace(_ item: VaultItem, by draft: ItemDraft) throws -> VaultItem? {
        do {
            return try writeAndRethrow { transaction in
                let now = try transaction.item(item.name)
                guard now.item.version == item.version else { throw Outdated() }
                return try transaction.change(now, to: draft)
            }
        } catch is Outdated {
            return nil
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    private struct Outdated: Error {}

    /// Removes an item with its older versions and attachments.
    ///
    /// Nothing of it stays in the file; copies and backups of the file keep what they have.
    ///
    /// - Parameter name: The item's name.
    /// - Returns: The item that was removed.
    /// - Throws: ``VaultError`` with code `.notFound`, or as for ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func remove(_ name: VaultItem.Name) throws(VaultError) -> VaultItem {
        try write { transaction in
            let item = try transaction.item(name)
            try transaction.remove(item)
            return item.item
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
        try write { transaction in
            let item = try transaction.item(name)
            let old = try transaction.version(version, of: item)
            var draft = ItemDraft(old.item, old.secret)
            draft.name = item.item.name
            draft.secret = draft.secret.keepingCounter(of: try transaction.secret(of: item).secret)
            return try transaction.change(item, to: draft)
        }
    }
}

extension Vault {
    /// Makes the code of an item's one-time password.
    ///
    /// Of one by counter, the next counter is on the disk before the code is given: no code is ever given twice, even if the
    /// machine stops. That change leaves no version in the history.
    ///
    /// - Parameters:
    ///   - name: The item's name.
    ///   - time: The time of the code; one by counter does not depend on it.
    /// - Returns: The code.
    /// - Throws: ``VaultError`` with code `.notFound`, also for an item without a one-time password, or as
    ///   ``add(_:)-(ItemDraft)``.
    public func oneTimePassword(
        of name: VaultItem.Name, at time: Vault.Timestamp = .now()
    ) throws(VaultError) -> OneTimePassword.Code {
        func password(
            of item: OpenedItem, _ transaction: VaultTransaction
        ) throws -> (OneTimePassword, ItemSecret) {
            let secret = try transaction.secret(of: item).secret
            guard let password = secret.oneTimePassword else {
                throw VaultError(.notFound, "\(name.text) has no one-time password")
            }
            return (password, secret)
        }
        let (found, _) = try read { transaction in
            try password(of: transaction.item(name), transaction)
        }
        guard found.kind == .counter else { return try found.code(at: time) }
        return try write { transaction in
            let item = try transaction.item(name)
            // As it is now: another process may have taken the counter that was read.
            let (current, secret) = try password(of: item, transaction)
            guard current.kind == .counter else { return try current.code(at: time) }
            var draft = ItemDraft(item.item, secret)
            draft.secret.oneTimePassword = try current.next
            // The secret is the same but for the counter.
            draft.secretChanged = item.item.secretChanged
            _ = try transaction.change(item, to: draft, keepsOld: false)
            return try current.code(counter: current.counter)
        }
    }
}
