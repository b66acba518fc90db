public import ArcaCore
public import ArcaSystem

/// Reads a folder as a tar archive of files, folders and symbolic links, sorted by name.
///
/// Paths are relative to the folder, which has no entry itself. Links are archived as links. Owners are not recorded.
/// Sockets, pipes and devices are skipped and listed in ``skipped``.
public struct FolderArchiver: ~Copyable, ByteReader {
    /// `SystemError` or ``ContainerError``.
    public typealias Failure = any Error

    private let root: BytePath
    private let exclusions: [ArchivePattern]
    private var walker: FolderWalker
    private var file: FileReader?
    private var missing = 0
    private var fileByteCount = 0
    private var ahead: [UInt8] = []
    private var offset = 0
    private var hasEnded = false
    /// The skipped entries.
    public private(set) var skipped: [BytePath] = []

    /// Starts an archive.
    ///
    /// - Parameters:
    ///   - folder: The folder, or a symbolic link to one.
    ///   - exclusions: The patterns of entries to omit, with their contents.
    /// - Throws: `SystemError` `.notDirectory` if it is not a folder.
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
    /// - Parameter output: The destination; receives at least one byte, or none at the end of the archive.
    /// - Throws: `SystemError` if reading fails or a file has become shorter.
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
            // Bytes appended to the file in the meantime are not part of the entry.
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
        let path = BytePath(found.path.bytes.dropFirst(root.bytes.count).drop { $0 == .slash })
        if exclusions.contains(where: { $0.matches(path) }) { return walker.skipContents() }
        var entry = TarEntry(path: path, kind: .file, mode: found.info.mode, modified: found.info.modified)
        switch found.info.kind {
        case .regular:
            let reader = try FileReader(found.path, followingLinks: false)
            // The current size, not the one from the listing.
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
