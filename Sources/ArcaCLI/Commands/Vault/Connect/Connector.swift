internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

/// Serves the vault to another program: opens it and records each access.
struct Connector {
    /// The name in the log, such as `git`.
    let name: String
    let context: CommandContext
    /// The program that asks.
    private let client = PeerProcess.parent

    init(_ name: String, in context: CommandContext) { (self.name, self.context) = (name, context) }

    /// Opens the vault, and asks on the terminal if it is locked; standard input has the program's request.
    ///
    /// A vault that stays locked records the request as refused.
    func open(for request: String, isReadOnly: Bool = true) throws -> Vault {
        do {
            return try context.vault.open(isReadOnly: isReadOnly, readsStandardInput: true)
        } catch {
            refuse(request, ExitStatus(of: error) == .locked ? "the vault is locked" : "the vault does not open")
            throw error
        }
    }

    /// Opens the vault without asking; nil if it is locked, which is recorded.
    func openUnlocked(for request: String) throws -> Vault? {
        let vault = try context.vault.openWithoutAsking()
        if vault == nil { refuse(request, "the vault is locked") }
        return vault
    }

    /// Records an access to an opened vault, before the answer is given.
    func record(_ request: String, _ item: VaultItem.Name?, _ answer: Access.Answer, in vault: Vault) throws {
        try vault.record(Access(name, request, item: item, answer, client: client))
    }

    private func refuse(_ request: String, _ reason: String) {
        // The vault's own error follows.
        guard let path = try? context.vault.options.path(), let vault = try? LockedVault(at: path) else { return }
        _ = try? Vault.recordWithoutKeys(Access(name, request, .refused(reason), client: client), by: vault.identifier)
    }
}
