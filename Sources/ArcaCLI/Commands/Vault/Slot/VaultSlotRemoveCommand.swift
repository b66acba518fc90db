internal import ArcaCodecs
internal import ArcaVault

/// `arca vault slot remove`: one way less to open a vault.
struct VaultSlotRemoveCommand: Command {
    static let name = "remove"
    static let summary = "remove a way to open the vault"
    static let details = """
        Neither the last slot can be removed nor the last that is not a pattern. The vault's key stays: whoever has an old \
        copy of the file, and what opened the slot, opens all later copies too. 'arca vault rotate --drop' removes a slot \
        and makes a new key.
        """
    static let examples = [
        Example("arca vault slot remove 3f2a", "the slot whose identifier begins so", isRun: false)
    ]

    var slot: SlotName?
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("SLOT", set: \.slot, help: "the slot, by the first digits of its identifier")
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        guard let slot else {
            throw UsageError(.missingArgument, "a SLOT is needed", hint: "'arca vault slot list' prints them")
        }
        let vault = try vault.openWithCredential()
        let removed = try slot.find(in: vault.slots)
        try vault.removeSlot(removed.identifier)
        Messages.note("removed slot \(removed.shortName): \(removed.text)")
        OldCopies.warn(of: removed)
    }
}
