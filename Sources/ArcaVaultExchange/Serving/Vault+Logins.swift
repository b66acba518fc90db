internal import ArcaCore
package import ArcaCrypto
package import ArcaVault

/// The fields with which programs that Arca serves mark items.
package enum LoginField {
    /// The program that added the item, such as `git`; it may change and remove it.
    package static let connector = "connector"
    /// The time when a server rejected the password; the item is not given out until the password changes.
    package static let rejected = "rejected"
}

extension VaultItem {
    /// Whether a program added the item.
    package func belongs(to connector: String) -> Bool { plain(LoginField.connector) == connector }

    /// Whether the password may be given out: it has neither expired nor been rejected.
    package var isUsable: Bool {
        guard !isExpired() else { return false }
        guard let text = plain(LoginField.rejected), let time = try? Vault.Timestamp(text: text) else { return true }
        return time < secretChanged
    }

    /// The value of a plain field.
    package func plain(_ name: String) -> String? { attributes.fields.first { $0.name == name }?.value }
}

/// The result of ``Vault/storeLogin(_:for:account:connector:expires:)``.
package enum LoginChange: Sendable, Hashable {
    case added(VaultItem.Name)
    case updated(VaultItem.Name)
    /// The vault has the password already.
    case known(VaultItem.Name)
    /// An item that the user made has another password, and stays as it is.
    case kept(VaultItem.Name)
}

extension Vault {
    /// Finds the items that match a request, usable or not, the closest and newest first.
    package func logins(for request: LoginRequest) throws(VaultError) -> [VaultItem] {
        try ranked(for: request).map(\.item)
    }

    /// Finds the item that answers a request.
    ///
    /// Among several, the closest is taken, and of these the last modified.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - connector: A program; items that it added are ignored.
    /// - Returns: The item, or nil if none matches and is usable.
    /// - Throws: ``VaultError`` with code `.invalidArgument` if several are equally close and old.
    package func login(
        for request: LoginRequest, notOf connector: String? = nil
    ) throws(VaultError) -> VaultItem? {
        let found = try ranked(for: request).filter { found in
            found.item.isUsable && (connector.map { !found.item.belongs(to: $0) } ?? true)
        }
        guard let first = found.first else { return nil }
        let equal = found.filter { $0.closeness == first.closeness && $0.item.modified == first.item.modified }
        guard equal.count == 1 else {
            let names = equal.map { String(printable: $0.item.name.text.utf8) }.joined(separator: ", ")
            throw VaultError(
                .invalidArgument, "\(equal.count) items match \(request.address): \(names)",
                hint: "name the account that is meant in the address: \(request.scheme)://ACCOUNT@\(request.host)")
        }
        return first.item
    }

    private func ranked(for request: LoginRequest) throws(VaultError) -> [(item: VaultItem, closeness: Int)] {
        try items().compactMap { item in request.closeness(of: item).map { (item, $0) } }
            .sorted { left, right in
                left.closeness != right.closeness
                    ? left.closeness > right.closeness : left.item.modified > right.item.modified
            }
    }

    /// Keeps a login that a server accepted.
    ///
    /// Changes only items that the connector added. If the vault has the password already, nothing changes, except that
    /// it is no longer marked as rejected.
    package func storeLogin(
        _ password: SecretBytes, for request: LoginRequest, account: String, connector: String,
        fields: [VaultItem.Field] = [], expires: Vault.Timestamp? = nil
    ) throws -> LoginChange {
        var request = request
        request.username = account
        let found = try logins(for: request)
        for item in found where try secret(of: item.name).value == password {
            if item.plain(LoginField.rejected) != nil {
                try update(item.name) { $0.attributes.fields.removeAll { $0.name == LoginField.rejected } }
            }
            return .known(item.name)
        }
        let name = request.itemName(for: account)
        if let own = found.first(where: { $0.name == name && $0.belongs(to: connector) }) {
            try update(own.name) { draft in
                draft.secret.value = password
                draft.attributes.expires = expires
                draft.attributes.fields.removeAll { $0.name == LoginField.rejected }
            }
            return .updated(name)
        }
        if let other = found.first(where: { !$0.belongs(to: connector) }) { return .kept(other.name) }
        var draft = ItemDraft(name, secret: ItemSecret(password))
        draft.attributes.fields = [VaultItem.Field(LoginField.connector, connector)] + fields
        draft.attributes.expires = expires
        do throws(VaultError) {
            try add(draft)
        } catch {
            guard error.code == .duplicate else { throw error }
            return .kept(name)
        }
        return .added(name)
    }

    /// Forgets a login that a server rejected.
    ///
    /// An item that the connector added goes to the trash. One that the user made is marked, and not given out until its
    /// password changes. Without a password only the connector's own items are concerned.
    ///
    /// - Returns: The items concerned.
    package func eraseLogin(
        for request: LoginRequest, password: SecretBytes?, connector: String
    ) throws -> [VaultItem.Name] {
        var concerned: [VaultItem.Name] = []
        for item in try logins(for: request) {
            if let password {
                guard try secret(of: item.name).value == password else { continue }
            } else {
                guard item.belongs(to: connector) else { continue }
            }
            if item.belongs(to: connector) {
                try moveToTrash(item.name)
            } else {
                try update(item.name) { draft in
                    draft.attributes.fields.removeAll { $0.name == LoginField.rejected }
                    draft.attributes.fields.append(
                        VaultItem.Field(LoginField.rejected, Vault.Timestamp.now().description))
                }
            }
            concerned.append(item.name)
        }
        return concerned
    }
}
