public import ArcaCore
public import ArcaSystem

/// Reads a folder as a tar archive: files, folders and symbolic links, in the order of their names.
///
/// Paths are relative to the folder, which has no entry itself. Links are kept as links; owners are not written.
/// Sockets, pipes and devices are left out and named in ``skipped``.
public struct FolderArchiver: ~Copyable, ByteReader {
    /// Reading fails as the system does, or with ``ContainerError``.
    public typealias Failure = any Error

    private let root: BytePath
    private let exclusions: [ArchivePattern]
    private var walker: FolderWalker
    private var file: FileReader?
    /// Bytes of the file that are missing.
    private var missing = 0
    private var fileByteCount = 0
    /// Header, padding and end, as far as they were not read.
    private var ahead: [UInt8] = []
    private var offset = 0
    private var hasEnded = false
    /// What was left out.
    public private(set) var skipped: [BytePath] = []

    /// Begins with a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder; a symbolic link to one will do.
    ///   - exclusions: What is left out, with all that is in it.
    /// - Throws: `SystemError`: `.notDirectory` when it is not a folder.
    public init(_ folder: BytePath, excluding exclusions: [ArchivePattern] = []) throws(SystemError) {
        guard try FileInfo(folder).kind == .folder else {
            throw SystemError(.notDirectory, "cannot archive \(folder): not a folder")
        }
        root = folder
        self.exclusions = exclusions
        walker = FolderWalker(folder)
    }

    /// Appends the next bytes of the archive to `output`, at most its free capacity.
    ///
    /// - Parameter output: Receives at least one byte unless the end is reached.
    /// - Throws: `SystemError` for what cannot be read, and for a file that has become shorter.
    public mutating func read(into output: inout OutputSpan<UInt8>) throws(any Error) {
        while !output.isFull {
            if offset < ahead.count {
                let count = min(output.freeCapacity, ahead.count - offset)
                output.append(contentsOf: ahead.span.extracting(offset..<offset + count))
                offset += count
            } else if missing > 0 {
                try readFile(into: &output)
            } else if hasEnded {
                return
            } else {
                try beginNext()
            }
        }
    }

    private mutating func readFile(into output: inout OutputSpan<UInt8>) throws {
        let (before, wanted) = (output.count, missing)
        let isWhole = output.freeCapacity <= wanted
        if isWhole {
            try file?.read(into: &output)
        } else {
            // What was added to the file meanwhile does not belong to the entry.
            let rest = try [UInt8](capacity: wanted) { try file?.read(into: &$0) }
            output.append(contentsOf: rest.span)
        }
        guard output.count > before else {
            throw SystemError(.failed, "\(file?.name ?? "a file") has become shorter while it was archived")
        }
        missing -= output.count - before
        if missing == 0 {
            file = nil
            put(TarWriter.padding(behind: fileByteCount))
        }
    }

    private mutating func beginNext() throws {
        guard let next = walker.next() else {
            hasEnded = true
            return put(TarWriter.end)
        }
        let found = try next.get()
        guard found.depth > 0 else { return }
        let path = BytePath(found.path.bytes.dropFirst(root.bytes.count).drop { $0 == UInt8(ascii: "/") })
        if exclusions.contains(where: { $0.matches(path) }) { return walker.skipContents() }
        var entry = TarEntry(path: path, kind: .file, mode: found.info.mode, modified: found.info.modified)
        switch found.info.kind {
        case .regular:
            let reader = try FileReader(found.path, followingLinks: false)
            // As it is now, not as it was when the folder was listed.
            guard let byteCount = reader.byteCount else { return skipped.append(path) }
            entry.byteCount = byteCount
            (missing, fileByteCount) = (byteCount, byteCount)
            file = consume reader
        case .folder: entry.kind = .folder
        case .link: entry.kind = .link(try SymbolicLink.target(of: found.path))
        case .pipe, .device, .other: return skipped.append(path)
        }
        put(try TarWriter.header(of: entry))
    }

    private mutating func put(_ bytes: [UInt8]) { (ahead, offset) = (bytes, 0) }
}
