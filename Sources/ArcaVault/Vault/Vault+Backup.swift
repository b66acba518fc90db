public import ArcaCodecs
public import ArcaSystem

extension Vault {
    /// What becomes of a file that has a backup's name already.
    public enum ExistingBackup: Sendable, Hashable {
        /// It is an error.
        case refuse
        /// It is replaced.
        case replace
        /// It gets `.1` appended to its name, the one that had that name `.2`, and so on; of these so many are kept.
        case keep(Int)
    }

    /// Copies the vault, as one state of it, into a new file.
    ///
    /// The copy is sealed as a backup: it opens only as one, for reading, and never in the vault's place. It opens with what
    /// opens the vault now, also when that is changed later. Every record and attachment of the copy is opened before it gets
    /// its name; damage leaves what is there as it was.
    ///
    /// - Parameters:
    ///   - path: The file to make, mode 0600; it appears whole or not at all.
    ///   - existing: What becomes of a file that is there.
    ///   - acceptsDamage: Whether a damaged vault is copied as it is; only where no file is there.
    /// - Throws: ``VaultError`` with code `.duplicate` when a file is there, or one that `.keep` would remove is not an older
    ///   backup of this vault; `.invalidArgument` for damage that is accepted in place of another backup, and for a number
    ///   to keep below 1 or above 999; `.tampered` for a damaged vault; or as ``item(_:)``.
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
                // Slots and log; the rows are looked at in the copy.
                try engine.read { transaction in
                    guard try transaction.isLogSound() else { throw VaultTransaction.changedLog }
                }
                try engine.database.backup(to: path, replacing: existing != .refuse) { copy in
                    let copied = VaultEngine(copy, keys, nil, OpenOptions(stateFolder: nil))
                    _ = try copied.jump(to: .backup)
                    if !acceptsDamage { try copied.checkBackup() }
                    for (target, source) in zip(older, [path] + older).reversed()
                    where try FileInfo.ifPresent(source) != nil {
                        // The newest keeps its name until the new one takes it: after a crash there is one of that name.
                        if source == path, try Folder.linkFile(source, to: target) { continue }
                        try Folder.moveFile(source, to: target)
                    }
                }
            }
        }
    }

    /// The names that older backups get, the newest first.
    private func olderNames(of path: BytePath, _ existing: ExistingBackup) throws -> [BytePath] {
        guard case .keep(let count) = existing else { return [] }
        guard (1...999).contains(count) else {
            throw VaultError(.invalidArgument, "1 to 999 older backups can be kept, not \(count)")
        }
        return (1...count).map { path.appending(suffix: BytePath(".\($0)")) }
    }

    /// Makes sure that a file that goes is an older backup of this vault.
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
