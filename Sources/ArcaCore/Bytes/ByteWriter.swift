/// A sequential destination for bytes: a file, a pipe, memory.
public protocol ByteWriter: ~Copyable {
    /// The error that writing throws.
    associatedtype Failure: Error

    /// Writes `bytes`.
    ///
    /// - Throws: If writing fails; an unknown part of the bytes may have been written.
    mutating func write(_ bytes: borrowing some Bytes) throws(Failure)
}

/// A writer that collects bytes in memory.
public struct MemoryWriter: ByteWriter {
    /// Writing to memory never fails.
    public typealias Failure = Never

    /// All bytes written so far.
    public private(set) var bytes: [UInt8] = []

    /// Creates an empty writer.
    public init() {}

    /// Appends `bytes`.
    public mutating func write(_ bytes: borrowing some Bytes) {
        bytes.withBytes { span in self.bytes.append(contentsOf: span) }
    }
}

package struct CountingWriter: ByteWriter {
    package typealias Failure = Never

    package private(set) var byteCount = 0

    package init() {}

    package mutating func write(_ bytes: borrowing some Bytes) { byteCount += bytes.withBytes { $0.count } }
}
