// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCore
@_exported public import ArcaSystem
public import Dispatch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Data: ByteSource {
    /// Lends the data's bytes.
    ///
    /// Not `body(span)`: Swift 6.3.1 at `-O` returns a dangling span for the 1 to 14 bytes that `Data` stores inline.
    /// Documentation/COMPILER-REPORT.md has the report; `scripts/check-consumer` shows it.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result = withUnsafeBytes { bytes in
            Swift.Result { () throws(Failure) in try body(Span(_unsafeBytes: bytes)) }
        }
        return try result.get()
    }
}

extension DispatchData: ByteSource {
    /// Lends a temporary copy of the bytes, which may be in several regions; it is wiped.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Copying by regions takes a thirtieth of the time of copying by bytes.
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { space, written in
            copyBytes(to: UnsafeMutableRawBufferPointer(space), count: count)
            written = count
        }
        return try withWipedCopy(bytes, body)
    }
}

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
