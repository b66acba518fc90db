public import ArcaCore
public import ArcaOTP

extension Vault {
    /// Adds an item.
    ///
    /// - Throws: ``VaultError`` with code `.duplicate` if the name is taken, `.invalidArgument` for an invalid draft,
    ///   `.tampered` if rows of its group were changed; `.readOnly`, `.locked`, `.olderFile`, `.busy`, `.systemFailed`.
    @discardableResult
    public func add(_ draft: ItemDraft) throws(VaultError) -> VaultItem {
        try write { transaction in try transaction.add(draft) }
    }

    /// Adds several items, all or none, hardly slower than a single one.
    ///
    /// - Parameter drafts: Drafts with distinct names.
    /// - Returns: The items, in the same order.
    /// - Throws: ``VaultError`` as ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func add(_ drafts: [ItemDraft]) throws(VaultError) -> [VaultItem] {
        try write { transaction in
            var items: [VaultItem] = []
            items.reserveCapacity(drafts.count)
            for draft in drafts { items.append(try transaction.add(draft)) }
            return items
        }
    }

    /// Adds an item, or writes a new version if the name exists; attachments are kept.
    ///
    /// - Throws: ``VaultError`` as ``add(_:)-(ItemDraft)``, except `.duplicate`.
    @discardableResult
    public func set(_ draft: ItemDraft) throws(VaultError) -> VaultItem {
        try write { transaction in try transaction.set(draft) }
    }

    /// Adds several items or writes new versions of them, all or none, hardly slower than a single one.
    ///
    /// - Parameter drafts: Drafts with distinct names.
    /// - Returns: The items, in the same order.
    /// - Throws: ``VaultError`` as ``add(_:)-(ItemDraft)``; `.duplicate` only for a name that two drafts have.
    @discardableResult
    public func set(_ drafts: [ItemDraft]) throws(VaultError) -> [VaultItem] {
        try write { transaction in try drafts.map { draft in try transaction.set(draft) } }
    }

    /// Updates an item: reads it, calls `change`, and writes a new version.
    ///
    /// `change` runs without any lock and may use the vault. If another process changes the item in the meantime,
    /// `change` runs again on the new version.
    ///
    /// - Parameters:
    ///   - name: The item's name.
    ///   - change: Modifies the draft; a new name renames the item.
    /// - Returns: The stored item.
    /// - Throws: ``VaultError`` with code `.notFound`, `.duplicate` for the name of another item, or as
    ///   ``add(_:)-(ItemDraft)``; any error of `change`.
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

    /// Writes a new version of an item; returns nil if there is a version that the caller has not seen.
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

    /// Removes an item permanently, with its older versions and attachments.
    ///
    /// Nothing of it stays in the file; copies and backups of the file are unchanged.
    ///
    /// - Throws: ``VaultError`` with code `.notFound`, or as ``add(_:)-(ItemDraft)``.
    @discardableResult
    public func remove(_ name: VaultItem.Name) throws(VaultError) -> VaultItem {
        try write { transaction in
            let item = try transaction.item(name)
            try transaction.remove(item)
            return item.item
        }
    }

    /// Reverts an item to an older version, as a new version; attachments are unchanged.
    ///
    /// - Parameters:
    ///   - name: The item's name, which does not change.
    ///   - version: The version, from ``history(of:)``.
    /// - Returns: The stored item.
    /// - Throws: ``VaultError`` with code `.notFound`, also for a version that is not kept, or as
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
    /// Generates the code of an item's one-time password.
    ///
    /// For a counter, the incremented counter is stored durably before the code is returned, so no code is given twice,
    /// even after a crash. This change adds no version to the history.
    ///
    /// - Parameters:
    ///   - name: The item's name.
    ///   - time: The time of the code; ignored for a counter.
    /// - Returns: The code.
    /// - Throws: ``VaultError`` with code `.notFound`, also for an item without a one-time password, or as
    ///   ``add(_:)-(ItemDraft)``.
    public func oneTimePassword(
        of name: VaultItem.Name, at time: Vault.Timestamp = .now()
    ) throws(VaultError) -> OTPGenerator.Code {
        func password(
            of item: OpenedItem, _ transaction: VaultTransaction
        ) throws -> (OTPGenerator, ItemSecret) {
            let secret = try transaction.secret(of: item).secret
            guard let password = secret.oneTimePassword else {
                throw VaultError(.notFound, "\(name.text) has no one-time password")
            }
            return (password, secret)
        }
        let (found, _) = try read { transaction in
            try password(of: transaction.item(name), transaction)
        }
        guard found.kind == .counter else { return try VaultError.wrap { try found.code(at: Int(time.seconds)) } }
        return try write { transaction in
            let item = try transaction.item(name)
            // Read it again: another process may have used the counter.
            let (current, secret) = try password(of: item, transaction)
            guard current.kind == .counter else { return try current.code(at: Int(time.seconds)) }
            var draft = ItemDraft(item.item, secret)
            draft.secret.oneTimePassword = try current.next
            // Only the counter of the secret changed.
            draft.secretChanged = item.item.secretChanged
            _ = try transaction.change(item, to: draft, keepsOld: false)
            return try current.code(counter: current.counter)
        }
    }
}

extension VaultTransaction {
    fileprivate func set(_ draft: ItemDraft) throws -> VaultItem {
        guard let old = try find(draft.name, toAdd: true) else { return try add(draft) }
        // An item has one version for each generation.
        guard old.item.version < state.generation else {
            throw VaultError(.duplicate, "two drafts of the batch have the name \(draft.name.text)")
        }
        return try change(old, to: draft)
    }
}
