public import ArcaCore
internal import ArcaPlatform

/// A file path in bytes, as the operating system uses it.
///
/// A path may contain any byte except NUL, including invalid UTF-8 and line breaks, so it is never converted to
/// `String` on its way to the system. ``description`` is for display: it escapes unprintable and misleading characters.
///
/// ```swift
/// let path: BytePath = "/tmp/notes.txt"
/// path.parent.appending("copy.txt")  // /tmp/copy.txt
/// ```
public struct BytePath: Sendable, Hashable {
    /// The bytes of the path, without a terminating NUL.
    public let bytes: [UInt8]

    /// Creates a path from bytes; a NUL byte is rejected when the path is used.
    public init(_ bytes: borrowing some Bytes) { self.bytes = [UInt8](bytes: bytes) }

    /// Creates a path from text, as UTF-8.
    public init(_ text: String) { bytes = [UInt8](text.utf8) }

    /// Creates a path from a NUL-terminated C string, such as a process argument or a folder entry.
    public init(cString: UnsafePointer<CChar>) {
        bytes = Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
    }

    /// Whether the path is absolute.
    public var isAbsolute: Bool { bytes.first == .slash }

    /// The components without the root; repeated separators count as one.
    public var components: [ArraySlice<UInt8>] { bytes.split(separator: .slash) }

    /// The last component: `notes.txt` for `/tmp/notes.txt`; empty for the root and the empty path.
    public var name: BytePath { BytePath(components.last ?? []) }

    /// The parent folder: everything before the last component, or `.` if there is nothing, or `/` for the root.
    public var parent: BytePath {
        var end = bytes.endIndex
        while end > 1, bytes[end - 1] == .slash { end -= 1 }
        while end > 0, bytes[end - 1] != .slash { end -= 1 }
        if end == 0 { return "." }
        while end > 1, bytes[end - 1] == .slash { end -= 1 }
        return BytePath(bytes[..<end])
    }

    /// The part of the name after the last dot: `gz` for `a.tar.gz`; nil for `.profile`.
    public var fileExtension: BytePath? {
        let name = name.bytes
        guard let dot = name.lastIndex(of: .period), dot > 0, dot + 1 < name.count,
            name[..<dot].contains(where: { $0 != .period })
        else { return nil }
        return BytePath(name[(dot + 1)...])
    }

    /// Appends a name or relative path; an absolute path replaces the whole.
    public func appending(_ component: BytePath) -> BytePath {
        if component.isAbsolute || bytes.isEmpty { return component }
        let joint = bytes.last == .slash ? [] : [UInt8.slash]
        return BytePath(bytes + joint + component.bytes)
    }

    /// Appends bytes to the path: `notes.txt` and `.age` give `notes.txt.age`.
    public func appending(suffix: BytePath) -> BytePath { BytePath(bytes + suffix.bytes) }

    /// Passes the path to `body` as a C string.
    ///
    /// - Throws: Errors of `body`, or `.notFound` for a path that is empty or contains a NUL byte.
    func withCString<Result>(
        _ action: String, _ body: (UnsafePointer<CChar>) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        guard !bytes.isEmpty else { throw SystemError(.notFound, "\(action) a file with an empty name") }
        guard !bytes.contains(0) else { throw SystemError(.notFound, "\(action) \(self): no name holds a zero byte") }
        let string = ContiguousArray(bytes.lazy.map { CChar(bitPattern: $0) } + [0])
        return try string.span.withUnsafeBufferPointer { buffer throws(SystemError) in
            guard let start = buffer.baseAddress else { throw SystemError(.failed, "\(action) \(self)") }
            return try body(start)
        }
    }
}

extension BytePath: ExpressibleByStringLiteral {
    /// Creates a path from a literal, as UTF-8.
    public init(stringLiteral text: String) { self.init(text) }
}

extension BytePath: Comparable {
    /// Whether the left path precedes the right one in byte order, independent of the locale.
    public static func < (left: BytePath, right: BytePath) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension BytePath: CustomStringConvertible {
    /// The path for display, with control characters, invalid UTF-8 and direction marks escaped.
    public var description: String { String(printable: bytes) }
}

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
        names.isEmpty ? "." : BytePath(names.map(\.bytes).joined(separator: [UInt8(ascii: "/")]).map { $0 }).description
    }
}
