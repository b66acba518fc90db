internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

struct VaultPasswdCommand: Command {
    static let name = "passwd"
    static let summary = "change the vault's passphrase"
    static let details = """
        Asks for what opens the vault now, even while it is unlocked, then for the new passphrase, twice; an empty \
        line changes nothing. One that is easy to guess needs --weak. --generate makes one of words, shows it, and \
        asks for two of them. If the vault is opened by something else, such as the recovery code, it changes the only \
        passphrase slot, or the one that --slot names; if there is none, it adds one.

        The vault's key stays the same: anyone who has an old copy of the file and the old passphrase can open all \
        later copies too. --rotate also makes a new key, as 'arca vault rotate' does.
        """
    static let examples = [
        Example("arca vault passwd", "asks for the old and the new passphrase", isRun: false),
        Example("arca vault passwd --generate", "a passphrase of random words", isRun: false),
        Example("arca vault passwd --rotate", "also make a new key", isRun: false),
        Example("arca vault passwd --recovery-code-from prompt", "when the passphrase was forgotten", isRun: false),
    ]

    var new = NewPassphraseOptions()
    var stretching = SlotStretchingOptions()
    var slot: SlotName?
    var isRotating = false
    var rotation = RotationOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.new)
        Parameter.parts(of: \.stretching, SlotStretchingOptions.parameters)
        Parameter.option("--slot", value: "SLOT", set: \.slot, help: "the slot, by the first digits of its identifier")
        Parameter.flag("--rotate", set: \.isRotating, help: "give the vault a new key as well")
        Parameter.group(\.rotation)
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        guard isRotating || rotation.isEmpty else {
            throw UsageError(
                .conflict, "--keep, --drop and --rewrap say what becomes of slots in a rotation",
                hint: "add --rotate, or use 'arca vault slot remove'")
        }
        var access = context.vault
        access.passphraseName = VaultAccess.currentPassphraseName
        let (vault, credential) = try access.openedByCredential()
        if try vault.rotation != nil {
            throw UsageError(
                .conflict, "the vault is being rotated, or a rotation was interrupted",
                hint: "run 'arca vault rotate' first")
        }
        var slots = try vault.slots
        let found = try changed(vault, slots, credential)
        let passphrase = try new.passphrase(in: context)
        guard let old = found else {
            let added = try vault.addSlot(.passphrase(passphrase).derived(with: try stretching.cost()))
            guard isRotating else {
                return try rotation.report(
                    .changed, vault, "added the passphrase; its slot is \(added.shortName)", [("rotated", false)],
                    in: context)
            }
            slots = try vault.slots
            return try rotate(vault, slots, opening: (added, .passphrase(passphrase)), in: context)
        }
        let made: NewVaultSlot
        let cost = try stretching.cost(replacing: old)
        if case .passphraseAndKeyFile(_, let contents) = credential, old.kind == .passphraseAndKeyFile {
            made = .passphraseAndKeyFile(passphrase, contents: contents).derived(with: cost)
        } else {
            made = .passphrase(passphrase).derived(with: cost)
        }
        guard isRotating else {
            let changed = try vault.changeSlot(old.identifier, to: made)
            try rotation.report(
                .changed, vault, "changed the passphrase; its slot is \(changed.shortName)", [("rotated", false)],
                in: context)
            return OldCopies.warn(of: old)
        }
        // The slot that opened the vault stays unchanged unless it is the one to change; a recovery code can be used
        // only once.
        var opening: (VaultSlot, VaultCredential)?
        if credential.kind != .recoveryCode, slot != nil || credential.kind != old.kind {
            opening = try vault.openingSlot.map { ($0, credential) }
        }
        try rotate(vault, slots, fixed: [old.identifier: .replace(made)], opening: opening, in: context)
    }

    private func rotate(
        _ vault: Vault, _ slots: [VaultSlot], fixed: [[UInt8]: Vault.RotationPlan.Decision] = [:],
        opening: (slot: VaultSlot, credential: VaultCredential)?, in context: CommandContext
    ) throws {
        let prepared = try rotation.prepare(slots, fixed: fixed, opening: opening, cost: stretching.choice, in: context)
        try rotation.rotate(vault, prepared, in: context)
        try rotation.report(
            .changed, vault, "changed the passphrase, and the vault has a new key", [("rotated", true)], in: context)
    }

    /// The slot to change; nil if no slot is for a passphrase, as after recovery with a code.
    private func changed(
        _ vault: Vault, _ slots: [VaultSlot], _ credential: VaultCredential
    ) throws -> VaultSlot? {
        let isTwofold: Bool
        if case .passphraseAndKeyFile = credential { isTwofold = true } else { isTwofold = false }
        if let slot {
            let found = try slot.find(in: slots)
            // The slot's key file stays the same, so the given file must be the right one.
            if found.kind == .passphraseAndKeyFile, isTwofold {
                guard try vault.openingSlot == found else {
                    throw UsageError(
                        .conflict, "slot \(found.shortName) is for another passphrase and file than those given",
                        hint: "open the vault with these")
                }
                return found
            }
            guard found.kind == .passphrase else {
                throw UsageError(
                    .conflict, "slot \(found.shortName) is for a \(found.kind.name)",
                    hint: "use 'arca vault slot change \(found.shortName)'")
            }
            return found
        }
        if let opening = try vault.openingSlot, isTwofold || opening.kind == .passphrase { return opening }
        let found = slots.filter { $0.kind == .passphrase }
        guard found.count < 2 else {
            throw UsageError(
                .missingArgument, "the vault has \(found.count) slots for a passphrase",
                hint: "give one with --slot: 'arca vault slot list'")
        }
        if found.isEmpty, let twofold = slots.first(where: { $0.kind == .passphraseAndKeyFile }) {
            // A passphrase alone would open what needed a file too.
            throw UsageError(
                .conflict, "the vault's passphrase needs a key file too",
                hint:
                    "use 'arca vault slot change \(twofold.shortName) --new-passphrase-from prompt --new-key-file FILE'"
            )
        }
        return found.first
    }
}
