internal import ArcaPlatform

/// The destination of a file, and its temporary hidden name if needed.
struct Placement: ~Copyable {
    private let path: BytePath
    private let folder: Descriptor
    private let isReplacing: Bool
    /// Whether a file that appears in the meantime is an error instead of being replaced.
    private let isExclusive: Bool
    private var hidden: HiddenName?

    /// Opens the parent folder of `path`, which must not be a symbolic link.
    init(_ path: BytePath, replacing existing: FileInfo?, isExclusive: Bool = false) throws(SystemError) {
        self.path = path
        self.isExclusive = isExclusive
        isReplacing = existing != nil
        if isReplacing {
            // Renaming does not require write permission for the old file, so it is checked explicitly.
            try path.withCString("cannot write") { name throws(SystemError) in
                _ = try systemCall("cannot write \(path)") { faccessat(AT_FDCWD, name, W_OK, AT_EACCESS) }
            }
        }
        folder = try Self.open(path.parent)
    }

    // The name must be removed before the folder is closed.
    deinit { hidden?.remove() }

    /// A folder without read permission works as well, but cannot be flushed to disk.
    static func open(_ folder: BytePath) throws(SystemError) -> Descriptor {
        do {
            return try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY)
        } catch  where error.number == EACCES && ARCA_O_PATH != 0 {
            return try Descriptor(opening: folder, ARCA_O_PATH | O_DIRECTORY)
        }
    }

    /// Opens the file for writing: unnamed if the file system supports it, or else with a hidden name.
    mutating func open(mode: UInt32) throws(SystemError) -> Descriptor {
        // Without /proc, an unnamed file cannot be linked.
        if access("/proc/thread-self/fd", X_OK) == 0 {
            let number = arca_open_unnamed(folder.number, mode)
            if number >= 0 { return Descriptor(owning: number) }
        }
        let name = HiddenName(in: folder)
        let number = try systemCall("cannot write \(path)") {
            openat(folder.number, name.pointer, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode_t(mode))
        }
        name.exists = true
        hidden = name
        return Descriptor(owning: number)
    }

    /// Flushes the file if it must be durable, renames it atomically, and flushes the folder if `forcesFolder` is true.
    mutating func place(_ file: borrowing Descriptor, isDurable: Bool, forcesFolder: Bool) throws(SystemError) {
        let action = "cannot write \(path)"
        if isDurable { try systemCall(action) { fsync(file.number) } }
        try path.name.withCString("cannot write") { name throws(SystemError) in
            if hidden == nil {
                // Threads can have separate descriptor tables.
                let source = "/proc/thread-self/fd/\(file.number)"
                if !isReplacing {
                    if linkat(AT_FDCWD, source, folder.number, name, AT_SYMLINK_FOLLOW) == 0 { return }
                    if errno != EEXIST || isExclusive { throw SystemError(errno: errno, action) }
                }
                // linkat does not replace files, so the last step uses a hidden name.
                let temporary = HiddenName(in: folder)
                try systemCall(action) {
                    linkat(AT_FDCWD, source, folder.number, temporary.pointer, AT_SYMLINK_FOLLOW)
                }
                temporary.exists = true
                hidden = temporary
            }
            guard let hidden else { return }
            if isExclusive {
                try systemCall(action) { linkat(folder.number, hidden.pointer, folder.number, name, 0) }
                return hidden.remove()
            }
            try systemCall(action) { renameat(folder.number, hidden.pointer, folder.number, name) }
            hidden.exists = false
        }
        if forcesFolder, fsync(folder.number) != 0, errno == EIO { throw SystemError(errno: EIO, action) }
    }
}
