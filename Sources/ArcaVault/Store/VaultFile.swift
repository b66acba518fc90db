internal import ArcaCodecs
internal import ArcaSystem

/// A vault's file as the file system has it: found, made, and what lies next to it.
enum VaultFile {
    /// Finds a vault's file.
    ///
    /// - Parameter path: The file; a symbolic link to it will do.
    /// - Returns: Its absolute path without symbolic links, so that all who open it agree on the journal's name.
    /// - Throws: ``VaultError``: `.notFound`; `.malformed` for a folder or device; `.systemFailed`, also for a file of
    ///   several names: each would have a journal of its own.
    static func existing(_ path: BytePath) throws -> BytePath {
        let (resolved, info) = try VaultError.wrap {
            let resolved = try SymbolicLink.resolve(path)
            return (resolved, try FileInfo(resolved, followingLinks: false))
        }
        guard info.kind == .regular else { throw VaultError(.malformed, "\(path) is not a vault: it is not a file") }
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
    /// - Throws: ``VaultError``: `.duplicate` when the name is taken, or a journal lies next to it; `.invalidArgument` for a name that SQLite uses next to
    ///   other vaults; `.systemFailed`; what `fill` throws.
    static func make(
        _ path: BytePath, replacing: Bool, _ fill: (BytePath) throws -> Void
    ) throws {
        for suffix in sidecars where path.bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
            throw VaultError(.invalidArgument, "cannot make \(path): a vault's name does not end in \(suffix)")
        }
        let journal = path.appending(suffix: BytePath("-journal"))
        // SQLite would undo in the new file what a dead writer did in another.
        guard try FileInfo.ifPresent(journal) == nil else {
            throw VaultError(
                .duplicate,
                "cannot make \(path): \(journal) is there, left by a write that was cut short; open its vault, or remove it"
            )
        }
        let file: StagedFile
        do { file = try StagedFile(path, replacing: replacing) } catch { throw taken(error) }
        do {
            try fill(file.path)
        } catch {
            // A journal may be left as well.
            for suffix in sidecars { try? Folder.removeFile(file.path.appending(suffix: BytePath(suffix))) }
            throw error
        }
        do { try file.commit() } catch { throw taken(error) }
    }

    /// A file that could not be made, where a name that is taken is a duplicate.
    private static func taken(_ error: SystemError) -> VaultError {
        error.code == .exists ? VaultError(.duplicate, error.reason) : VaultError(wrapping: error)
    }

    /// The files next to a vault that do not belong to it: a write-ahead log and its index, which no vault has, and a journal
    /// that is a link, is another user's, or names further files.
    ///
    /// Such a file was put there, or left by another program that opened the vault; nothing of it is ever used.
    ///
    /// - Parameter path: The vault; a symbolic link to it will do.
    /// - Returns: Their paths.
    /// - Throws: ``VaultError``: `.notFound`, when there is no vault; `.systemFailed`.
    static func foreignSidecars(of path: BytePath) throws -> [BytePath] {
        try VaultError.wrap {
            let vault = try SymbolicLink.resolve(path)
            var found: [BytePath] = []
            for suffix in sidecars {
                let sidecar = vault.appending(suffix: BytePath(suffix))
                guard try FileInfo.ifPresent(sidecar) != nil else { continue }
                let name = sidecar.bytes.map { CChar(bitPattern: $0) } + [0]
                if suffix == "-journal", VaultVFS.isOwnOrMissing(journal: name), try !namesOthers(sidecar) { continue }
                found.append(sidecar)
            }
            return found
        }
    }

    /// Whether a journal ends with the name of a super-journal, which only SQLite's transactions over several files have.
    private static func namesOthers(_ journal: BytePath) throws -> Bool {
        // Name, its length and a checksum as u32, then the magic number that a journal also begins with.
        let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
        let file = try FileReader(journal, followingLinks: false)
        guard let count = file.byteCount, count >= 16 else { return false }
        let end = try [UInt8](capacity: magic.count) { output in
            try file.read(into: &output, at: count - magic.count)
        }
        return end == magic
    }

    /// What SQLite appends to a database's name for the files next to it.
    private static let sidecars = ["-journal", "-wal", "-shm"]
}
