internal import ArcaPlatform

package enum Folder {
    /// Creates a folder unless it, or a symbolic link to one, exists; its parent must exist.
    ///
    /// - Throws: ``SystemError``: `.notDirectory` if the name is not a folder, or another system error.
    package static func create(_ path: BytePath) throws(SystemError) {
        try path.withCString("cannot make folder") { name throws(SystemError) in
            if mkdir(name, 0o777) == 0 { return }
            guard errno == EEXIST else { throw SystemError(errno: errno, "cannot make folder \(path)") }
        }
        guard try FileInfo(path).kind == .folder else {
            throw SystemError(errno: ENOTDIR, "cannot use \(path) as a folder")
        }
    }

    /// Flushes a folder's entries to disk.
    ///
    /// - Parameter path: The folder.
    /// - Throws: ``SystemError`` if the folder cannot be opened or the disk reports an error.
    package static func forceToDisk(_ path: BytePath) throws(SystemError) {
        let folder = try Placement.open(path)
        // Not all file systems support it, nor does a folder without read permission.
        if fsync(folder.number) != 0, errno == EIO { throw SystemError(errno: EIO, "cannot write folder \(path)") }
    }

    /// Creates a private folder (mode 0700) and its parents unless they exist.
    ///
    /// If the folder exists and belongs to the user, the permissions of others are removed.
    ///
    /// - Throws: ``SystemError``: `.notDirectory` if the name is not a folder, or another system error.
    package static func createPrivate(_ path: BytePath) throws(SystemError) {
        guard try !makePrivate(path) else { return }
        let info = try FileInfo(path)
        guard info.kind == .folder else { throw SystemError(errno: ENOTDIR, "cannot use \(path) as a folder") }
        if info.mode & 0o077 != 0, info.owner == geteuid() {
            try path.withCString("cannot make folder") { name throws(SystemError) in _ = chmod(name, 0o700) }
        }
    }

    /// Creates a folder of mode 0700, and missing ones above it; leaves existing folders unchanged.
    ///
    /// - Returns: False if the folder exists.
    /// - Throws: ``SystemError``.
    @discardableResult
    package static func makePrivate(_ path: BytePath) throws(SystemError) -> Bool {
        try path.withCString("cannot make folder") { name throws(SystemError) in
            if mkdir(name, 0o700) == 0 { return true }
            if errno == ENOENT, path.parent != path {
                try makePrivate(path.parent)
                if mkdir(name, 0o700) == 0 { return true }
            }
            guard errno == EEXIST else { throw SystemError(errno: errno, "cannot make folder \(path)") }
            return false
        }
    }

    /// Runs `body` with an exclusive lock on a folder (`flock`); other processes wait.
    ///
    /// - Throws: ``SystemError``, or errors of `body`.
    package static func whileLocked<Result>(_ path: BytePath, _ body: () throws -> Result) throws -> Result {
        let descriptor = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY)
        let number = descriptor.number
        _ = try systemCall("cannot lock \(path)") { flock(number, LOCK_EX) }
        // Closing does not unlock while a starting child process holds a copy of the descriptor.
        defer { _ = flock(number, LOCK_UN) }
        let result = try body()
        extendLifetime(descriptor)
        return result
    }

    /// Renames a file, or a symbolic link itself, within its folder, replacing an existing file.
    ///
    /// - Throws: ``SystemError``: `.notFound`, `.isDirectory`, or another system error.
    package static func moveFile(_ path: BytePath, to target: BytePath) throws(SystemError) {
        try path.withCString("cannot move") { name throws(SystemError) in
            try target.withCString("cannot move") { newName throws(SystemError) in
                guard rename(name, newName) == 0 else { throw SystemError(errno: errno, "cannot move \(path)") }
            }
        }
    }

    /// Gives a file a second name in its folder, so the file keeps a name while the first one is replaced.
    ///
    /// The second name must not exist. Returns false if the file system does not support hard links.
    ///
    /// - Throws: ``SystemError`` for a name with a NUL byte.
    package static func linkFile(_ path: BytePath, to name: BytePath) throws(SystemError) -> Bool {
        try path.withCString("cannot link") { old throws(SystemError) in
            try name.withCString("cannot link") { new throws(SystemError) in link(old, new) == 0 }
        }
    }

    /// Removes a file, or a symbolic link itself.
    ///
    /// - Throws: ``SystemError``: `.notFound`, `.isDirectory`, or another system error.
    package static func removeFile(_ path: BytePath) throws(SystemError) {
        try path.withCString("cannot remove") { name throws(SystemError) in
            guard unlink(name) == 0 else { throw SystemError(errno: errno, "cannot remove \(path)") }
        }
    }
}
