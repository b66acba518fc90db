internal import ArcaCore
internal import ArcaVault

struct VaultSlotCommand: Command {
    static let name = "slot"
    static let summary = "list, add, change and remove what opens the vault"
    static let details = """
        Each slot holds the vault's key, wrapped for one passphrase, key file, recipient, recovery code or pattern. \
        Any of them opens the whole vault. Slots are named by the first digits of their identifier.

        All slots hold the same key: anyone who has an old copy of the file and what opened one of its slots can open \
        all later copies too, even after the slot was removed. 'arca vault rotate' makes a new key.
        """
    static let examples = [
        Example("arca vault slot list", "what opens your vault", needsVault: true),
        Example("arca vault slot add --new-recovery-code", "a recovery code for paper", needsVault: true),
    ]
    static var subcommands: [any Command.Type] {
        [
            VaultSlotListCommand.self, VaultSlotAddCommand.self, VaultSlotChangeCommand.self,
            VaultSlotRemoveCommand.self,
        ]
    }
}

struct VaultSlotListCommand: Command {
    static let name = "list"
    static let summary = "list what opens the vault"
    static let details = """
        Prints identifier, creation time, kind, label and recipient of each slot. Labels and recipients are encrypted \
        in the file, so the vault must be unlocked or is asked for.

        A slot marked "open to quantum computers" is for a public key of X25519 or RSA: someone who keeps a copy of \
        the vault until quantum computers can break those keys can open it. A key made with 'arca key generate x25519 \
        --pq' withstands them.
        """
    static let examples = [
        Example("arca vault slot list", "of your vault", needsVault: true),
        Example("arca vault slot list --json", "for programs", needsVault: true),
    ]

    static var parameters: [Parameter<Self>] {
        Parameter.vault
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let slots = try context.vault.open(isReadOnly: true).slots
        guard !context.wantsJSON else {
            return try JSONReport.print([("slots", .array(slots.map(Self.object)))])
        }
        var table = Table(.name, .text, .text)
        for slot in slots {
            let mark = slot.kind.isOpenToQuantumComputers ? ", open to quantum computers" : ""
            table.add(slot.shortName, DateText.day(slot.created), "\(slot.text)\(mark)")
        }
        try table.print()
    }

    static func object(_ slot: VaultSlot) -> JSONValue {
        var object = JSONObject()
        object["identifier"] = .string(slot.name)
        object["kind"] = .string(slot.kind.name)
        object["created"] = .string(slot.created.description)
        object["label"] = .string(slot.label)
        object["postQuantum"] = .bool(!slot.kind.isOpenToQuantumComputers)
        object["keyDerivation"] = slot.cost.map { .string($0.description) } ?? .null
        object["recipient"] = slot.recipientText.map { .string($0) } ?? .null
        return .object(object)
    }
}

struct VaultSlotRemoveCommand: Command {
    static let name = "remove"
    static let summary = "remove a way to open the vault"
    static let details = """
        The last slot cannot be removed, nor the last one that is not a pattern. The vault's key stays the same: \
        anyone who has an old copy of the file and what opened the slot can open all later copies too. 'arca vault \
        rotate --drop' removes a slot and makes a new key.
        """
    static let examples = [
        Example("arca vault slot remove 3f2a", "the slot whose identifier begins with 3f2a", isRun: false)
    ]

    var slot: SlotName?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("SLOT", set: \.slot, help: "the slot, by the first digits of its identifier")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        guard let slot else {
            throw UsageError(.missingArgument, "SLOT is missing", hint: "run 'arca vault slot list' to see them")
        }
        let vault = try context.vault.openWithCredential()
        let removed = try slot.find(in: vault.slots)
        try vault.removeSlot(removed.identifier)
        try ItemAction.removed.report(
            ["removed slot \(removed.shortName): \(removed.text)"], asJSON: context.wantsJSON,
            [("slots", .array([VaultSlotListCommand.object(removed)]))])
        OldCopies.warn(of: removed)
        try vault.slots.warnIfOnlyCodes()
    }
}

struct VaultSlotAddCommand: Command {
    static let name = "add"
    static let summary = "add a way to open the vault"
    static let details = """
        Asks for what opens the vault now, even while it is unlocked, then makes a slot for each thing that the options \
        name; without any it asks for a passphrase.
        """
    static let examples = [
        Example("arca vault slot add --new-recovery-code", "a recovery code for paper", needsVault: true),
        Example(
            "arca vault slot add --new-recipients-file alice.pub --slot-label Alice", "for another person's SSH key",
            isRun: false),
    ]

    var slots = NewSlotOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.slots)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        if slots.isEmpty { slots.passphrase.source = .prompt }
        var access = context.vault
        access.passphraseName = VaultAccess.currentPassphraseName
        let vault = try access.openWithCredential()
        let prepared = try slots.prepare(in: context)
        let added = try prepared.slots.map { try vault.addSlot($0) }
        try prepared.report(
            .added, added.map { "added slot \($0.shortName): \($0.text)" }, asJSON: context.wantsJSON, slots: added)
    }
}

struct VaultSlotChangeCommand: Command {
    static let name = "change"
    static let summary = "replace a slot"
    static let details = """
        The new slot gets an identifier of its own and keeps the label, unless --slot-label gives another. The vault's \
        key stays the same: anyone who has an old copy of the file and what opened the slot can open all later copies \
        too.
        """
    static let examples = [
        Example("arca vault slot change 3f2a --new-recovery-code", "a new code to replace a lost one", isRun: false)
    ]

    var slot: SlotName?
    var slots = NewSlotOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("SLOT", set: \.slot, help: "the slot, by the first digits of its identifier")
        Parameter.group(\.slots)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        guard let slot else {
            throw UsageError(.missingArgument, "SLOT is missing", hint: "run 'arca vault slot list' to see them")
        }
        if slots.isEmpty { slots.passphrase.source = .prompt }
        var access = context.vault
        access.passphraseName = VaultAccess.currentPassphraseName
        let vault = try access.openWithCredential()
        let old = try slot.find(in: vault.slots)
        let prepared = try slots.prepare(replacing: old, in: context)
        guard prepared.slots.count == 1, let new = prepared.slots.first else {
            throw UsageError(
                .conflict, "exactly one new slot is needed, not \(prepared.slots.count)",
                hint: "add the others with 'arca vault slot add'")
        }
        let changed = try vault.changeSlot(old.identifier, to: new)
        try prepared.report(
            .changed, ["slot \(changed.shortName), \(changed.text), is in place of \(old.shortName)"],
            asJSON: context.wantsJSON, slots: [changed], [("formerSlot", VaultSlotListCommand.object(old))])
        OldCopies.warn(of: old)
        try vault.slots.warnIfOnlyCodes()
    }
}

extension [VaultSlot] {
    /// Warns if a lost paper would be a lost vault.
    func warnIfOnlyCodes() {
        guard allSatisfy({ $0.kind == .recoveryCode }) else { return }
        Messages.warning("only the recovery code opens this vault: if it is lost, so is all that the vault has")
        Messages.hint("add a passphrase with 'arca vault slot add --recovery-code-from prompt'")
    }
}

enum OldCopies {
    static func warn(of slot: VaultSlot) {
        Messages.warning(
            "the vault's key stays: anyone who has an old copy of the vault and its \(slot.kind.name) opens all later "
                + "copies too")
        Messages.hint("'arca vault rotate' makes a new key, which protects what is written from then on")
    }
}
