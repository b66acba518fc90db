public import ArcaCore
public import ArcaCrypto

extension Vault {
    /// The generic passwords of one service, by account.
    ///
    /// ```swift
    /// try vault.service("github.com").set(password, for: "alice")
    /// let password = try vault.service("github.com").value(of: "alice")
    /// ```
    public func service(_ name: String) -> Service { Service(vault: self, name: name) }

    /// The generic passwords of one service.
    public struct Service: Sendable {
        let vault: Vault
        let name: String

        /// The service's accounts.
        ///
        /// - Returns: The account names, sorted.
        /// - Throws: ``VaultError`` as ``Vault/items(matching:)``.
        public func accounts() throws(VaultError) -> [String] {
            try vault.items(matching: VaultQuery(class: .genericPassword, service: name)).map(\.name.account)
        }

        /// Returns the secret value of an account.
        ///
        /// - Returns: The value, or nil if the item does not exist.
        /// - Throws: ``VaultError`` as ``Vault/item(_:)``.
        public func value(of account: String) throws(VaultError) -> SecretBytes? {
            try vault.read { transaction in
                guard let item = try transaction.find(.init(name, account)) else { return nil }
                return try transaction.secret(of: item).secret.value
            }
        }

        /// Sets the secret value of an account and keeps the item's other parts; nil removes the item.
        ///
        /// - Throws: ``VaultError`` as `Vault.set(_:)`.
        public func set(_ value: SecretBytes?, for account: String) throws(VaultError) {
            let itemName = VaultItem.Name(name, account)
            guard let value else {
                do { try vault.remove(itemName) } catch  where error.code == .notFound {}
                return
            }
            try vault.write { transaction in
                guard let item = try transaction.find(itemName) else {
                    _ = try transaction.add(ItemDraft(itemName, secret: ItemSecret(value)))
                    return
                }
                var draft = ItemDraft(item.item, try transaction.secret(of: item).secret)
                draft.secret.value = value
                _ = try transaction.change(item, to: draft)
            }
        }
    }
}
