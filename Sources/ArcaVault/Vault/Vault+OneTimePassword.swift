public import ArcaCodecs

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
        of name: VaultItem.Name, at time: Timestamp = .now()
    ) throws(VaultError) -> OneTimePassword.Code {
        func password(
            of item: OpenedItem, _ transaction: VaultTransaction
        ) throws(VaultError) -> (OneTimePassword, ItemSecret) {
            let secret = try transaction.secret(of: item).secret
            guard let password = secret.oneTimePassword else {
                throw VaultError(.notFound, "\(name.text) has no one-time password")
            }
            return (password, secret)
        }
        let (found, _) = try read { (transaction) throws(VaultError) in
            try password(of: transaction.item(name), transaction)
        }
        guard found.kind == .counter else { return try found.code(at: time) }
        return try write { (transaction) throws(VaultError) in
            let item = try transaction.item(name)
            // As it is now: another process may have taken the counter that was read.
            let (current, secret) = try password(of: item, transaction)
            guard current.kind == .counter else { return try current.code(at: time) }
            var draft = ItemDraft(item.record.item, secret)
            draft.secret.oneTimePassword = try current.next
            // The secret is the same but for the counter.
            draft.secretChanged = item.record.item.secretChanged
            _ = try transaction.change(item, to: draft, keepsOld: false)
            return try current.code(counter: current.counter)
        }
    }
}
