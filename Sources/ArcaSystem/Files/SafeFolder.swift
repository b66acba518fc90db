import ArcaCore
internal import ArcaPlatform

/// A folder filled with untrusted content, which appears complete or not at all.
///
/// It is filled next to its final place, under a hidden name that only the user may enter. Each path component is
/// opened relative to its parent without following symbolic links, so nothing outside is touched; symbolic links are
/// created last. Set-user-ID, set-group-ID and sticky bits are dropped, and the folder itself stays private (0700).
/// Without ``commit()``, the contents are removed at the end of the value's lifetime. A signal other than SIGKILL that
/// ends the process removes them too, for one value at a time.
package struct SafeFolder: ~Copyable {
    private struct Link {
        let target: BytePath
        let modified: Int
    }
    private struct FolderInfo {
        let path: InnerPath
        let mode: UInt32
        let modified: Int
    }

    private let path: BytePath
    private let hidden: HiddenFolder
    private let root: Descriptor
    private let signalCleanup: SignalCleanup?
    /// By path: a later archive entry replaces an earlier one with the same name.
    private var links: [InnerPath: Link] = [:]
    private var folders: [FolderInfo] = []

    /// Starts a folder; the destination, which must be absent or an empty folder, is unchanged until ``commit()``.
    ///
    /// - Throws: ``SystemError``: `.exists` for a folder that is not empty, `.notDirectory` for another kind of file.
    package init(_ path: BytePath) throws(SystemError) {
        let name = path.name
        guard !name.bytes.isEmpty, name != ".", name != ".." else {
            throw SystemError(.exists, "cannot extract into \(path): name a new folder")
        }
        var isThere = true
        do throws(SystemError) {
            let info = try FileInfo(path, followingLinks: false)
            guard info.kind == .folder else { throw SystemError(errno: ENOTDIR, "cannot extract into \(path)") }
        } catch  where error.code == .notFound { isThere = false }
        if isThere {
            let isEmpty = try FolderWalker.names(in: path).isEmpty
            guard isEmpty else { throw SystemError(.exists, "cannot extract into \(path): the folder is not empty") }
        }
        let hidden = HiddenFolder(in: try Descriptor(opening: path.parent, O_RDONLY | O_DIRECTORY))
        let signalCleanup = SignalCleanup { proceed in hidden.remove(then: proceed) }
        do {
            try hidden.step { () throws(SystemError) in try Self.makeFolder(hidden.name, in: hidden.parent, 0o700) }
            root = try Self.open(hidden.name, in: hidden.parent)
        } catch {
            hidden.remove()
            throw error
        }
        self.path = path
        self.hidden = hidden
        self.signalCleanup = signalCleanup
    }

    deinit {
        // First, so the signal thread cannot be removing the folder at the same time.
        signalCleanup?.end()
        hidden.remove()
    }

    /// Creates a folder and its parents; an existing folder gets the new mode and time (seconds since 1970).
    ///
    /// - Parameters:
    ///   - path: The path; an existing folder gets the new mode and time, except the top folder.
    ///   - mode: Permission bits.
    ///   - modified: Seconds since 1970.
    /// - Throws: ``SystemError`` with code `.notDirectory` if another kind of file has this name.
    package mutating func makeFolder(_ path: InnerPath, mode: UInt32, modified: Int) throws(SystemError) {
        // An entry `./` must not change the access to the top folder.
        guard !path.names.isEmpty else { return }
        try hidden.step { () throws(SystemError) in _ = try open(path.names[...]) }
        links[path] = nil
        folders.append(FolderInfo(path: path, mode: mode & 0o777, modified: modified))
    }

    /// Creates a file and its parent folders, replacing a file with the same name; the mode is subject to the umask.
    ///
    /// - Throws: ``SystemError``.
    package mutating func makeFile(_ path: InnerPath, mode: UInt32) throws(SystemError) -> FileWriter {
        let name = try name(path)
        let number = try hidden.step { () throws(SystemError) in
            let folder = try open(path.names.dropLast())
            return try name.withCString("cannot write") { name throws(SystemError) in
                unlinkat(folder.number, name, 0)
                return try systemCall("cannot write \(path)") {
                    openat(
                        folder.number, name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC,
                        mode_t(mode & 0o777))
                }
            }
        }
        links[path] = nil
        return FileWriter(Descriptor(owning: number), name: path.description)
    }

    /// Creates a hard link to an existing file; a link from a file to itself changes nothing.
    ///
    /// - Throws: ``SystemError``: `.notFound` if the file does not exist.
    package mutating func makeHardLink(_ path: InnerPath, to existing: InnerPath) throws(SystemError) {
        let (name, other) = (try name(path), try name(existing))
        try hidden.step { () throws(SystemError) in
            let folder = try open(path.names.dropLast())
            let otherFolder = try open(existing.names.dropLast())
            try name.withCString("cannot link") { name throws(SystemError) in
                try other.withCString("cannot link") { other throws(SystemError) in
                    // Removes nothing until the other file is known to exist and to be different.
                    let action = "cannot link \(path) to \(existing)"
                    if linkat(otherFolder.number, other, folder.number, name, 0) == 0 { return }
                    guard errno == EEXIST else { throw SystemError(errno: errno, action) }
                    if path == existing { return }
                    unlinkat(folder.number, name, 0)
                    _ = try systemCall(action) {
                        linkat(otherFolder.number, other, folder.number, name, 0)
                    }
                }
            }
        }
        links[path] = nil
    }

    /// Adds a symbolic link, created at ``commit()``; its target must satisfy ``InnerPath/allowsLink(to:)``.
    ///
    /// - Throws: ``SystemError`` `.unsafePath` for any other target.
    package mutating func makeLink(_ path: InnerPath, to target: BytePath, modified: Int) throws(SystemError) {
        guard path.allowsLink(to: target) else {
            throw SystemError(.unsafePath, "the link '\(path)' does not stay in the folder")
        }
        links[path] = Link(target: target, modified: modified)
    }

    /// Creates the links, sets the modes and times of folders, and moves the folder to its destination.
    ///
    /// - Throws: ``SystemError``: `.exists` if the destination has appeared in the meantime, `.unsafePath` for a link
    ///   with the same name as a folder.
    package consuming func commit() throws(SystemError) {
        for (path, link) in links { try hidden.step { () throws(SystemError) in try make(link, at: path) } }
        try hidden.place { () throws(SystemError) in
            // Innermost folders first: a read-only folder no longer accepts changes.
            for folder in folders.sorted(by: { $0.path.names.count > $1.path.names.count }) {
                let descriptor = try open(folder.path.names[...])
                fchmod(descriptor.number, mode_t(folder.mode) & ~Self.mask)
                descriptor.setModified(folder.modified)
            }
            let parent = hidden.parent.number
            try hidden.name.withCString("cannot place") { hidden throws(SystemError) in
                try path.name.withCString("cannot place") { name throws(SystemError) in
                    _ = try systemCall("cannot write folder \(path)") { renameat(parent, hidden, parent, name) }
                }
            }
        }
    }

    // MARK: Steps

    private func name(_ path: InnerPath) throws(SystemError) -> BytePath {
        guard let name = path.names.last else { throw SystemError(.unsafePath, "an entry has no name") }
        return name
    }

    private func make(_ link: Link, at path: InnerPath) throws(SystemError) {
        let name = try name(path)
        let folder = try open(path.names.dropLast())
        try name.withCString("cannot link") { name throws(SystemError) in
            try link.target.withCString("cannot link") { target throws(SystemError) in
                unlinkat(folder.number, name, 0)
                guard symlinkat(target, folder.number, name) == 0 else {
                    // Whatever still exists is a folder.
                    if errno == EEXIST { throw SystemError(.unsafePath, "the link '\(path)' is a folder as well") }
                    throw SystemError(errno: errno, "cannot make link \(path)")
                }
                let time = timespec(tv_sec: link.modified, tv_nsec: 0)
                utimensat(folder.number, name, [time, time], AT_SYMLINK_NOFOLLOW)
            }
        }
    }

    /// Opens a folder component by component, creating missing ones and never following symbolic links.
    private func open(_ names: ArraySlice<BytePath>) throws(SystemError) -> Descriptor {
        var folder = try Self.open(".", in: root)
        for name in names {
            do {
                try Self.makeFolder(name, in: folder, 0o777)
            } catch  where error.code == .exists {}
            folder = try Self.open(name, in: folder)
        }
        return folder
    }

    private static func makeFolder(
        _ name: BytePath, in folder: borrowing Descriptor, _ mode: mode_t
    ) throws(SystemError) {
        try name.withCString("cannot make folder") { text throws(SystemError) in
            _ = try systemCall("cannot make folder \(name)") { mkdirat(folder.number, text, mode | 0o700) }
        }
    }

    static func open(_ name: BytePath, in folder: borrowing Descriptor) throws(SystemError) -> Descriptor {
        let number = try name.withCString("cannot open") { text throws(SystemError) in
            try systemCall("cannot open folder \(name)") {
                openat(folder.number, text, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            }
        }
        return Descriptor(owning: number)
    }

    /// Linux reports the umask; other systems can only read it by setting it, so it is restored immediately.
    private static let mask: mode_t = {
        #if os(Linux)
        if let mask = shownMask { return mask }
        #endif
        let mask = umask(0o077)
        umask(mask)
        return mask
    }()

    #if os(Linux)
    /// Setting the umask would affect files that other threads create at that moment.
    private static var shownMask: mode_t? {
        guard var file = try? FileReader("/proc/self/status") else { return nil }
        let status = try? [UInt8](capacity: 4096) { output throws(SystemError) in try file.read(into: &output) }
        let line = status?.split(separator: .newline).first { $0.starts(with: "Umask:".utf8) }
        let digits = line?.dropFirst(6).drop { $0 == .tab }
        return digits.flatMap { mode_t(String(decoding: $0, as: UTF8.self), radix: 8) }
    }
    #endif
}
