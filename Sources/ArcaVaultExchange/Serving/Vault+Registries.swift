internal import ArcaCore
package import ArcaCrypto
package import ArcaVault

/// Logins for container registries; Docker and Podman name a registry by an arbitrary text such as
/// `https://index.docker.io/v1/` or `ghcr.io`.
///
/// Source: the protocol of docker-credential-helpers.
extension Vault {
    /// The field with the registry as the program wrote it.
    private static let serverField = "docker-server"
    private static let connector = "docker"

    /// Finds the login for a registry; nil if no item has one.
    ///
    /// An item that Docker stored comes first, then the user's own item of that host.
    ///
    /// - Throws: ``VaultError`` as ``login(for:)``.
    package func registryLogin(for server: String) throws(VaultError) -> VaultItem? {
        if let own = try registryItems().first(where: { $0.plain(Self.serverField) == server && !$0.isExpired() }) {
            return own
        }
        for request in Self.requests(for: server) {
            if let item = try login(for: request, notOf: Self.connector) { return item }
        }
        return nil
    }

    /// The logins that Docker stored, by registry.
    package func registryLogins() throws(VaultError) -> [(server: String, account: String)] {
        try registryItems().map { ($0.plain(Self.serverField) ?? "", $0.name.account) }
    }

    /// Stores the login for a registry in place of the one that Docker stored before.
    ///
    /// - Returns: The item; an existing one of the user if it has the same account and password.
    /// - Throws: ``VaultError`` with code `.duplicate` if the user's item of that name has another password.
    package func storeRegistryLogin(
        _ secret: SecretBytes, for server: String, account: String
    ) throws -> VaultItem.Name {
        let own = try registryItems().filter { $0.plain(Self.serverField) == server }
        for item in own where item.name.account != account { try moveToTrash(item.name) }
        if let item = own.first(where: { $0.name.account == account }) {
            try update(item.name) { $0.secret.value = secret }
            return item.name
        }
        for var request in Self.requests(for: server) {
            request.username = account
            for item in try logins(for: request) where try self.secret(of: item.name).value == secret {
                return item.name
            }
        }
        guard let request = LoginRequest(server.contains("://") ? server : "https://\(server)") else {
            throw VaultError(.invalidArgument, "'\(server)' is not the address of a registry")
        }
        var draft = ItemDraft(request.itemName(for: account), secret: ItemSecret(secret))
        draft.attributes.fields = [
            VaultItem.Field(LoginField.connector, Self.connector), VaultItem.Field(Self.serverField, server),
        ]
        return try add(draft).name
    }

    /// Moves the login that Docker stored for a registry to the trash.
    ///
    /// - Returns: The items; empty if Docker stored none.
    package func eraseRegistryLogin(for server: String) throws(VaultError) -> [VaultItem.Name] {
        let names = try registryItems().filter { $0.plain(Self.serverField) == server }.map(\.name)
        for name in names { try moveToTrash(name) }
        return names
    }

    private func registryItems() throws(VaultError) -> [VaultItem] {
        try items().filter { $0.belongs(to: Self.connector) && $0.plain(Self.serverField) != nil }
    }

    /// The servers of a registry, to find the user's own items.
    private static func requests(for server: String) -> [LoginRequest] {
        guard let whole = LoginRequest(server.contains("://") ? server : "https://\(server)"),
            // Docker keeps tokens under further paths.
            whole.path == nil || whole.path == "/v1" || whole.path == "/v2"
        else { return [] }
        let hosts = whole.host == "index.docker.io" ? [whole.host, "docker.io"] : [whole.host]
        let port = whole.port == 0 ? "" : ":\(whole.port)"
        return hosts.compactMap { LoginRequest(scheme: whole.scheme, server: $0 + port) }
    }
}
