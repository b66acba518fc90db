internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

struct VaultUnlockCommand: Command {
    static let name = "unlock"
    static let summary = "keep the vault unlocked for a while, in all your sessions"
    static let details = """
        Asks for the passphrase, or takes what the options name, checks the vault, and puts the keys that read and \
        write it into the keyring that the Linux kernel has for you. No command asks again until the time is over, or \
        until 'arca vault lock', 'arca vault rotate' or a restart. Using the vault does not extend the time. Nothing \
        is written to disk.

        Meanwhile every program that runs as you can read the vault, in all your logins, over ssh and cron too, and \
        also after you have logged out. What such a program has copied can read the vault until the next 'arca vault \
        rotate', but cannot change what opens the vault: that, and exporting, always ask. If the kernel offers no \
        keyring, as in most containers, every command asks.
        """
    static let examples = [
        Example("arca vault unlock", "ask for the passphrase, and keep the vault open for 15 minutes", isRun: false),
        Example(
            "arca vault unlock --timeout 8h -i key.txt", "with an age identity, for a working day", isRun: false),
    ]

    var timeout = TimeSpan(seconds: VaultSession.standardSeconds)

    static var parameters: [Parameter<Self>] {
        Parameter.option("--timeout", value: "TIME", set: \.timeout, help: "how long, as 45s, 15m, 8h or 2d")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        guard KernelKeyring().isAvailable else {
            Messages.error("the kernel keyring is not available here, so the vault cannot stay open")
            Messages.hint("each command asks, or takes --passphrase-from and its like")
            throw ExitStatus.ioFailed
        }
        try context.vault.openWithCredential(isReadOnly: true).startSession(seconds: timeout.seconds)
        let end = DateText.now + timeout.seconds
        try ItemAction.unlocked.report(
            ["unlocked for \(timeout.text), until \(DateText.text(end))"], asJSON: context.wantsJSON,
            [("secondsLeft", .integer(timeout.seconds)), ("until", .string(DateText.rfc3339(end)))])
    }
}

struct VaultLockCommand: Command {
    static let name = "lock"
    static let summary = "close the vault that 'unlock' keeps open"
    static let details = """
        Removes the vault's keys from the kernel's keyring at once. No passphrase is needed, and locking a vault that is \
        locked already is not an error. Commands that have the vault open finish their work. --all needs no file: it also \
        closes vaults that were damaged or moved.
        """
    static let examples = [
        Example("arca vault lock", "commands ask again", needsVault: true),
        Example("arca vault lock --vault team.arca", "another vault", needsVault: true),
    ]

    var isForAll = false
    var place = VaultPlaceOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.flag("--all", set: \.isForAll, help: "close all vaults that 'unlock' keeps open")
        Parameter.json
        Parameter.group(\.place)
    }

    consuming func run(in context: CommandContext) throws {
        if isForAll {
            let count = try VaultSession.lockAll()
            return try ItemAction.locked.report(
                [count == 0 ? "all were locked already" : "locked \(Count.text(count, "vault"))"],
                asJSON: context.wantsJSON,
                [("count", .integer(count))])
        }
        let path = try place.path()
        let vault: LockedVault
        do {
            vault = try LockedVault(at: path)
        } catch {
            // The vault's identifier is in the file.
            Messages.hint("a vault that was unlocked stays so: 'arca vault lock --all' needs no file")
            throw error
        }
        let wasUnlocked = try VaultSession(of: vault.identifier).lock()
        try ItemAction.locked.report(
            [wasUnlocked ? "locked" : "was locked already"], asJSON: context.wantsJSON,
            [("count", .integer(wasUnlocked ? 1 : 0))])
    }
}
