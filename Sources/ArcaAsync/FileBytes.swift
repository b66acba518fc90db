internal import ArcaCore
public import ArcaSystem

/// The content of a file, in pieces of some 64 KiB, read by a thread of its own.
///
/// ```swift
/// for try await chunk in Age.open(FileBytes("upload.age"), with: [identity]) { try await response.write(chunk) }
/// ```
public struct FileBytes: AsyncSequence, Sendable {
    /// A piece of the file, never empty.
    public typealias Element = [UInt8]
    /// `SystemError`, or `CancellationError`.
    public typealias Failure = any Error

    /// The file.
    public let path: BytePath

    /// Names a file, which each iteration opens.
    ///
    /// - Parameter path: The file.
    public init(_ path: BytePath) { self.path = path }

    /// Makes an iterator; the file is opened with its first element.
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
