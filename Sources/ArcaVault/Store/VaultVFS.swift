internal import ArcaCore
internal import ArcaPlatform
internal import ArcaSystem
internal import CArcaSQLite
internal import Synchronization

/// A VFS that lets SQLite open and delete only the files of open vaults.
///
/// A journal can name another file (a "super-journal") that SQLite opens and finally deletes. An attacker could plant a
/// journal next to a vault and have any of the user's files deleted; this VFS refuses the name. It hides write-ahead
/// logs, and a header that requests one fails.
///
/// Wraps SQLite's default VFS and replaces three functions. Registered once per process under its own name, so other
/// users of SQLite are not affected.
enum VaultVFS {
    static let name = "arca-vault"

    static func register() throws {
        guard sqlite3_threadsafe() != 0, sqlite3_libversion_number() >= 3_037_000 else {
            throw VaultError(.unsupported, "vaults need SQLite 3.37 or newer, built for threads")
        }
        guard base != nil else { throw VaultError(.systemFailed, "SQLite cannot be started") }
    }

    /// Allows SQLite to use a vault's file and its journal as long as the result lives.
    ///
    /// `path` is absolute and without symbolic links, as passed to SQLite. The result must outlive the connection.
    static func admit(_ path: BytePath) -> Admission { Admission(path) }

    /// A connection's permission to use its file; several connections may share a path.
    final class Admission {
        private let path: [CChar]

        fileprivate init(_ path: BytePath) {
            let name = path.bytes.map { CChar(bitPattern: $0) }
            self.path = name
            VaultVFS.admitted.withLock { $0.append(name) }
        }

        deinit {
            VaultVFS.admitted.withLock { names in
                if let index = names.firstIndex(of: path) { names.remove(at: index) }
            }
        }
    }

    fileprivate enum Role { case vault, journal, writeAheadLog }

    fileprivate static func role(of name: UnsafePointer<CChar>) -> Role? {
        admitted.withLock { names in
            for vault in names where strncmp(name, vault, vault.count) == 0 {
                switch String(cString: name + vault.count) {
                case "": return .vault
                case "-journal": return .journal
                case "-wal", "-shm": return .writeAheadLog
                default: continue
                }
            }
            return nil
        }
    }

    /// Whether a journal is missing or may come from an interrupted write of this vault.
    ///
    /// It must have a single name, because writing to a hard link would overwrite another file. It must have the
    /// vault's owner and no additional writers, because its content is written into the vault.
    static func isOwnOrMissing(journal name: UnsafePointer<CChar>) -> Bool {
        var (journal, vault) = (stat(), stat())
        guard lstat(name, &journal) == 0 else { return errno == ENOENT }
        let path = UnsafeBufferPointer(start: name, count: max(0, strlen(name) - "-journal".utf8.count))
        guard lstat(Array(path) + [0], &vault) == 0 else { return false }
        let writers = journal.st_mode & (S_IWGRP | S_IWOTH)
        return journal.st_mode & S_IFMT == S_IFREG && journal.st_nlink == 1 && journal.st_uid == vault.st_uid
            && writers & ~vault.st_mode == 0 && (writers & S_IWGRP == 0 || journal.st_gid == vault.st_gid)
    }

    private static let admitted = Mutex<[[CChar]]>([])

    fileprivate struct Base: @unchecked Sendable {  // written once
        let open: Open
        let delete: Delete
        let access: Access
    }

    fileprivate typealias Open =
        @convention(c) (
            UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, UnsafeMutablePointer<sqlite3_file>?, Int32,
            UnsafeMutablePointer<Int32>?
        ) -> Int32
    fileprivate typealias Delete =
        @convention(c) (UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, Int32) -> Int32
    fileprivate typealias Access =
        @convention(c) (
            UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<Int32>?
        ) -> Int32

    fileprivate static let base: Base? = {
        guard let standard = sqlite3_vfs_find(nil), let open = standard.pointee.xOpen,
            let delete = standard.pointee.xDelete, let access = standard.pointee.xAccess
        else { return nil }
        // SQLite keeps both pointers for the life of the process.
        let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        own.initialize(to: standard.pointee)
        own.pointee.zName = UnsafePointer(strdup(name))
        own.pointee.pNext = nil
        own.pointee.xOpen = { openGuarded($0, $1, $2, $3, $4) }
        own.pointee.xDelete = { deleteGuarded($0, $1, $2) }
        own.pointee.xAccess = { accessGuarded($0, $1, $2, $3) }
        guard sqlite3_vfs_register(own, 0) == SQLITE_OK else { return nil }
        return Base(open: open, delete: delete, access: access)
    }()
}

private func openGuarded(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32, _ outFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
    // SQLite requires this even if opening fails.
    file?.pointee.pMethods = nil
    guard let base = VaultVFS.base else { return SQLITE_MISUSE }
    if let name {
        switch VaultVFS.role(of: name) {
        case .vault where flags & SQLITE_OPEN_MAIN_DB != 0: break
        case .journal where flags & SQLITE_OPEN_MAIN_JOURNAL != 0 && VaultVFS.isOwnOrMissing(journal: name): break
        default: return SQLITE_AUTH
        }
    }
    return base.open(vfs, name, file, flags, outFlags)
}

private func deleteGuarded(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ syncsFolder: Int32
) -> Int32 {
    guard let base = VaultVFS.base, let name, VaultVFS.role(of: name) == .journal else { return SQLITE_AUTH }
    return base.delete(vfs, name, syncsFolder)
}

private func accessGuarded(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ flags: Int32,
    _ result: UnsafeMutablePointer<Int32>?
) -> Int32 {
    result?.pointee = 0
    guard let base = VaultVFS.base, let name else { return SQLITE_AUTH }
    switch VaultVFS.role(of: name) {
    case .vault, .journal: return base.access(vfs, name, flags, result)
    case .writeAheadLog: return SQLITE_OK
    case nil: return SQLITE_AUTH
    }
}
