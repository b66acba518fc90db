internal import ArcaCore
internal import ArcaPlatform
internal import ArcaSystem
internal import CArcaSQLite

extension VaultError {
    /// Converts an extended result code of SQLite to a vault error.
    ///
    /// `number` is the related `errno` or 0, `action` reads like `cannot open notes.vault`, and `message` is SQLite's,
    /// for unexpected codes.
    init(sqlite result: Int32, errno number: Int32, _ action: String, message: String) {
        let (code, reason): (Code, String) =
            switch result & 0xff {
            case SQLITE_FULL: (.systemFailed, "\(action): the disk is full")
            case SQLITE_IOERR: VaultError.inputOutput(result, action)
            // The statements are valid, so `SQLITE_ERROR` means that the tables are not.
            case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_CONSTRAINT,
                SQLITE_ERROR:
                (.tampered, "\(action): the file was damaged or changed (\(message))")
            case SQLITE_INTERRUPT:
                (.tampered, "\(action): the file was damaged or changed: its pages hold more rows than fit into it")
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: (.busy, "\(action): another process is using it")
            case SQLITE_READONLY: VaultError.notWritable(result, action)
            case SQLITE_CANTOPEN: VaultError.cannotOpen(number, action)
            case SQLITE_NOMEM: (.systemFailed, "\(action): out of memory")
            default: (.systemFailed, "\(action): \(message)")
            }
        self.init(code, reason)
    }

    /// Explains `SQLITE_IOERR`; SQLite does not distinguish a quota or file size limit from a failing disk.
    private static func inputOutput(_ result: Int32, _ action: String) -> (Code, String) {
        if result == arca_sqlite_ioerr_nomem { return (.systemFailed, "\(action): out of memory") }
        guard result == arca_sqlite_ioerr_write else {
            return (.systemFailed, "\(action): the disk failed (SQLite's code \(result))")
        }
        return (.systemFailed, "\(action): the disk failed, or a quota or the limit on the size of files is reached")
    }

    /// Uses `errno` only if it must stem from opening a file, because later calls may overwrite it.
    private static func cannotOpen(_ number: Int32, _ action: String) -> (Code, String) {
        switch number {
        case EACCES, EPERM, EROFS, ELOOP, EISDIR, EMFILE, ENFILE, ENOSPC, EDQUOT:
            (.systemFailed, SystemError(errno: number, action).reason)
        default: (.systemFailed, "\(action): the file or its journal cannot be opened; is its path too long?")
        }
    }

    private static func notWritable(_ result: Int32, _ action: String) -> (Code, String) {
        switch result {
        case arca_sqlite_readonly_moved:
            (.busy, "\(action): the file was moved or replaced while it was open; open it again")
        case arca_sqlite_readonly_rollback, arca_sqlite_readonly_directory:
            (.systemFailed, "\(action): a write was cut short, and undoing it needs the right to write file and folder")
        default: (.readOnly, "\(action): it is open for reading alone")
        }
    }
}
