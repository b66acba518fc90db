public import ArcaCore
public import ArcaSystem

extension Vault {
    /// Restores a vault's content from a backup, without restoring keys or slots that were replaced since.
    ///
    /// A vault that the same credential or its session opens keeps its keys and slots. Its items become those of the
    /// backup, as edits: replaced versions go to the history, items missing from the backup to the trash. If there is
    /// no vault, or it cannot be trusted, the backup takes its place with a new key, in an epoch above all seen on this
    /// machine, and opens only with `credential`. Notes report which was done.
    ///
    /// - Parameters:
    ///   - backup: The backup's file, which is not changed.
    ///   - path: The vault's file, or a symbolic link to it.
    ///   - credential: The credential for the backup.
    ///   - replacing: Whether an existing vault may be changed.
    ///   - discarding: Whether an existing file may be lost: another vault, one that neither `credential` nor a session
    ///     opens, or a file that is not a vault.
    ///   - options: The vault's options, with this machine's state folder.
    /// - Returns: The opened vault.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for a file that is not a backup; `.duplicate` if an
    ///   existing file would be changed or lost; `.locked` if it is the same vault and does not open; `.tampered` for a
    ///   damaged backup; or as `open`.
    @discardableResult
    public static func restore(
        from backup: BytePath, to path: BytePath, with credential: VaultCredential, replacing: Bool = false,
        discarding: Bool = false, options: OpenOptions = OpenOptions()
    ) throws(VaultError) -> Vault {
        try VaultError.wrap {
            var (asBackup, live) = (options, options)
            asBackup.isBackup = true
            (live.isBackup, live.isReadOnly, live.acceptsOlder) = (false, false, false)
            let source = try open(at: backup, with: credential, options: asBackup)
            guard try source.verify().isSound else {
                throw VaultError(.tampered, "the backup \(backup) is damaged or was changed; nothing was restored")
            }
            guard try FileInfo.ifPresent(path) != nil else {
                return try source.install(at: path, with: credential, live, replacing: false, nil)
            }
            // The link's target is replaced, and the link stays.
            let target = try SymbolicLink.resolve(path)
            guard replacing || discarding else { throw VaultError(.duplicate, "\(path) exists already") }
            let standing = try source.standing(at: target, with: credential, live, discarding)
            if let vault = standing.vault {
                do {
                    return try vault.edit(toMatch: source)
                } catch let error as VaultError where error.code == .tampered {
                    // The backup was verified, so the damage is in the vault.
                }
            }
            let restored = try source.install(
                at: target, with: credential, live, replacing: true, standing.database)
            if !discarding { options.notes(.replacedUntrusted(target)) }
            return restored
        }
    }

    // MARK: A vault that is there

    /// The existing file: the vault, if it opens, and the connection that blocks other writers.
    ///
    /// - Throws: ``VaultError`` if it must not be replaced.
    private func standing(
        at path: BytePath, with credential: VaultCredential, _ options: OpenOptions, _ discarding: Bool
    ) throws -> (database: Database?, vault: Vault?) {
        let database: Database
        let found: [UInt8]
        do {
            database = try Database(path, .readWrite, busyLimit: options.busyMilliseconds)
            found = try database.read { try database.state.row().vault }
        } catch {
            guard [.notFound, .malformed, .tampered, .unsupported].contains(VaultError(wrapping: error).code) else {
                throw error
            }
            guard discarding else {
                throw VaultError(.duplicate, "\(path) is not a vault that can be read, and would be lost")
            }
            return (nil, nil)
        }
        guard found == identifier else {
            guard discarding else {
                throw VaultError(.duplicate, "the backup is of another vault than \(path), which would be lost")
            }
            return (database, nil)
        }
        for credential in [credential, .session] {
            do {
                return (database, try Vault.open(at: path, with: credential, options: options))
            } catch {
                switch error.code {
                case .wrongCredential, .locked, .lockedOut, .rotated: continue
                case .tampered, .olderFile, .forked: return (database, nil)
                default: throw error
                }
            }
        }
        guard discarding else {
            throw VaultError(
                .locked,
                "what opens the backup does not open the vault \(path), whose items would be lost; unlock it first")
        }
        return (database, nil)
    }

    private func edit(toMatch backup: Vault) throws -> Vault {
        let counts = try backup.read { backup in
            try self.write { vault in
                var restoration = Restoration(of: backup, to: vault)
                try restoration.run()
                return (restoration.added, restoration.changed, restoration.removed)
            }
        }
        let notes = withEngine { $0.options.notes }
        notes(.restored(added: counts.0, changed: counts.1, removed: counts.2))
        return self
    }

    // MARK: No vault that opens

    /// Installs this backup as a vault with a new key, in place of the existing file.
    private func install(
        at path: BytePath, with credential: VaultCredential, _ options: OpenOptions, replacing: Bool,
        _ standing: Database?
    ) throws -> Vault {
        var leftOut: [VaultSlot] = []
        var position: Anchor?
        func copy(above generation: UInt64) throws -> (RecordKeys, VaultKey) {
            try withEngine { engine in
                let (keys, key) = (try engine.unlockedKeys(), try engine.unlockedVaultKey())
                var new: (RecordKeys, VaultKey)?
                try engine.database.backup(to: path, replacing: replacing) { copy in
                    let renewed = VaultEngine(copy, keys, key, options)
                    (position, leftOut) = try renewed.renew(opening: credential, above: generation)
                    renewed.compact()
                    new = (try renewed.unlockedKeys(), try renewed.unlockedVaultKey())
                }
                return new ?? (keys, key)
            }
        }
        // Hold the lock: a writer's journal has a name that would apply to the new file too.
        let (keys, key) =
            try standing.map { standing in
                try standing.write { try copy(above: generation(of: standing)) }
            } ?? copy(above: 0)
        let engine = VaultEngine(
            try Database(path, .readWrite, busyLimit: options.busyMilliseconds), keys, key, options)
        if let position { engine.remember(position) }
        try engine.read { _ in }
        if !leftOut.isEmpty { options.notes(.slotsLeftOut(leftOut)) }
        return Vault(engine, identifier: identifier)
    }

    /// The generation of a vault that opens with this backup's key, needed on machines without an anchor; 0 for any
    /// other.
    private func generation(of database: Database) throws -> UInt64 {
        do {
            let keys = try withEngine { engine in try engine.unlockedKeys() }
            return try database.state.row().open(keys).generation
        } catch {
            guard VaultError(wrapping: error).code != .systemFailed else { throw error }
            return 0
        }
    }
}
