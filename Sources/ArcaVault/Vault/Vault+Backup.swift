public import ArcaCore
public import ArcaSystem

extension Vault {
    /// The handling of an existing file with a backup's name.
    public enum ExistingBackup: Sendable, Hashable {
        /// Throw an error.
        case refuse
        /// Replace the file.
        case replace
        /// Rename it with `.1` appended, an existing `.1` to `.2`, and so on; keep at most this many.
        case keep(Int)
    }

    /// Backs up a single state of the vault to a new file.
    ///
    /// The backup opens only as a backup, read-only, and never in place of the vault. It opens with the vault's current
    /// credentials, even if those change later. Every record and attachment is verified before the file gets its name;
    /// if there is damage, existing files are unchanged.
    ///
    /// - Parameters:
    ///   - path: The file to create, mode 0600; it appears complete or not at all.
    ///   - existing: The handling of an existing file.
    ///   - acceptsDamage: Whether to copy a damaged vault as it is; only if the file does not exist.
    /// - Throws: ``VaultError`` with code `.duplicate` if the file exists, or if a file that `.keep` would remove is
    ///   not an older backup of this vault; `.invalidArgument` for accepting damage in place of another backup, and for
    ///   a number to keep below 1 or above 999; `.tampered` for a damaged vault; or as ``item(_:)``.
    public func backup(
        to path: BytePath, existing: ExistingBackup = .refuse, acceptsDamage: Bool = false
    ) throws(VaultError) {
        try VaultError.wrap {
            guard existing == .refuse || !acceptsDamage else {
                throw VaultError(.invalidArgument, "a damaged backup must not take another one's place")
            }
            try withEngine { engine in
                let keys = try engine.unlockedKeys()
                let older = try olderNames(of: path, existing)
                if let own = try engine.database.path.map({ try FileInfo($0).identity }) {
                    for path in [path] + older where try FileInfo.ifPresent(path)?.identity == own {
                        throw VaultError(
                            .invalidArgument, "the backup would replace the vault itself; give another file name")
                    }
                }
                if let last = older.last, try FileInfo.ifPresent(last) != nil { try checkIsBackup(last) }
                // Verify slots and log; the rows are verified in the copy.
                try engine.read { transaction in
                    guard try transaction.isLogSound() else { throw VaultTransaction.changedLog }
                }
                try engine.database.backup(to: path, replacing: existing != .refuse) { copy in
                    let copied = VaultEngine(copy, keys, nil, OpenOptions(stateFolder: nil))
                    _ = try copied.jump(to: .backup)
                    if !acceptsDamage { try copied.checkBackup() }
                    for (target, source) in zip(older, [path] + older).reversed()
                    where try FileInfo.ifPresent(source) != nil {
                        // Keep the newest under its name until it is replaced: after a crash, a file of that name
                        // exists.
                        if source == path, try Folder.linkFile(source, to: target) { continue }
                        try Folder.moveFile(source, to: target)
                    }
                }
            }
        }
    }

    private func olderNames(of path: BytePath, _ existing: ExistingBackup) throws -> [BytePath] {
        guard case .keep(let count) = existing else { return [] }
        guard (1...999).contains(count) else {
            throw VaultError(.invalidArgument, "1 to 999 older backups can be kept, not \(count)")
        }
        return (1...count).map { path.appending(suffix: BytePath(".\($0)")) }
    }

    private func checkIsBackup(_ path: BytePath) throws {
        do {
            let database = try Database(path, .copy)
            guard try database.read({ try database.state.row().vault }) == identifier else {
                throw VaultEngine.noBackup
            }
        } catch {
            throw VaultError(
                .duplicate, "\(path) would be replaced, and is not an older backup of this vault; move it away")
        }
    }
}
