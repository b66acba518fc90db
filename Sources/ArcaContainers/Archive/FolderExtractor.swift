internal import ArcaCore
public import ArcaSystem

/// Makes a folder out of the entries of an archive, which nobody needs to trust.
///
/// An absolute path, `..` or a zero byte in a path refuses the whole archive. Links that lead out of the folder, devices,
/// pipes and unknown entries are left out and named in ``skipped``. Set-user-ID and similar bits are dropped. The folder
/// appears whole, by ``commit()``, or not at all.
///
/// ```swift
/// var reader = TarReader(try FolderExtractor("restored"))
/// try format.open(&input, into: &reader)
/// let extractor = try reader.finish()
/// try extractor.commit()
/// ```
public struct FolderExtractor: ~Copyable, TarHandler {
    private var folder: SafeFolder
    private var file: FileWriter?
    private var modified = 0
    /// What was left out.
    public private(set) var skipped: [BytePath] = []

    /// Begins a folder.
    ///
    /// - Parameter path: Where it is to appear: nothing, or an empty folder.
    /// - Throws: `SystemError`: `.exists`, `.notDirectory` and others as the system says.
    public init(_ path: BytePath) throws(SystemError) { folder = try SafeFolder(path) }

    /// An entry begins.
    ///
    /// - Parameter entry: The entry.
    /// - Throws: ``ContainerError`` with code `.malformed` for an unsafe path, no name, or a file where a folder is
    ///   needed; `SystemError`.
    public mutating func begin(_ entry: TarEntry) throws {
        do {
            try make(entry)
        } catch {
            throw Self.blame(error)
        }
    }

    private mutating func make(_ entry: TarEntry) throws(SystemError) {
        let path = try InnerPath(entry.path.bytes)
        switch entry.kind {
        case .folder:
            try folder.makeFolder(path, mode: entry.mode, modified: entry.modified)
        case .file:
            file = try folder.makeFile(path, mode: entry.mode)
            modified = entry.modified
        case .link(let target):
            guard path.allowsLink(to: target) else { return skipped.append(entry.path) }
            try folder.makeLink(path, to: target, modified: entry.modified)
        case .hardLink(let target):
            if try !makeHardLink(path, to: target) { skipped.append(entry.path) }
        case .special, .unknown: skipped.append(entry.path)
        }
    }

    /// Makes another name of a file; false when there is no such file in the folder.
    private mutating func makeHardLink(_ path: InnerPath, to target: BytePath) throws(SystemError) -> Bool {
        guard let existing = try? InnerPath(target.bytes) else { return false }
        do {
            try folder.makeHardLink(path, to: existing)
            return true
        } catch {
            if error.code == .notFound { return false }
            throw error
        }
    }

    /// The next bytes of a file.
    public mutating func take(_ content: Span<UInt8>) throws { try file?.write(content) }

    /// The entry is complete.
    public mutating func end() {
        file?.setModified(modified)
        file = nil
    }

    /// Puts the folder at its place.
    ///
    /// - Throws: ``ContainerError`` with code `.malformed` for a link that has the name of a folder; `SystemError`.
    public consuming func commit() throws {
        do {
            try folder.commit()
        } catch {
            throw error.code == .unsafePath ? Self.blame(error) : error
        }
    }

    /// The error of an entry: in a folder that holds nothing but entries, what is in their way are other ones.
    private static func blame(_ error: SystemError) -> any Error {
        switch error.code {
        case .unsafePath, .exists, .notDirectory, .isDirectory:
            ContainerError(.malformed, "the archive is refused: \(error.reason)")
        default: error
        }
    }
}
