internal import ArcaPlatform

/// A file that another library fills by name, and that takes its own name only when it is complete.
///
/// It lies beside its place as `.arca-…`, mode 0600, and is removed when the value goes away without ``commit()`` or a
/// signal ends the process. Where our own code writes, ``AtomicFile`` does the same without a visible name.
package struct StagedFile: ~Copyable {
    /// Where it lies while it is filled: an empty file at first, by a path without symbolic links.
    package let path: BytePath
    private let target: BytePath
    private let isReplacing: Bool
    private let folder: Descriptor
    private let hidden: HiddenName

    /// Makes the empty file.
    ///
    /// - Parameters:
    ///   - target: The name it takes at the end.
    ///   - replacing: Whether a file of that name is replaced; if not, it is an error, now and at ``commit()``.
    /// - Throws: ``SystemError``: `.exists`, `.isDirectory`, `.notFound` (the folder) and others as the system says.
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

    // Before the folder is closed, so it cannot be left to the name itself.
    deinit { hidden.remove() }

    /// Forces the file to the disk and gives it its name; anyone who filled it must have closed it.
    ///
    /// - Throws: ``SystemError``: `.exists` when the name was taken meanwhile; others as the system says.
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

    /// Takes a name that nobody has.
    private borrowing func rename(to name: UnsafePointer<CChar>, _ action: String) throws(SystemError) {
        if arca_rename_exclusively(folder.number, hidden.pointer, name) == 0 { return }
        guard errno == EINVAL || errno == ENOSYS || errno == ENOTSUP else { throw SystemError(errno: errno, action) }
        // In two steps where the file system cannot do it in one; between them the file has two names.
        try systemCall(action) { linkat(folder.number, hidden.pointer, folder.number, name, 0) }
        unlinkat(folder.number, hidden.pointer, 0)
    }
}
