internal import ArcaCore
internal import ArcaPlatform

/// Which file it is, whatever its name: two paths with one identity are one file.
public struct FileIdentity: Sendable, Hashable {
    /// The device that holds it.
    public let device: UInt64
    /// Its number on the device.
    public let inode: UInt64
}

/// What the system knows about a file besides its content.
package struct FileInfo: Sendable, Hashable {
    /// The kinds of file.
    package enum Kind: Sendable, Hashable {
        /// A file of bytes.
        case regular
        /// A folder.
        case folder
        /// A symbolic link.
        case link
        /// A pipe with or without a name.
        case pipe
        /// A terminal, disk or other device.
        case device
        /// A socket or something unknown.
        case other
    }

    /// What kind of file it is.
    package let kind: Kind
    /// Its length in bytes; meaningful for regular files and links.
    package let byteCount: Int
    /// Permission bits, also set-user-ID, set-group-ID and sticky: the low twelve bits.
    package let mode: UInt32
    /// Which file it is.
    package let identity: FileIdentity
    /// When its content last changed, in seconds since 1970.
    package let modified: Int
    /// How many names it has in its file system: 1 unless there are hard links.
    package let linkCount: Int
    let owner: uid_t
    let group: gid_t

    /// Asks about the file at `path`.
    ///
    /// - Parameters:
    ///   - path: Any path.
    ///   - followingLinks: Whether a symbolic link stands for its target.
    /// - Throws: ``SystemError``: `.notFound`, `.permissionDenied`, `.notDirectory` and others as the system says.
    package init(_ path: BytePath, followingLinks: Bool = true) throws(SystemError) {
        var status = stat()
        try path.withCString("cannot examine") { name throws(SystemError) in
            _ = try systemCall("cannot examine \(path)") {
                fstatat(AT_FDCWD, name, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
            }
        }
        self.init(status)
    }

    /// Asks about what may not be there; a symbolic link stands for itself.
    ///
    /// - Parameter path: Any path but the empty one.
    /// - Returns: What is there; nil when there is nothing of that name.
    /// - Throws: ``SystemError`` as the system says, but not for a missing file.
    package static func ifPresent(_ path: BytePath) throws(SystemError) -> FileInfo? {
        do {
            return try FileInfo(path, followingLinks: false)
        } catch {
            // An empty path has no number and is an error here as well.
            if error.number == ENOENT { return nil }
            throw error
        }
    }

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .folder
        case S_IFLNK: kind = .link
        case S_IFIFO: kind = .pipe
        case S_IFCHR, S_IFBLK: kind = .device
        default: kind = .other
        }
        byteCount = Int(status.st_size)
        mode = UInt32(status.st_mode) & 0o7777
        identity = FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
        linkCount = Int(status.st_nlink)
        modified = status.modifiedSeconds
        owner = status.st_uid
        group = status.st_gid
    }
}

/// What symbolic links say.
package enum SymbolicLink {
    /// Reads where a link points to.
    ///
    /// - Parameter path: The link itself.
    /// - Returns: The text in it, absolute or relative to the link's folder; its target may not exist.
    /// - Throws: ``SystemError``, `.failed` when it is no link.
    package static func target(of path: BytePath) throws(SystemError) -> BytePath {
        let bytes = try path.withCString("cannot read link") { name throws(SystemError) in
            try [UInt8](capacity: Int(PATH_MAX)) { output throws(SystemError) in
                try output.withUnsafeMutableBufferPointer { space, count throws(SystemError) in
                    let start = UnsafeMutableRawPointer(space.baseAddress)?.assumingMemoryBound(to: CChar.self)
                    let length = start.map { readlink(name, $0, space.count) } ?? 0
                    if length < 0 { throw SystemError(errno: errno, "cannot read link \(path)") }
                    count = length
                }
            }
        }
        return BytePath(bytes)
    }

    /// Follows all links of a path.
    ///
    /// - Parameter path: Something that is there.
    /// - Returns: The absolute path of the same thing in which no component is a link, `.` or `..`.
    /// - Throws: ``SystemError``: `.notFound`, also for a link without a target, and others as the system says.
    package static func resolve(_ path: BytePath) throws(SystemError) -> BytePath {
        try path.withCString("cannot find") { name throws(SystemError) in
            guard let resolved = realpath(name, nil) else { throw SystemError(errno: errno, "cannot find \(path)") }
            defer { free(resolved) }
            return BytePath(cString: resolved)
        }
    }
}
