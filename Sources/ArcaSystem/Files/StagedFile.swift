internal import ArcaPlatform

/// A file that another library writes by name, and that gets its final name only when complete.
///
/// It is created next to its destination as `.arca-…` with mode 0600. Without ``commit()``, it is removed on release,
/// and when a signal ends the process. For our own writing code, ``AtomicFile`` works without a visible name.
package struct StagedFile: ~Copyable {
    /// The temporary path, without symbolic links; the file is empty at first.
    package let path: BytePath
    private let target: BytePath
    private let isReplacing: Bool
    private let folder: Descriptor
    private let hidden: HiddenName

    /// Creates the empty file; if not `replacing`, an existing file is an error, now and at ``commit()``.
    ///
    /// - Throws: ``SystemError``: `.exists`, `.isDirectory`, `.notFound` (for the folder), or another system error.
    package init(_ target: BytePath, replacing: Bool) throws(SystemError) {
        if let info = try FileInfo.ifPresent(target) {
            guard replacing else { throw SystemError(errno: EEXIST, "cannot write \(target)") }
            if info.kind == .folder { throw SystemError(errno: EISDIR, "cannot write \(target)") }
        }
        let folderPath = try SymbolicLink.resolve(target.parent)
        let folder = try Placement.open(folderPath)
        let name = HiddenName(in: folder)
        let flags = O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW
        close(try systemCall("cannot write \(target)") { openat(folder.number, name.pointer, flags, 0o600) })
        name.exists = true
        path = folderPath.appending(BytePath(cString: name.pointer))
        hidden = name
        self.target = target
        self.folder = folder
        isReplacing = replacing
    }

    // The name must be removed before the folder is closed.
    deinit { hidden.remove() }

    /// Flushes the file to disk and gives it its final name; all writers must have closed it.
    ///
    /// - Throws: ``SystemError``: `.exists` if the name was taken in the meantime, or another system error.
    package consuming func commit() throws(SystemError) {
        let action = "cannot write \(target)"
        let file = Descriptor(
            owning: try systemCall(action) { openat(folder.number, hidden.pointer, O_RDWR | O_CLOEXEC | O_NOFOLLOW) })
        try systemCall(action) { fsync(file.number) }
        try target.name.withCString("cannot write") { name throws(SystemError) in
            if isReplacing {
                try systemCall(action) { renameat(folder.number, hidden.pointer, folder.number, name) }
            } else {
                try rename(to: name, action)
            }
        }
        hidden.exists = false
        if fsync(folder.number) != 0, errno == EIO { throw SystemError(errno: EIO, action) }
    }

    private borrowing func rename(to name: UnsafePointer<CChar>, _ action: String) throws(SystemError) {
        if arca_rename_exclusively(folder.number, hidden.pointer, name) == 0 { return }
        guard errno == EINVAL || errno == ENOSYS || errno == ENOTSUP else { throw SystemError(errno: errno, action) }
        // In two steps if the file system has no atomic way. In between, the file has two names.
        try systemCall(action) { linkat(folder.number, hidden.pointer, folder.number, name, 0) }
        unlinkat(folder.number, hidden.pointer, 0)
    }
}
