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
        try withEngine { (engine) throws(VaultError) in
            let isItself = try translating { () throws(SystemError) in
                guard let own = engine.database.path, let target = try FileInfo.ifPresent(path) else { return false }
                return try FileInfo(own).identity == target.identity
            }
            guard !isItself else {
                throw VaultError(.invalidArgument, "the backup would take the vault's own place; name another file")
            }
            // What cannot be trusted is not copied as if it could be.
            try engine.read { (transaction) throws(VaultError) in
                for group in 0..<SetSums.groupCount { try transaction.checkGroup(group) }
            }
            let keys = try engine.unlockedKeys()
            try engine.database.backup(to: path, replacing: replacing) { (copy) throws(VaultError) in
                _ = try VaultEngine(copy, keys, OpenOptions(stateFolder: nil)).jump(to: .backup)
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
    /// - Throws: ``VaultError`` with code `.invalidArgument` for a file that is no backup, `.duplicate` when a file is there,
    ///   or as ``open(at:with:options:)``.
    @discardableResult
    public static func restore(
        from backup: BytePath, to path: BytePath, with credential: VaultCredential, replacing: Bool = false,
        options: OpenOptions = OpenOptions()
    ) throws(VaultError) -> Vault {
        var (asBackup, live) = (options, options)
        asBackup.isBackup = true
        (live.isBackup, live.isReadOnly) = (false, false)
        let source = try open(at: backup, with: credential, options: asBackup)
        let keys = try source.withEngine { (engine) throws(VaultError) in try engine.unlockedKeys() }
        var position: Anchor?
        func copy(above generation: UInt64) throws(VaultError) {
            try source.withEngine { (engine) throws(VaultError) in
                try engine.read { (transaction) throws(VaultError) in
                    for group in 0..<SetSums.groupCount { try transaction.checkGroup(group) }
                }
                try engine.database.backup(to: path, replacing: replacing) { (copy) throws(VaultError) in
                    position = try VaultEngine(copy, keys, live).jump(to: .live, above: generation)
                }
            }
        }
        if replacing, let replaced = try standing(at: path, options) {
            // While nobody writes to it: the journal of a writer has a name that the new file would answer to.
            try replaced.write { () throws(VaultError) in try copy(above: generation(of: replaced, keys)) }
        } else {
            try copy(above: 0)
        }
        let engine = VaultEngine(
            try Database(path, .readWrite, busyLimit: options.busyMilliseconds), keys, live)
        if let position { engine.remember(position, acceptingOlder: true) }
        try engine.read { (_) throws(VaultError) in }
        return Vault(engine, identifier: keys.vaultKey.vault)
    }

    /// The vault that is to be replaced; nil where there is none that SQLite could open.
    private static func standing(at path: BytePath, _ options: OpenOptions) throws(VaultError) -> Database? {
        do throws(VaultError) {
            let database = try Database(path, .readWrite, busyLimit: options.busyMilliseconds)
            return try database.read { () throws(VaultError) in database }
        } catch {
            guard [.notFound, .malformed, .tampered, .unsupported].contains(error.code) else { throw error }
            return nil
        }
    }

    /// The generation of a vault that opens with the same key, which a machine without an anchor knows too; 0 of any other.
    private static func generation(of database: Database, _ keys: RecordKeys) throws(VaultError) -> UInt64 {
        do throws(VaultError) {
            return try StateRow(in: database).open(keys).generation
        } catch {
            guard error.code != .systemFailed else { throw error }
            return 0
        }
    }
}
