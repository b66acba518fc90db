internal import ArcaCore
internal import ArcaVault

struct VaultRotateCommand: Command {
    static let name = "rotate"
    static let summary = "give the vault a new key, and re-encrypt everything"
    static let details = """
        Afterwards, old copies of the file and what opened them do not open later copies. The contents of an old copy \
        stay readable for anyone who has it: change those passwords.

        Each slot needs a decision, or nothing is changed. The slot that opens the vault in this command is kept; \
        recovery codes are replaced by new ones, which are printed; slots for public keys are kept with --keep, once \
        you have checked that the key is its owner's: anyone who knew the vault's old key could have put it there. \
        Others are kept with --rewrap or removed with --drop. 'arca vault slot list' shows them.

        Other commands can use the vault meanwhile. If it is interrupted, the next 'arca vault rotate' continues it, \
        and so does every command that writes. Attachments are not re-encrypted, but their keys are.

        With --json it prints one object per line: the new recovery codes before anything is changed, and then what was \
        done.
        """
    static let examples = [
        Example("arca vault rotate", "with a passphrase and a recovery code as slots", isRun: false),
        Example("arca vault rotate --keep 3f2a --drop 81c0", "keep Alice's key, and drop Bob's", isRun: false),
    ]

    var cost = SlotCostChoice.standard
    var rotation = RotationOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--cost", value: "N", set: \.cost,
            help: "cost of passphrases in slots that are kept, as a power of two, 17 to 20, whatever it was; "
                + "auto chooses the cost of half a second")
        Parameter.group(\.rotation)
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let (vault, credential) = try context.vault.openedByCredential()
        if let unfinished = try vault.rotation {
            guard rotation.isEmpty else {
                throw UsageError(
                    .conflict, "a rotation was interrupted, for which the slots were decided already",
                    hint: "run 'arca vault rotate' without --keep, --drop and --rewrap first")
            }
            let left = Count.text(unfinished.remainingCount, "item")
            Messages.note("continuing an interrupted rotation: \(left) left")
            try rotation.rotate(vault, nil, in: context)
            return try rotation.report(.rotated, vault, "the rotation is done", in: context)
        }
        // A recovery code can be used only once.
        let opening = credential.kind == .recoveryCode ? nil : try vault.openingSlot.map { ($0, credential) }
        let prepared = try rotation.prepare(try vault.slots, opening: opening, cost: cost, in: context)
        try rotation.rotate(vault, prepared, in: context)
        try rotation.report(
            .rotated, vault, "the vault has a new key; old copies can still be read with the old one", in: context)
    }
}
