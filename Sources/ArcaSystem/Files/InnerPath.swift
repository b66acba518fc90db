public import ArcaCore

/// A path that stays inside the folder it is meant for, whatever wrote it: no root, no `..`, no empty name.
///
/// `./a//b/` is `a/b`. Symbolic links are not its business: `SafeFolder` follows none.
public struct InnerPath: Sendable, Hashable, CustomStringConvertible {
    /// The names, outermost first; none stands for the folder itself.
    public let names: [BytePath]

    /// Reads a path that somebody else has written.
    ///
    /// - Parameter bytes: The path.
    /// - Throws: ``SystemError`` with code `.unsafePath` for an absolute path, `..`, a zero byte, a name of more than
    ///   255 bytes, or more than 256 names.
    public init(_ bytes: borrowing some Bytes) throws(SystemError) {
        let path = BytePath(bytes)
        let names = path.components.filter { !$0.elementsEqual(".".utf8) }
        let isSafe =
            !path.isAbsolute && names.count <= 256
            && names.allSatisfy { !$0.elementsEqual("..".utf8) && !$0.contains(0) && $0.count <= 255 }
        guard isSafe else { throw SystemError(.unsafePath, "'\(path)' does not stay in the folder") }
        self.names = names.map { BytePath($0) }
    }

    /// Tells whether a symbolic link at this path with that text stays in the folder, too.
    ///
    /// Steps up may only come first, and not beyond the folder: behind a name, which may be a link itself, `..` leads
    /// to places that cannot be told from the text.
    ///
    /// - Parameter target: The link's text.
    /// - Returns: Whether the link may be made.
    public func allowsLink(to target: BytePath) -> Bool {
        let steps = target.components.filter { !$0.elementsEqual(".".utf8) }
        let up = steps.prefix { $0.elementsEqual("..".utf8) }.count
        return !target.isAbsolute && !target.bytes.contains(0) && !target.bytes.isEmpty && up < names.count
            && !steps.dropFirst(up).contains { $0.elementsEqual("..".utf8) }
    }

    /// The path as text that can be shown.
    public var description: String {
        names.isEmpty ? "." : BytePath(names.map(\.bytes).joined(separator: [UInt8(ascii: "/")]).map { $0 }).description
    }
}
