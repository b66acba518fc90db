public import ArcaSystem

/// A file, folder or link in a tar archive.
public struct TarEntry: Sendable, Hashable {
    /// What an entry stands for.
    public enum Kind: Sendable, Hashable {
        /// A file, whose content follows.
        case file
        /// A folder; what is in it has entries of its own.
        case folder
        /// A symbolic link with that text.
        case link(BytePath)
        /// Another name of the file at that path of the archive.
        case hardLink(BytePath)
        /// A device or pipe.
        case special
        /// A kind that only some programs know.
        case unknown(UInt8)
    }

    /// The path as the archive has it, which may be anything: check it by ``ArcaSystem/InnerPath`` before use.
    public var path: BytePath
    /// What it is.
    public var kind: Kind
    /// Permission bits, with set-user-ID and the like as the archive has them.
    public var mode: UInt32
    /// When it last changed, in seconds since 1970.
    public var modified: Int
    /// Bytes of content that follow.
    public var byteCount: Int

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - path: Its path, relative.
    ///   - kind: What it is.
    ///   - mode: Permission bits.
    ///   - modified: Seconds since 1970.
    ///   - byteCount: Bytes of content; 0 for all but files.
    public init(path: BytePath, kind: Kind, mode: UInt32 = 0o644, modified: Int = 0, byteCount: Int = 0) {
        self.path = path
        self.kind = kind
        self.mode = mode
        self.modified = modified
        self.byteCount = byteCount
    }
}
