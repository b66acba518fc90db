/// `arca vault slot`: what opens a vault.
struct VaultSlotCommand: Command {
    static let name = "slot"
    static let summary = "list, add, change and remove what opens the vault"
    static let details = """
        Each slot holds the vault's key, wrapped for one passphrase, key file, recipient, recovery code or pattern. Any of \
        them opens all of the vault. Slots are named by the first digits of their identifier.

        All slots hold the same key: whoever has an old copy of the file, and what opened a slot of it, opens all later \
        copies too, also when the slot was removed. 'arca vault rotate' makes a new key.
        """
    static let examples = [
        Example("arca vault slot list", "what opens your own vault", needsVault: true),
        Example("arca vault slot add --new-recovery-code", "a code for paper", needsVault: true),
    ]
    static var subcommands: [any Command.Type] {
        [
            VaultSlotListCommand.self, VaultSlotAddCommand.self, VaultSlotChangeCommand.self,
            VaultSlotRemoveCommand.self,
        ]
    }
}
