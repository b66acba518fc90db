internal import ArcaKeys
internal import ArcaSignatures
internal import ArcaVault
internal import ArcaVaultExchange

/// The keys of an agent that is to start, from the unlocked session or from a vault that is opened for it.
struct AgentSource {
    let access: VaultAccess
    /// The private keys, if the agent has to keep them because it cannot open the vault.
    private(set) var held: [(identity: SSHAgentIdentity, key: AnyPrivateKey)] = []
    private(set) var isHolding = false
    private let vault: [UInt8]
    private let keys: VaultSSHKeys
    private let command: VaultSSHAgentCommand

    var count: Int { keys.keys.count }

    init(_ command: VaultSSHAgentCommand, _ access: VaultAccess) throws {
        self.command = command
        self.access = access
        var found = command.selection
        let session = access.options.namesCredential ? nil : try Self.unlocked(access)
        let vault = try session ?? access.open(isReadOnly: true)
        self.vault = vault.identifier
        try found.update(from: vault)
        if let missing = try found.missingNames(in: vault).first {
            throw VaultError(
                .notFound, "there is no item '\(missing.shown)'", hint: "'arca vault list' lists the items")
        }
        keys = found
        guard session == nil else { return }
        isHolding = true
        held = try found.keys.map { ($0.identity, try VaultSSHKeys.privateKey($0, in: vault)) }
        // Afterwards the agent records each use without the vault's keys.
        try vault.record(
            Access("ssh", "keep \(Count.text(held.count, "key"))", .given, client: .parent))
    }

    private static func unlocked(_ access: VaultAccess) throws -> Vault? {
        do {
            return try access.openUnlocked()
        } catch let error as VaultError where [.locked, .rotated].contains(error.code) {
            return nil
        }
    }

    func reportSkipped() {
        for key in keys.skipped { Messages.warning("'\(key.item.shown)' is not served: \(key.reason)") }
        if count == 0 {
            Messages.warning("there is no SSH key to serve; 'arca vault set --secret-from file:PATH' adds one")
        }
    }

    /// An agent in this process.
    func agent() throws -> SSHAgent {
        let isShown = command.isInForeground
        let report: @Sendable (SSHAgent.Use) -> Void = { if isShown { Messages.note($0.note) } }
        let source: any SSHAgentKeys =
            isHolding ? HeldKeysLog(vault: vault, report: report) : SessionKeys(keys, in: access, report: report)
        let agent = SSHAgent(keys: source, options: command.agentOptions)
        for (identity, key) in held { try agent.add(key, comment: identity.comment) }
        return agent
    }
}
