public import ArcaCodecs
public import ArcaSystem

extension Vault {
    /// Copies the vault, as one state of it, into a new file.
    ///
    /// The copy is sealed as a backup: it opens only as one, for reading, and never in the vault's place. It opens with what
    /// opens the vault now, also when that is changed later.
    ///
    /// - Parameters:
    ///   - path: The file to make, mode 0600; it appears whole or not at all.
    ///   - replacing: Whether a file that is there is replaced.
    /// - Throws: ``VaultError`` with code `.duplicate` when a file is there, or as ``item(_:)``.
    public func backup(to path: BytePath, replacing: Bool = false) throws(VaultError) {
        try VaultError.wrap {
            try withEngine { engine in
                if let own = engine.database.path, let target = try FileInfo.ifPresent(path),
                    try FileInfo(own).identity == target.identity
                {
                    throw VaultError(
                        .invalidArgument, "the backup would replace the vault itself; give another file name")
                }
                // What cannot be trusted is not copied as if it could be.
                try engine.read { transaction in try transaction.checkAllGroups() }
                let keys = try engine.unlockedKeys()
                try engine.database.backup(to: path, replacing: replacing) { copy in
                    _ = try VaultEngine(copy, keys, OpenOptions(stateFolder: nil)).jump(to: .backup)
                }
            }
        }
    }

    /// Makes a backup the vault again, as a state above all that this machine has seen.
    ///
    /// - Parameters:
    ///   - backup: The backup's file, which stays as it is.
    ///   - path: The vault's file.
    ///   - credential: What opens the backup.
    ///   - replacing: Whether a vault that is there is replaced; all that it has beyond the backup is lost.
    ///   - options: Where this machine remembers the vault.
    /// - Returns: The vault, open.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for a file that is not a backup, `.duplicate` when a file is there,
    ///   or as ``open(at:with:options:)``.
    @discardableResult
    public static func restore(
        from backup: BytePath, to path: BytePath, with credential: VaultCredential, replacing: Bool = false,
        options: OpenOptions = OpenOptions()
    ) throws(VaultError) -> Vault {
        try VaultError.wrap {
            var (asBackup, live) = (options, options)
            asBackup.isBackup = true
            (live.isBackup, live.isReadOnly) = (false, false)
            let source = try open(at: backup, with: credential, options: asBackup)
            let keys = try source.withEngine { engine in try engine.unlockedKeys() }
            var position: Anchor?
            func copy(above generation: UInt64) throws {
                try source.withEngine { engine in
                    try engine.read { transaction in try transaction.checkAllGroups() }
                    try engine.database.backup(to: path, replacing: replacing) { copy in
                        position = try VaultEngine(copy, keys, live).jump(to: .live, above: generation)
                    }
                }
            }
            if replacing, let replaced = try standing(at: path, options) {
                // While nobody writes to it: the journal of a writer has a name that the new file would answer to.
                try replaced.write { try copy(above: generation(of: replaced, keys)) }
            } else {
                try copy(above: 0)
            }
            let engine = VaultEngine(
                try Database(path, .readWrite, busyLimit: options.busyMilliseconds), keys, live)
            if let position { engine.remember(position, acceptingOlder: true) }
            try engine.read { _ in }
            return Vault(engine, identifier: keys.vaultKey.vault)
        }
    }

    /// The vault that is to be replaced; nil where there is none that SQLite could open.
    private static func standing(at path: BytePath, _ options: OpenOptions) throws -> Database? {
        do {
            let database = try Database(path, .readWrite, busyLimit: options.busyMilliseconds)
            return try database.read { database }
        } catch {
            guard [.notFound, .malformed, .tampered, .unsupported].contains(VaultError(wrapping: error).code) else {
                throw error
            }
            return nil
        }
    }

    /// The generation of a vault that opens with the same key, which a machine without an anchor knows too; 0 of any other.
    private static func generation(of database: Database, _ keys: RecordKeys) throws -> UInt64 {
        do {
            return try database.state.row().open(keys).generation
        } catch {
            guard VaultError(wrapping: error).code != .systemFailed else { throw error }
            return 0
        }
    }
}
