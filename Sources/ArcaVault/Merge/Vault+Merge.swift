public import ArcaCore
public import ArcaSystem

extension Vault {
    /// Merges another copy of the vault into this one without losing any change.
    ///
    /// Items are merged by field. If both sides changed a field, both values stay until one is chosen
    /// (``conflicts(of:)``, ``resolve(_:field:taking:)``). An edit wins over a removal that had not seen it, counters
    /// of one-time passwords take the higher value, and attachments of both stay. Clocks do not matter. Merging is
    /// commutative, associative and idempotent. Keys, slots and settings of this vault do not change, nor does `other`.
    ///
    /// The vault may be opened with ``OpenOptions/acceptsOlder`` if this machine rejects its file but has seen `other`.
    ///
    /// - Parameters:
    ///   - other: Another copy of the same vault or a backup of it, opened in any way.
    ///   - acceptsOlderKey: Whether to accept a key from before a rotation of this vault; anyone with that key may have
    ///     written `other`.
    ///   - isTrial: Whether to report only and change nothing.
    /// - Returns: The result.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for another vault or the same file; `.tampered` for a
    ///   damaged `other`, from which nothing is taken; `.olderFile` or `.forked` if neither copy follows from the state
    ///   this machine has seen; `.rotated` if `other` has a newer key; `.locked`, `.readOnly`, `.busy` or
    ///   `.systemFailed`.
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
            // A fixed lock order, for threads that merge two vaults into each other.
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

    /// Opens another copy or a backup of a vault for merging; it is read-only and not remembered by this machine.
    ///
    /// - Parameters:
    ///   - path: The copy.
    ///   - credential: A credential of the copy.
    ///   - options: The state folder and the wait for locks.
    /// - Returns: The opened copy.
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
