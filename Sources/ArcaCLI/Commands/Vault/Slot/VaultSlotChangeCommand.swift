internal import ArcaCodecs
internal import ArcaVault

/// `arca vault slot change`: something else in a slot's place.
struct VaultSlotChangeCommand: Command {
    static let name = "change"
    static let summary = "put something else in a slot's place"
    static let details = """
        The new slot gets an identifier of its own and keeps the label, unless --slot-label gives another. The vault's key \
        stays: whoever has an old copy of the file, and what opened the slot, opens all later copies too.
        """
    static let examples = [
        Example("arca vault slot change 3f2a --new-recovery-code", "a new code in place of a lost one", isRun: false)
    ]

    var slot: SlotName?
    var slots = NewSlotOptions()
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("SLOT", set: \.slot, help: "the slot, by the first digits of its identifier")
        Parameter.group(\.slots)
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        guard let slot else {
            throw UsageError(.missingArgument, "a SLOT is needed", hint: "'arca vault slot list' prints them")
        }
        if slots.isEmpty { slots.passphrase = .prompt }
        let vault = try vault.openWithCredential()
        let old = try slot.find(in: vault.slots)
        let prepared = try slots.prepare()
        guard prepared.slots.count == 1, let new = prepared.slots.first else {
            throw UsageError(
                .conflict, "one slot takes another's place, not \(prepared.slots.count)",
                hint: "add the others by 'arca vault slot add'")
        }
        let changed = try vault.changeSlot(old.identifier, to: new)
        Messages.note("slot \(changed.shortName), \(changed.text), is in place of \(old.shortName)")
        try prepared.announce()
        OldCopies.warn(of: old)
    }
}

/// What changing a slot does not do, said each time.
enum OldCopies {
    static func warn(of slot: SlotDescription) {
        Messages.warning(
            "the vault's key stays: whoever has an old copy of the vault and its \(slot.kind.name) opens all later "
                + "copies too")
        Messages.hint("'arca vault rotate' makes a new key, which protects what is written from then on")
    }
}
