internal import ArcaCore
public import ArcaSystem

/// Creates a folder from the entries of an untrusted archive.
///
/// An absolute path, `..` or a NUL byte in a path rejects the whole archive. Links that point outside the folder,
/// devices, pipes and unknown entries are skipped and listed in ``skipped``. Set-user-ID and similar bits are dropped.
/// The folder appears only when it is complete, in ``commit()``.
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
    /// The skipped entries.
    public private(set) var skipped: [BytePath] = []

    /// Starts a folder.
    ///
    /// - Parameter path: The destination. It must be absent or an empty folder.
    /// - Throws: `SystemError`: `.exists`, `.notDirectory`, or another system error.
    public init(_ path: BytePath) throws(SystemError) { folder = try SafeFolder(path) }

    /// Starts an entry.
    ///
    /// - Throws: ``ContainerError`` `.malformed` for an unsafe path, an empty name, or a file in place of a folder;
    ///   `SystemError`.
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

    /// Creates a hard link; false if its target is not in the folder.
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

    /// Writes the next bytes of a file.
    public mutating func take(_ content: Span<UInt8>) throws { try file?.write(content) }

    /// Completes the entry.
    public mutating func end() {
        file?.setModified(modified)
        file = nil
    }

    /// Moves the folder to its destination.
    ///
    /// - Throws: ``ContainerError`` `.malformed` for a link with the same name as a folder; `SystemError`.
    public consuming func commit() throws {
        do {
            try folder.commit()
        } catch {
            throw error.code == .unsafePath ? Self.blame(error) : error
        }
    }

    /// Attributes a conflict to the archive: the folder contains nothing but its entries.
    private static func blame(_ error: SystemError) -> any Error {
        switch error.code {
        case .unsafePath, .exists, .notDirectory, .isDirectory:
            ContainerError(.malformed, "the archive is refused: \(error.reason)")
        default: error
        }
    }
}
