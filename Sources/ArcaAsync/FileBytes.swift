// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCodecCatalog
@_exported public import ArcaCodecs
@_exported public import ArcaCompression
@_exported public import ArcaContainers
@_exported public import ArcaCore
@_exported public import ArcaCrypto
@_exported public import ArcaSystem

/// The content of a file in pieces of about 64 KiB, read on a separate thread.
///
/// ```swift
/// for try await chunk in Age.open(FileBytes("upload.age"), with: [identity]) { try await response.write(chunk) }
/// ```
public struct FileBytes: AsyncSequence, Sendable {
    /// A piece of the file, never empty.
    public typealias Element = [UInt8]
    /// `SystemError`, or `CancellationError`.
    public typealias Failure = any Error

    /// The path of the file.
    public let path: BytePath

    /// Creates a sequence; the file is opened by each iteration.
    public init(_ path: BytePath) { self.path = path }

    /// Creates an iterator, which opens the file when the first piece is requested.
    public func makeAsyncIterator() -> ConvertedBytes<NoBytes>.Iterator {
        let path = path
        return ConvertedBytes(NoBytes()) { _, output in
            var file = try FileReader(path)
            var piece: [UInt8] = []
            repeat {
                piece.removeAll(keepingCapacity: true)
                try piece.append(addingCapacity: WorkerPipe.inputByteCount) { space throws(SystemError) in
                    try file.read(into: &space)
                }
                try output.write(piece)
            } while !piece.isEmpty
        }.makeAsyncIterator()
    }
}

/// An empty source, for workers with input from elsewhere.
public struct NoBytes: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// The element type of the empty sequence.
    public typealias Element = [UInt8]

    /// Returns the value itself.
    public func makeAsyncIterator() -> NoBytes { self }

    /// Returns nil.
    public func next(isolation actor: isolated (any Actor)?) async -> [UInt8]? { nil }

    /// Returns nil.
    public func next() async -> [UInt8]? { nil }
}
