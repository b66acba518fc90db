internal import ArcaPlatform

/// Lists a folder and everything below it, in byte order of the names.
///
/// A folder precedes its contents. An entry that cannot be examined or opened yields an error, and the walk continues.
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
    /// A link that is not followed is listed itself.
    package enum Links: Sendable, Hashable {
        case reported
        /// Follows a link given as the root only.
        case followedAtRoot
        /// Follows all links. A folder that contains itself is an error.
        case followed
    }

    package struct Entry: Sendable, Hashable {
        /// The path, starting with that of the root.
        package let path: BytePath
        /// The metadata, of the target for a followed link.
        package let info: FileInfo
        /// The depth below the root, 0 for the root.
        package let depth: Int
    }

    private struct Level {
        let path: BytePath
        let identity: FileIdentity
        /// The remaining names, in reverse order.
        var names: [BytePath]
    }

    private let links: Links
    private var root: BytePath?
    private var levels: [Level] = []
    private var entered: Entry?

    /// Starts a walk of a folder; any other kind of file is the only entry.
    ///   - links: The handling of symbolic links.
    package init(_ root: BytePath, links: Links = .followedAtRoot) {
        self.root = root
        self.links = links
    }

    /// Skips the contents of the folder returned last.
    package mutating func skipContents() { entered = nil }

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

    static func names(in folder: BytePath) throws(SystemError) -> [BytePath] {
        try names(in: Descriptor(opening: folder, O_RDONLY | O_DIRECTORY), "cannot list \(folder)")
    }

    static func names(in folder: borrowing Descriptor, _ action: String) throws(SystemError) -> [BytePath] {
        // closedir closes the descriptor of its stream, so it gets a copy.
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
