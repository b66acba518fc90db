internal import ArcaCodecs
internal import ArcaVault

/// `arca vault lock`: ends what `unlock` began.
struct VaultLockCommand: Command {
    static let name = "lock"
    static let summary = "close the vault that 'unlock' keeps open"
    static let details = """
        Removes the vault's key from the kernel's keyring at once. No passphrase is needed, and locking a vault that is \
        locked already is no error. Commands that have the vault open finish their work. --all needs no file: it also \
        closes vaults that were damaged or moved.
        """
    static let examples = [
        Example("arca vault lock", "from now on commands ask again", needsVault: true),
        Example("arca vault lock --vault team.arca", "another vault", needsVault: true),
    ]

    var isForAll = false
    var place = VaultPlaceOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.flag("--all", set: \.isForAll, help: "close all vaults that 'unlock' keeps open")
        Parameter.group(\.place)
    }

    consuming func run() throws {
        if isForAll {
            let count = try SessionCache.lockAll()
            return Messages.note(count == 0 ? "all were locked already" : "locked \(count)")
        }
        let path = try place.path()
        let vault: LockedVault
        do throws(VaultError) {
            vault = try LockedVault(at: path)
        } catch {
            // The file says which vault it is.
            Messages.hint("a vault that was unlocked stays so: 'arca vault lock --all' needs no file")
            throw error
        }
        Messages.note(try SessionCache(of: vault.identifier).lock() ? "locked" : "was locked already")
    }
}
