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
    ///
    /// - Parameter service: The service; not empty.
    public subscript(service: String) -> Service { Service(vault: self, name: service) }

    /// Why a subscript last failed, as they cannot throw; nil when none has, or it was cleared.
    public var lastFailure: VaultError? { failure.withLock { $0 } }

    /// Forgets ``lastFailure``.
    public func clearFailure() { failure.withLock { $0 = nil } }

    /// The generic passwords of one service.
    ///
    /// Subscripts never throw: what fails reads as nil and writes nothing, ``Vault/lastFailure`` says why, and
    /// ``Vault/OpenOptions/failures`` is told at once. Where that is not enough, ``value(of:)`` and ``set(_:for:)`` throw.
    public struct Service: Sendable {
        let vault: Vault
        let name: String

        /// The secret value of an account; setting nil removes the item, setting a value keeps its other parts.
        ///
        /// - Parameter account: The account; may be empty.
        public subscript(account: String) -> SecretBytes? {
            get { noting { try value(of: account) } ?? nil }
            nonmutating set { noting { try set(newValue, for: account) } }
        }

        /// The same as text, which is ordinary memory; nil also for a value that is not UTF-8.
        ///
        /// - Parameter account: The account; may be empty.
        public subscript(string account: String) -> String? {
            get { self[account].flatMap { String(validating: [UInt8](bytes: $0), as: UTF8.self) } }
            nonmutating set { self[account] = newValue.map { SecretBytes(copying: $0.utf8) } }
        }

        /// The same as bytes, which are ordinary memory.
        ///
        /// - Parameter account: The account; may be empty.
        public subscript(bytes account: String) -> [UInt8]? {
            get { self[account].map { [UInt8](bytes: $0) } }
            nonmutating set { self[account] = newValue.map { SecretBytes(copying: $0) } }
        }

        /// The accounts that there are.
        ///
        /// - Returns: Their names, in order.
        /// - Throws: ``VaultError`` as ``Vault/items(matching:)``.
        public func accounts() throws(VaultError) -> [String] {
            try vault.items(matching: VaultQuery(class: .genericPassword, service: name)).map(\.name.account)
        }

        /// The secret value of an account.
        ///
        /// - Parameter account: The account; may be empty.
        /// - Returns: The value; nil when there is no such item.
        /// - Throws: ``VaultError`` as ``Vault/item(_:)``.
        public func value(of account: String) throws(VaultError) -> SecretBytes? {
            try vault.read { transaction in
                guard let item = try transaction.find(.init(name, account)) else { return nil }
                return try transaction.secret(of: item).secret.value
            }
        }

        /// Sets the secret value of an account and keeps all else of the item; nil removes the item.
        ///
        /// - Parameters:
        ///   - value: The new value.
        ///   - account: The account; may be empty.
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
