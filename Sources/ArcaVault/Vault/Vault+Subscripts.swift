public import ArcaCore
public import ArcaCrypto
internal import Synchronization

extension Vault {
    /// The generic passwords of one service, by account.
    ///
    /// ```swift
    /// vault["github.com"]["alice"] = password
    /// let password = vault["github.com"]["alice"]
    /// ```
    public subscript(service: String) -> Service { Service(vault: self, name: service) }

    /// The last error of a subscript, which cannot throw; nil if none has failed since it was cleared.
    public var lastFailure: VaultError? { failure.withLock { $0 } }

    /// Clears ``lastFailure``.
    public func clearFailure() { failure.withLock { $0 = nil } }

    /// The generic passwords of one service.
    ///
    /// Subscripts never throw: on failure they read nil and write nothing, ``Vault/lastFailure`` has the error, and
    /// ``Vault/OpenOptions/failures`` is called immediately. Use ``value(of:)`` and ``set(_:for:)`` for methods that
    /// throw.
    public struct Service: Sendable {
        let vault: Vault
        let name: String

        /// The secret value of an account; setting nil removes the item, setting a value keeps its other parts.
        public subscript(account: String) -> SecretBytes? {
            get { noting { try value(of: account) } ?? nil }
            nonmutating set { noting { try set(newValue, for: account) } }
        }

        /// The secret value as a string, in ordinary memory; nil also for a value that is not UTF-8.
        public subscript(string account: String) -> String? {
            get { self[account].flatMap { String(validating: [UInt8](bytes: $0), as: UTF8.self) } }
            nonmutating set { self[account] = newValue.map { SecretBytes(copying: $0.utf8) } }
        }

        /// The secret value as bytes, in ordinary memory.
        public subscript(bytes account: String) -> [UInt8]? {
            get { self[account].map { [UInt8](bytes: $0) } }
            nonmutating set { self[account] = newValue.map { SecretBytes(copying: $0) } }
        }

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
        /// - Throws: ``VaultError`` as ``Vault/set(_:)``.
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

        @discardableResult
        private func noting<Result>(_ body: () throws -> Result) -> Result? {
            do {
                return try body()
            } catch {
                let error = VaultError(wrapping: error)
                vault.failure.withLock { $0 = error }
                vault.withEngine { $0.options.failures }(error)
                return nil
            }
        }
    }
}
