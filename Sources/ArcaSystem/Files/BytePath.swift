public import ArcaCore
internal import ArcaPlatform

/// The name of a file or folder: bytes, as the operating system has them, not text.
///
/// A name may hold any byte but 0, also bytes that are no UTF-8 and line breaks, so it never passes through `String` on
/// its way to the system. ``description`` is for people: it escapes what could not be printed or could mislead.
///
/// ```swift
/// let path: BytePath = "/tmp/notes.txt"
/// path.parent.appending("copy.txt")  // /tmp/copy.txt
/// ```
public struct BytePath: Sendable, Hashable {
    /// The name as the system takes it, without a terminating zero.
    public let bytes: [UInt8]

    /// Makes a path of bytes; a zero byte among them is refused when the path is used.
    public init(_ bytes: borrowing some Bytes) { self.bytes = [UInt8](bytes: bytes) }

    /// Makes a path of the text's UTF-8 bytes.
    public init(_ text: String) { bytes = [UInt8](text.utf8) }

    /// Makes a path of a C string, such as an argument of the process or a folder's entry.
    ///
    /// - Parameter cString: Bytes that end with a zero.
    public init(cString: UnsafePointer<CChar>) {
        bytes = Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
    }

    /// Whether it starts at the root.
    public var isAbsolute: Bool { bytes.first == BytePath.separator }

    /// The names between the separators, without the root; `//` counts as one separator.
    public var components: [ArraySlice<UInt8>] { bytes.split(separator: BytePath.separator) }

    /// The last component, or nothing for the root and the empty path: `notes.txt` of `/tmp/notes.txt`.
    public var name: BytePath { BytePath(components.last ?? []) }

    /// The folder that holds it: all before the last component; `.` when there is nothing before it, `/` for the root.
    public var parent: BytePath {
        var end = bytes.endIndex
        while end > 1, bytes[end - 1] == BytePath.separator { end -= 1 }
        while end > 0, bytes[end - 1] != BytePath.separator { end -= 1 }
        if end == 0 { return "." }
        while end > 1, bytes[end - 1] == BytePath.separator { end -= 1 }
        return BytePath(bytes[..<end])
    }

    /// What follows the last dot of the name, or nothing: `gz` of `a.tar.gz`, none of `.profile`.
    public var fileExtension: BytePath? {
        let name = name.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < name.count,
            name[..<dot].contains(where: { $0 != UInt8(ascii: ".") })
        else { return nil }
        return BytePath(name[(dot + 1)...])
    }

    /// Makes the path of something inside this folder.
    ///
    /// - Parameter component: A name or relative path; an absolute one takes the place of the whole.
    /// - Returns: Both with one separator between them.
    public func appending(_ component: BytePath) -> BytePath {
        if component.isAbsolute || bytes.isEmpty { return component }
        let joint = bytes.last == BytePath.separator ? [] : [BytePath.separator]
        return BytePath(bytes + joint + component.bytes)
    }

    /// Makes the path with bytes added at its end: `notes.txt` and `.age` give `notes.txt.age`.
    ///
    /// - Parameter suffix: Any bytes.
    /// - Returns: The longer name.
    public func appending(suffix: BytePath) -> BytePath { BytePath(bytes + suffix.bytes) }

    private static let separator = UInt8(ascii: "/")

    /// Lends the path as a C string.
    ///
    /// - Parameters:
    ///   - action: What is being tried, for the error: `cannot open`.
    ///   - body: Receives the string.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or `.notFound` for a path that is empty or holds a zero byte.
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
    /// Makes a path of a literal's UTF-8 bytes.
    public init(stringLiteral text: String) { self.init(text) }
}

extension BytePath: Comparable {
    /// Whether the left path comes first by the values of its bytes, in every locale.
    public static func < (left: BytePath, right: BytePath) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension BytePath: CustomStringConvertible {
    /// The path for messages: control characters, stray bytes and direction marks escaped.
    public var description: String { String(printable: bytes) }
}
