internal import ArcaSystem
internal import ArcaVault

/// `arca vault unlock`: keeps the vault open for a time.
struct VaultUnlockCommand: Command {
    static let name = "unlock"
    static let summary = "keep the vault open for a time, for all your sessions"
    static let details = """
        Asks for the passphrase, or takes what the options name, checks the vault, and puts its key into the keyring that \
        the Linux kernel has for you. Until the time is over, 'arca vault lock' or a restart, no command asks again. Use \
        does not prolong the time. Nothing is written to the disk.

        Meanwhile every program that runs as you can read the vault, in all your logins, over ssh and cron too, and also \
        after you have logged out. Changing what opens the vault, and exporting, ask all the same. Where the kernel \
        offers no keyring, as in most containers, each command asks.
        """
    static let examples = [
        Example("arca vault unlock", "ask for the passphrase, and keep the vault open for 15 minutes", isRun: false),
        Example(
            "arca vault unlock --timeout 8h -i key.txt", "open it by an age identity, for a day's work", isRun: false),
    ]

    var timeout = TimeSpan(seconds: SessionCache.standardSeconds)
    var vault = VaultOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.option("--timeout", value: "TIME", set: \.timeout, help: "how long, as 45s, 15m, 8h or 2d")
        Parameter.group(\.vault)
    }

    consuming func run() throws {
        guard KernelKeyring().isAvailable else {
            Messages.error("the kernel keyring is not available here, so the vault cannot stay open")
            Messages.hint("each command asks, or takes --passphrase-from and its like")
            throw ExitStatus.ioFailed
        }
        try vault.openWithCredential(isReadOnly: true).startSession(seconds: timeout.seconds)
        Messages.note("unlocked for \(timeout.text)")
    }
}
