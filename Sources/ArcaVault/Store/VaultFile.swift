internal import ArcaCore
internal import ArcaSystem

enum VaultFile {
    /// Finds a vault file and returns its absolute path without symbolic links, so all agree on the journal's name.
    ///
    /// Throws `.notFound`, `.malformed` for a folder or device, or `.systemFailed`, also for a file with several names,
    /// because each would have its own journal.
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

    /// Creates a file with mode 0600 that appears complete or not at all; `fill` fills and closes an empty file.
    ///
    /// Throws `.duplicate` if the name exists or a journal is next to it, or `.invalidArgument` for a name that SQLite
    /// uses next to other vaults.
    static func make(
        _ path: BytePath, replacing: Bool, _ fill: (BytePath) throws -> Void
    ) throws {
        for suffix in sidecars where path.bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
            throw VaultError(.invalidArgument, "cannot make \(path): a vault's name does not end in \(suffix)")
        }
        let journal = path.appending(suffix: BytePath("-journal"))
        // SQLite would apply another file's journal to the new one.
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
            // Removes a journal as well.
            for suffix in sidecars { try? Folder.removeFile(file.path.appending(suffix: BytePath(suffix))) }
            throw error
        }
        do { try file.commit() } catch { throw taken(error) }
    }

    private static func taken(_ error: SystemError) -> VaultError {
        error.code == .exists ? VaultError(.duplicate, error.reason) : VaultError(wrapping: error)
    }

    /// The files next to a vault that do not belong to it.
    ///
    /// These are a write-ahead log and its index, which a vault never has, and a journal that is a link, belongs to
    /// another user or names other files. They are never used.
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

    /// Whether a journal names a super-journal, which only transactions over several files need.
    private static func namesOthers(_ journal: BytePath) throws -> Bool {
        // The journal ends with the name, its length and a checksum as u32, and the magic number.
        let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
        let file = try FileReader(journal, followingLinks: false)
        guard let count = file.byteCount, count >= 16 else { return false }
        let end = try [UInt8](capacity: magic.count) { output in
            try file.read(into: &output, at: count - magic.count)
        }
        return end == magic
    }

    /// Suffixes of the files that SQLite creates next to a database.
    private static let sidecars = ["-journal", "-wal", "-shm"]
}
