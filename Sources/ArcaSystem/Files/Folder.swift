internal import ArcaPlatform

/// Folders of the file system.
package enum Folder {
    /// Makes a folder unless there is one already; the folder it goes into must be there.
    ///
    /// - Parameter path: The folder; a symbolic link to one will do.
    /// - Throws: ``SystemError``: `.notDirectory` when something else has that name; others as the system says.
    package static func create(_ path: BytePath) throws(SystemError) {
        try path.withCString("cannot make folder") { name throws(SystemError) in
            if mkdir(name, 0o777) == 0 { return }
            guard errno == EEXIST else { throw SystemError(errno: errno, "cannot make folder \(path)") }
        }
        guard try FileInfo(path).kind == .folder else {
            throw SystemError(errno: ENOTDIR, "cannot use \(path) as a folder")
        }
    }

    /// Waits until the names of the files in a folder are on the disk.
    ///
    /// - Parameter path: The folder.
    /// - Throws: ``SystemError`` when the disk refuses, or the folder cannot be opened.
    package static func forceToDisk(_ path: BytePath) throws(SystemError) {
        let folder = try Placement.open(path)
        // Not every file system, and no folder that may not be listed, has it.
        if fsync(folder.number) != 0, errno == EIO { throw SystemError(errno: EIO, "cannot write folder \(path)") }
    }

    /// Makes a folder that only the user may enter, and those it lies in, unless they are there already.
    ///
    /// - Parameter path: The folder; one that is there and the user's own loses the rights of others.
    /// - Throws: ``SystemError``: `.notDirectory` when something else has that name; others as the system says.
    package static func createPrivate(_ path: BytePath) throws(SystemError) {
        guard try !makePrivate(path) else { return }
        let info = try FileInfo(path)
        guard info.kind == .folder else { throw SystemError(errno: ENOTDIR, "cannot use \(path) as a folder") }
        if info.mode & 0o077 != 0, info.owner == geteuid() {
            try path.withCString("cannot make folder") { name throws(SystemError) in _ = chmod(name, 0o700) }
        }
    }

    /// Makes a folder and those it lies in; false when it is there.
    ///
    /// Those that are there are left as they are.
    private static func makePrivate(_ path: BytePath) throws(SystemError) -> Bool {
        try path.withCString("cannot make folder") { name throws(SystemError) in
            if mkdir(name, 0o700) == 0 { return true }
            if errno == ENOENT, path.parent != path {
                _ = try makePrivate(path.parent)
                if mkdir(name, 0o700) == 0 { return true }
            }
            guard errno == EEXIST else { throw SystemError(errno: errno, "cannot make folder \(path)") }
            return false
        }
    }

    /// Runs `body` while this process alone has a folder's lock (`flock`); anyone who comes meanwhile waits.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - body: What one process at a time may do.
    /// - Returns: What `body` returns.
    /// - Throws: ``SystemError`` as the system says, or what `body` throws.
    package static func whileLocked<Result>(_ path: BytePath, _ body: () throws -> Result) throws -> Result {
        let descriptor = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY)
        let number = descriptor.number
        _ = try systemCall("cannot lock \(path)") { flock(number, LOCK_EX) }
        // Closing alone would not unlock while a child that is being started holds a copy of the descriptor.
        defer { _ = flock(number, LOCK_UN) }
        let result = try body()
        extendLifetime(descriptor)
        return result
    }

    /// Gives a file another name in its folder, in place of a file of that name.
    ///
    /// - Parameters:
    ///   - path: The file; a symbolic link is moved itself.
    ///   - target: Its new name.
    /// - Throws: ``SystemError``: `.notFound`, `.isDirectory`, or others as the system says.
    package static func moveFile(_ path: BytePath, to target: BytePath) throws(SystemError) {
        try path.withCString("cannot move") { name throws(SystemError) in
            try target.withCString("cannot move") { newName throws(SystemError) in
                guard rename(name, newName) == 0 else { throw SystemError(errno: errno, "cannot move \(path)") }
            }
        }
    }

    /// Gives a file a second name in its folder, so that its first one can be given to another file without a moment in which
    /// the file has none.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - name: Its second name, which no file has.
    /// - Returns: Whether the file system has hard links.
    /// - Throws: ``SystemError`` for a name with a NUL.
    package static func linkFile(_ path: BytePath, to name: BytePath) throws(SystemError) -> Bool {
        try path.withCString("cannot link") { old throws(SystemError) in
            try name.withCString("cannot link") { new throws(SystemError) in link(old, new) == 0 }
        }
    }

    /// Removes a file.
    ///
    /// - Parameter path: The file; a symbolic link goes itself, not what it leads to.
    /// - Throws: ``SystemError``: `.notFound`, `.isDirectory`, or others as the system says.
    package static func removeFile(_ path: BytePath) throws(SystemError) {
        try path.withCString("cannot remove") { name throws(SystemError) in
            guard unlink(name) == 0 else { throw SystemError(errno: errno, "cannot remove \(path)") }
        }
    }
}
