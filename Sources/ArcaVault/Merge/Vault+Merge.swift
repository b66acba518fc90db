public import ArcaCodecs
public import ArcaSystem

extension Vault {
    /// Takes what another copy of the vault has into this one: nothing that either side wrote is lost.
    ///
    /// Items are merged by field. Where both sides changed a field, both values stay until somebody chooses
    /// (``conflicts(of:)``, ``resolve(_:field:taking:)``); a change beats a removal that had not seen it; counters of one-time
    /// passwords take the higher value; attachments of both stay. Clocks decide nothing. Merging is commutative, associative
    /// and idempotent. Keys, slots and settings stay those of this vault, and `other` stays as it is.
    ///
    /// The vault may be opened with ``OpenOptions/acceptsOlder`` where its file is one that this machine refuses, as long as
    /// `other` is the one that it saw.
    ///
    /// - Parameters:
    ///   - other: Another copy of the same vault, or a backup of it, open in any way.
    ///   - acceptsOlderKey: Whether `other` may have another key, as from before this vault got a new one: somebody else may have written
    ///     it.
    ///   - isTrial: Whether to tell only what would happen, and change nothing.
    /// - Returns: What was done.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for another vault or the same file; `.tampered` for damage in
    ///   `other`, of which nothing is taken; `.olderFile` and `.forked` where neither copy follows from what this machine
    ///   saw; `.rotated` when `other` has a newer key; `.locked`, `.readOnly`, `.busy`, `.systemFailed`.
    @discardableResult
    public func merge(
        _ other: Vault, acceptsOlderKey: Bool = false, isTrial: Bool = false
    ) throws(VaultError) -> MergeReport {
        try checkFree()
        guard other !== self, other.identifier == identifier else {
            throw VaultError(
                .invalidArgument,
                other === self
                    ? "a vault cannot be merged with itself" : "this is another vault: only copies of one can be merged"
            )
        }
        return try VaultError.wrap {
            // Two threads that merge two vaults into each other take the locks in one order.
            if ObjectIdentifier(self) < ObjectIdentifier(other) {
                return try withEngine { mine in
                    try other.withEngine { theirs in
                        try mine.merge(theirs, acceptsOlderKey: acceptsOlderKey, isTrial: isTrial)
                    }
                }
            }
            return try other.withEngine { theirs in
                try withEngine { mine in
                    try mine.merge(theirs, acceptsOlderKey: acceptsOlderKey, isTrial: isTrial)
                }
            }
        }
    }

    /// Opens another copy of a vault, or a backup of it, to be merged: it is only read, and this machine does not remember it.
    ///
    /// - Parameters:
    ///   - path: The copy.
    ///   - credential: What opens it.
    ///   - options: Where this machine remembers the vault, and how long to wait.
    /// - Returns: The copy, open.
    /// - Throws: ``VaultError`` as `open`, but neither `.olderFile` nor `.forked`.
    public static func openCopy(
        at path: BytePath, with credential: VaultCredential, options: OpenOptions = OpenOptions()
    ) throws(VaultError) -> Vault {
        try VaultError.wrap {
            var options = options
            (options.isReadOnly, options.acceptsOlder, options.notes) = (true, true, { _ in })
            let database = try Database(path, .copy, busyLimit: options.busyMilliseconds)
            let unlocked = try VaultSlots.unlock(database, with: credential, options)
            let keys = try RecordKeys(unlocked.subkeys)
            options.isBackup = try database.read { try database.state.row().open(keys).kind == .backup }
            let engine = try VaultEngine(database, unlocked, options)
            try engine.read { _ in }
            return Vault(engine, identifier: unlocked.subkeys.vault)
        }
    }
}
