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
                    _ = try VaultEngine(copy, keys, nil, OpenOptions(stateFolder: nil)).jump(to: .backup)
                }
            }
        }
    }
}
