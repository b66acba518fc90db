public import ArcaCore
public import ArcaSystem

/// A file, folder or link in a tar archive.
public struct TarEntry: Sendable, Hashable {
    /// The kind of an entry.
    public enum Kind: Sendable, Hashable {
        /// A file. Its content follows.
        case file
        /// A folder. Its contents are separate entries.
        case folder
        /// A symbolic link with the given target.
        case link(BytePath)
        /// A hard link to the file with the given path in the archive.
        case hardLink(BytePath)
        /// A device or pipe.
        case special
        /// A nonstandard type.
        case unknown(UInt8)
    }

    /// The path in the archive; it is untrusted: check it with ``InnerPath`` before use.
    public var path: BytePath
    /// The kind of entry.
    public var kind: Kind
    /// Permission bits, including set-user-ID and similar bits, as in the archive.
    public var mode: UInt32
    /// The modification time in seconds since 1970.
    public var modified: Int
    /// The number of content bytes that follow.
    public var byteCount: Int

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - path: The relative path.
    ///   - kind: The kind of entry.
    ///   - mode: The permission bits.
    ///   - modified: The modification time in seconds since 1970.
    ///   - byteCount: The number of content bytes; 0 for all kinds except files.
    public init(path: BytePath, kind: Kind, mode: UInt32 = 0o644, modified: Int = 0, byteCount: Int = 0) {
        self.path = path
        self.kind = kind
        self.mode = mode
        self.modified = modified
        self.byteCount = byteCount
    }
}

/// Writes the parts of a tar archive other than file contents.
///
/// An archive contains a header, the content and zeros up to a multiple of 512 bytes for each entry, and finally
/// ``end``. Owners are not recorded. Values that do not fit a ustar header are stored in a preceding pax header.
///
/// Source: POSIX.1-2017, pax.
public enum TarWriter {
    /// The end of an archive: two blocks of zeros.
    public static let end = [UInt8](repeating: 0, count: 2 * TarHeader.byteCount)

    /// The zeros that pad a file's content to a whole block.
    ///
    /// - Parameter byteCount: The content's length, 0 or more; a negative length needs no padding.
    /// - Returns: 0 to 511 zeros.
    public static func padding(behind byteCount: Int) -> [UInt8] {
        let rest = max(byteCount, 0) % TarHeader.byteCount
        return [UInt8](repeating: 0, count: rest == 0 ? 0 : TarHeader.byteCount - rest)
    }

    /// The header of an entry.
    ///
    /// - Parameter entry: A file, folder or link.
    /// - Returns: One block, or several with a pax header.
    /// - Throws: ``ContainerError`` `.unsupported` for devices and unknown kinds, `.invalidOption` for an empty path.
    public static func header(of entry: TarEntry) throws(ContainerError) -> [UInt8] {
        var name = entry.path.bytes
        guard !name.isEmpty else { throw ContainerError(.invalidOption, "an entry of an archive has no name") }
        var linkName: [UInt8] = []
        let type: UInt8
        switch entry.kind {
        case .file: type = UInt8(ascii: "0")
        case .folder:
            type = UInt8(ascii: "5")
            if name.last != .slash { name.append(.slash) }
        case .link(let target):
            type = UInt8(ascii: "2")
            linkName = target.bytes
        case .hardLink(let target):
            type = UInt8(ascii: "1")
            linkName = target.bytes
        case .special, .unknown:
            throw ContainerError(.unsupported, "'\(entry.path)' is not a file, folder or link, and is not archived")
        }
        let size = entry.kind == .file ? entry.byteCount : 0
        let header = TarHeader(
            name: name, linkName: linkName, mode: entry.mode & 0o777, size: size, modified: entry.modified, type: type)
        if let block = header.block { return block }
        var records = PaxRecords()
        records["path"] = name
        if !linkName.isEmpty { records["linkpath"] = linkName }
        records["size"] = Array(String(size).utf8)
        records["mtime"] = Array(String(entry.modified).utf8)
        let content = records.bytes
        // Readers without pax support see a shortened name.
        let plain = TarHeader(
            name: Array(name.suffix(90).drop { $0 & 0xc0 == 0x80 || $0 == .slash }),
            linkName: Array(linkName.prefix(100)), mode: header.mode, size: size < 1 << 33 ? size : 0,
            modified: max(0, min(entry.modified, 1 << 33 - 1)), type: type)
        let extended = TarHeader(
            name: Array("PaxHeaders/entry".utf8), mode: 0o644, size: content.count, modified: 0,
            type: UInt8(ascii: "x"))
        guard let first = extended.block, let second = plain.block else {
            throw ContainerError(.unsupported, "'\(entry.path)' does not fit into a tar header")
        }
        return first + content + padding(behind: content.count) + second
    }
}
