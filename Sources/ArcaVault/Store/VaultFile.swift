internal import ArcaSystem

/// A vault's file as the file system has it: found, made, and what lies beside it.
enum VaultFile {
    /// Finds a vault's file.
    ///
    /// - Parameter path: The file; a symbolic link to it will do.
    /// - Returns: Its absolute path without symbolic links, so that all who open it agree on the journal's name.
    /// - Throws: ``VaultError``: `.notFound`; `.malformed` for a folder or device; `.systemFailed`, also for a file of
    ///   several names: each would have a journal of its own.
    static func existing(_ path: FilePath) throws(VaultError) -> FilePath {
        let (resolved, info) = try translating { () throws(SystemError) in
            let resolved = try SymbolicLink.resolve(path)
            return (resolved, try FileInfo(resolved, followingLinks: false))
        }
        guard info.kind == .regular else { throw VaultError(.malformed, "\(path) is not a vault: it is no file") }
        guard info.linkCount == 1 else {
            throw VaultError(
                .systemFailed,
                "cannot open \(path): it has \(info.linkCount) names (hard links), which damages vaults; keep one of them"
            )
        }
        return resolved
    }

    /// Makes a file that appears whole or not at all, mode 0600.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - replacing: Whether a file that is there is replaced.
    ///   - fill: Receives the path of an empty file to fill and close.
    /// - Throws: ``VaultError``: `.duplicate` when the name is taken; `.invalidArgument` for a name that SQLite uses beside
    ///   other vaults; `.systemFailed`; what `fill` throws.
    static func make(
        _ path: FilePath, replacing: Bool, _ fill: (FilePath) throws(VaultError) -> Void
    ) throws(VaultError) {
        for suffix in sidecars where path.bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
            throw VaultError(.invalidArgument, "cannot make \(path): a vault's name does not end in \(suffix)")
        }
        let file = try translating { () throws(SystemError) in
            try StagedFile(path, replacing: replacing)
        }
        try fill(file.path)
        do throws(SystemError) { try file.commit() } catch { throw VaultError(error) }
    }

    /// What SQLite appends to a database's name for the files beside it.
    private static let sidecars = ["-journal", "-wal", "-shm"]
}
