internal import ArcaVault

/// `arca vault slot add`: another way to open a vault.
struct VaultSlotAddCommand: Command {
    static let name = "add"
    static let summary = "add a way to open the vault"
    static let details = """
        Asks for what opens the vault now, even while it is unlocked, then makes a slot for each thing that the options \
        name; without any it asks for a passphrase.
        """
    static let examples = [
        Example("arca vault slot add --new-recovery-code", "a code for paper", needsVault: true),
        Example(
            "arca vault slot add --new-recipients-file alice.pub --slot-label Alice", "for somebody's SSH key",
            isRun: false),
    ]

    var slots = NewSlotOptions()
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.slots)
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        if slots.isEmpty { slots.passphrase = .prompt }
        let vault = try vault.openWithCredential()
        let prepared = try slots.prepare()
        for new in prepared.slots {
            let slot = try vault.addSlot(new)
            Messages.note("added slot \(slot.shortName): \(slot.text)")
        }
        try prepared.announce()
    }
}
