internal import ArcaPlatform

/// Lists a folder and all that is below it, in the order of the names' bytes, the same on every machine.
///
/// A folder comes before its contents. What cannot be examined or opened is an error of its own, and the walk goes on.
///
/// ```swift
/// for found in FolderWalker("/etc") {
///     switch found {
///     case .success(let entry): print(entry.path)
///     case .failure(let error): print(error.reason)
///     }
/// }
/// ```
package struct FolderWalker: Sequence, IteratorProtocol {
    /// Which symbolic links stand for what they point to; the others are entries of their own.
    package enum Links: Sendable, Hashable {
        /// None.
        case reported
        /// The one that the walk begins with, as people expect of a name that they typed.
        case followedAtRoot
        /// All; a folder that contains itself is an error.
        case followed
    }

    /// Something that was found.
    package struct Entry: Sendable, Hashable {
        /// Its path: that of the root with the names below it.
        package let path: BytePath
        /// What the system knows about it; of the target where a link was followed.
        package let info: FileInfo
        /// How far below the root it is, 0 for the root.
        package let depth: Int
    }

    /// A folder that is being walked through.
    private struct Level {
        let path: BytePath
        let identity: FileIdentity
        /// What is still to come, last name first.
        var names: [BytePath]
    }

    private let links: Links
    private var root: BytePath?
    private var levels: [Level] = []
    /// The folder that was returned last, whose contents come next.
    private var entered: Entry?

    /// Begins a walk.
    ///
    /// - Parameters:
    ///   - root: A folder; anything else is the only entry.
    ///   - links: Which symbolic links are followed.
    package init(_ root: BytePath, links: Links = .followedAtRoot) {
        self.root = root
        self.links = links
    }

    /// Leaves out what is in the folder that was returned last.
    package mutating func skipContents() { entered = nil }

    /// The next entry, or why there is none at this place; nil at the end.
    package mutating func next() -> Result<Entry, SystemError>? {
        do {
            if let root {
                self.root = nil
                return .success(try visit(root, depth: 0))
            }
            if let folder = entered {
                entered = nil
                try enter(folder)
            }
            while let level = levels.indices.last {
                if let name = levels[level].names.popLast() {
                    return .success(try visit(levels[level].path.appending(name), depth: level + 1))
                }
                levels.removeLast()
            }
            return nil
        } catch { return .failure(error) }
    }

    private mutating func visit(_ path: BytePath, depth: Int) throws(SystemError) -> Entry {
        let follows = links == .followed || links == .followedAtRoot && depth == 0
        let entry = Entry(path: path, info: try FileInfo(path, followingLinks: follows), depth: depth)
        if entry.info.kind == .folder { entered = entry }
        return entry
    }

    private mutating func enter(_ folder: Entry) throws(SystemError) {
        if levels.contains(where: { $0.identity == folder.info.identity }) {
            throw SystemError(errno: ELOOP, "cannot walk into \(folder.path): it contains itself")
        }
        levels.append(
            Level(
                path: folder.path, identity: folder.info.identity,
                names: try Self.names(in: folder.path).sorted(by: >)))
    }

    /// The names in a folder, in no order.
    static func names(in folder: BytePath) throws(SystemError) -> [BytePath] {
        try names(in: Descriptor(opening: folder, O_RDONLY | O_DIRECTORY), "cannot list \(folder)")
    }

    /// The names in an open folder, in no order.
    static func names(in folder: borrowing Descriptor, _ action: String) throws(SystemError) -> [BytePath] {
        // The stream closes the descriptor that it is made of, so it gets one of its own.
        let copy = try systemCall(action) { fcntl(folder.number, F_DUPFD_CLOEXEC, 0) }
        guard let stream = fdopendir(copy) else {
            close(copy)
            throw SystemError(errno: errno, action)
        }
        defer { closedir(stream) }
        var names: [BytePath] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno == 0 { return names }
                throw SystemError(errno: errno, action)
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
                    BytePath(cString: $0)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
    }
}
