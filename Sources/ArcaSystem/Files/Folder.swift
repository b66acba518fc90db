#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Folders of the file system.
public enum Folder {
    /// Makes a folder unless there is one already; the folder it goes into must be there.
    ///
    /// - Parameter path: The folder; a symbolic link to one will do.
    /// - Throws: ``SystemError``: `.notDirectory` when something else has that name; others as the system says.
    public static func create(_ path: FilePath) throws(SystemError) {
        try path.withCString("cannot make folder") { name throws(SystemError) in
            if mkdir(name, 0o777) == 0 { return }
            guard errno == EEXIST else { throw SystemError(errno: errno, "cannot make folder \(path)") }
        }
        guard try FileInfo(path).kind == .folder else {
            throw SystemError(errno: ENOTDIR, "cannot use \(path) as a folder")
        }
    }

    /// Removes a file.
    ///
    /// - Parameter path: The file; a symbolic link goes itself, not what it leads to.
    /// - Throws: ``SystemError``: `.notFound`, `.isDirectory`, or others as the system says.
    public static func removeFile(_ path: FilePath) throws(SystemError) {
        try path.withCString("cannot remove") { name throws(SystemError) in
            guard unlink(name) == 0 else { throw SystemError(errno: errno, "cannot remove \(path)") }
        }
    }
}
