public import ArcaCore

/// An untrusted path, checked to stay inside its folder: relative, without `..` and without empty names.
///
/// `./a//b/` becomes `a/b`. Symbolic links are not considered: `SafeFolder` follows none.
public struct InnerPath: Sendable, Hashable, CustomStringConvertible {
    /// The components, outermost first; empty for the folder itself.
    public let names: [BytePath]

    /// Parses an untrusted path.
    ///
    /// - Throws: ``SystemError`` `.unsafePath` for an absolute path, `..`, a NUL byte, a name of more than 255 bytes,
    ///   or more than 256 names.
    public init(_ bytes: borrowing some Bytes) throws(SystemError) {
        let path = BytePath(bytes)
        let names = path.components.filter { !$0.elementsEqual(".".utf8) }
        let isSafe =
            !path.isAbsolute && names.count <= 256
            && names.allSatisfy { !$0.elementsEqual("..".utf8) && !$0.contains(0) && $0.count <= 255 }
        guard isSafe else { throw SystemError(.unsafePath, "'\(path)' does not stay in the folder") }
        self.names = names.map { BytePath($0) }
    }

    /// Whether a symbolic link at this path with the given target stays inside the folder.
    ///
    /// `..` is allowed only at the start, and not beyond the folder. After a name, which may itself be a link, `..`
    /// could lead anywhere.
    public func allowsLink(to target: BytePath) -> Bool {
        let steps = target.components.filter { !$0.elementsEqual(".".utf8) }
        let up = steps.prefix { $0.elementsEqual("..".utf8) }.count
        return !target.isAbsolute && !target.bytes.contains(0) && !target.bytes.isEmpty && up < names.count
            && !steps.dropFirst(up).contains { $0.elementsEqual("..".utf8) }
    }

    /// The path for display.
    public var description: String {
        names.isEmpty ? "." : BytePath(names.map(\.bytes).joined(separator: [UInt8.slash]).map { $0 }).description
    }
}
