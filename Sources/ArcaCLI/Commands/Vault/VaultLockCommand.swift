internal import ArcaVault

/// `arca vault lock`: ends what `unlock` began.
struct VaultLockCommand: Command {
    static let name = "lock"
    static let summary = "close the vault that 'unlock' keeps open"
    static let details = """
        Removes the vault's key from the kernel's keyring at once. No passphrase is needed, and locking a vault that is \
        locked already is no error. Commands that have the vault open finish their work.
        """
    static let examples = [
        Example("arca vault lock", "from now on commands ask again", needsVault: true),
        Example("arca vault lock --vault team.arca", "another vault", needsVault: true),
    ]

    var place = VaultPlaceOptions()

    static var parameters: [Parameter<Self>] { Parameter.group(\.place) }

    consuming func run() throws {
        let session = SessionCache(of: try LockedVault(at: place.path()).identifier)
        Messages.note(try session.lock() ? "locked" : "was locked already")
    }
}
