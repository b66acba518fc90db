// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCore
@_exported public import ArcaSystem

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Support for `localizedDescription` and alerts, which show the same text as the command.
extension CodedError: LocalizedError {
    /// The problem and its location.
    public var errorDescription: String? { message }
    /// The problem, without its location.
    public var failureReason: String? { reason }
    /// A hint for solving the problem, or nil.
    public var recoverySuggestion: String? { hint }
}

extension BytePath {
    /// Creates a path from a file URL.
    ///
    /// - Throws: `SystemError` `.unsupported` for any other URL.
    public init(_ url: URL) throws(SystemError) {
        guard url.isFileURL else { throw SystemError(.unsupported, "the URL names no file: its scheme is not file") }
        self = url.withUnsafeFileSystemRepresentation { path in path.map(BytePath.init(cString:)) ?? BytePath("") }
    }
}

extension FileReader {
    /// Opens a file for reading by its file URL.
    ///
    /// - Throws: `SystemError` as ``init(_:followingLinks:)``, `.unsupported` for any other URL.
    public init(_ url: URL) throws(SystemError) { try self.init(try BytePath(url)) }
}

extension AtomicFile {
    /// Begins a file that is written atomically, when it is committed.
    ///
    /// - Parameters:
    ///   - url: A URL with the scheme `file`.
    ///   - secret: Whether only the user may read the file (mode 600).
    /// - Throws: `SystemError` as ``init(_:secret:inputs:)``, `.unsupported` for any other URL.
    public init(_ url: URL, secret: Bool = false) throws(SystemError) {
        try self.init(try BytePath(url), secret: secret)
    }
}
