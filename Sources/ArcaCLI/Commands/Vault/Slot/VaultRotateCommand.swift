internal import ArcaCodecs
internal import ArcaVault

/// `arca vault rotate`: a new key for a vault.
struct VaultRotateCommand: Command {
    static let name = "rotate"
    static let summary = "give the vault a new key, and re-encrypt everything"
    static let details = """
        Afterwards old copies of the file, and what opened them, open no later copy. What an old copy holds stays readable \
        for anyone who has it: change those passwords.

        Each slot needs a decision, or nothing is changed. What opens the vault in this command keeps its slot; recovery \
        codes are replaced by new ones, which are printed; slots for public keys are kept by --keep, once you know that \
        the key is its owner's: anyone who knew the vault's old key could have put it there. Others are kept by --rewrap or go \
        by --drop. 'arca vault slot list' shows them.

        Other commands can use the vault meanwhile. When it is cut short, the next 'arca vault rotate' goes on, and so does \
        every command that writes. Attachments are not re-encrypted: their keys are.

        With --json it prints objects in a line each: the new recovery codes before anything is changed, and what was done.
        """
    static let examples = [
        Example("arca vault rotate", "with a passphrase and a recovery code as slots", isRun: false),
        Example("arca vault rotate --keep 3f2a --drop 81c0", "keep Alice's key, and drop Bob's", isRun: false),
    ]

    var cost = ScryptCostChoice.standard
    var rotation = RotationOptions()
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--cost", value: "N", set: \.cost,
            help: "work of scrypt for each guess at a slot that is kept, as a power of two, 17 to 20, whatever it was; "
                + "auto takes what half a second allows")
        Parameter.group(\.rotation)
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        let (vault, credential) = try vault.openedByCredential()
        if let unfinished = try vault.rotation {
            guard rotation.isEmpty else {
                throw UsageError(
                    .conflict, "a rotation was cut short, and what becomes of each slot was decided then",
                    hint: "run 'arca vault rotate' without --keep, --drop and --rewrap first")
            }
            let left = Count.text(unfinished.remainingCount, "item")
            Messages.note("going on with a rotation that was cut short: \(left) left")
            try rotation.rotate(vault, nil)
            return try rotation.report(.rotated, vault, "the rotation is done")
        }
        // A recovery code is used once.
        let opening = credential.kind == .recoveryCode ? nil : try vault.openingSlot.map { ($0, credential) }
        let prepared = try rotation.prepare(try vault.slots, opening: opening, cost: cost)
        try rotation.rotate(vault, prepared)
        try rotation.report(
            .rotated, vault, "the vault has a new key; what old copies of it hold can still be read from those")
    }
}
