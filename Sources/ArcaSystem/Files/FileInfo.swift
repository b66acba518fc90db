internal import ArcaPlatform

/// The identity of a file, independent of its name; two paths with equal identities refer to the same file.
public struct FileIdentity: Sendable, Hashable {
    /// The device that contains the file.
    public let device: UInt64
    /// The inode number on the device.
    public let inode: UInt64
}

package struct FileInfo: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case regular
        case folder
        case link
        /// A pipe, named or not.
        case pipe
        case device
        case other
    }

    package let kind: Kind
    /// In bytes; meaningful for regular files and links only.
    package let byteCount: Int
    /// The permission bits with set-user-ID, set-group-ID and sticky: the low twelve bits.
    package let mode: UInt32
    package let identity: FileIdentity
    /// The modification time in seconds since 1970.
    package let modified: Int
    /// The number of hard links, at least 1.
    package let linkCount: Int
    package let owner: UInt32
    let group: gid_t

    /// Reads the metadata of a file.
    ///
    /// - Throws: ``SystemError``: `.notFound`, `.permissionDenied`, `.notDirectory`, or another system error.
    package init(_ path: BytePath, followingLinks: Bool = true) throws(SystemError) {
        var status = stat()
        try path.withCString("cannot examine") { name throws(SystemError) in
            _ = try systemCall("cannot examine \(path)") {
                fstatat(AT_FDCWD, name, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
            }
        }
        self.init(status)
    }

    /// Reads the metadata of a file without following links, or returns nil if the file does not exist.
    ///
    /// - Throws: ``SystemError`` for any failure except a missing file.
    package static func ifPresent(_ path: BytePath) throws(SystemError) -> FileInfo? {
        do {
            return try FileInfo(path, followingLinks: false)
        } catch {
            // The error for an empty path has no errno value, so it is thrown here as well.
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

package enum SymbolicLink {
    /// Reads the target of a link as stored: absolute, or relative to the link's folder; it may not exist.
    ///
    /// - Throws: ``SystemError``; `.failed` if the path is not a link.
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

    /// Creates a link, whose name must not exist, with any target.
    ///
    /// - Throws: ``SystemError``: `.exists`, or another system error.
    package static func create(_ path: BytePath, to target: BytePath) throws(SystemError) {
        try path.withCString("cannot make link") { name throws(SystemError) in
            try target.withCString("cannot make link") { target throws(SystemError) in
                guard symlink(target, name) == 0 else { throw SystemError(errno: errno, "cannot make link \(path)") }
            }
        }
    }

    /// Resolves all links in a path, and `.` and `..`, to an absolute path.
    ///
    /// - Throws: ``SystemError``: `.notFound`, also for a dangling link, or another system error.
    package static func resolve(_ path: BytePath) throws(SystemError) -> BytePath {
        try path.withCString("cannot find") { name throws(SystemError) in
            guard let resolved = realpath(name, nil) else { throw SystemError(errno: errno, "cannot find \(path)") }
            defer { free(resolved) }
            return BytePath(cString: resolved)
        }
    }
}
