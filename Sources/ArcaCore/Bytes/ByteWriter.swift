/// Something that bytes are written to, a piece at a time: a file, a pipe, memory.
public protocol ByteWriter: ~Copyable {
    /// What writing throws.
    associatedtype Failure: Error

    /// Writes all of `bytes`.
    ///
    /// - Parameter bytes: Any number of bytes, also none.
    /// - Throws: When writing fails; how much was written before is not known.
    mutating func write(_ bytes: borrowing some Bytes) throws(Failure)
}

/// A writer that gathers bytes in memory.
public struct MemoryWriter: ByteWriter {
    /// Writing to memory never fails.
    public typealias Failure = Never

    /// All that was written so far.
    public private(set) var bytes: [UInt8] = []

    /// Makes an empty writer.
    public init() {}

    /// Appends all of `bytes`.
    public mutating func write(_ bytes: borrowing some Bytes) {
        bytes.withBytes { span in self.bytes.append(contentsOf: span) }
    }
}

/// Counts what it gets and keeps nothing of it.
package struct CountingWriter: ByteWriter {
    package typealias Failure = Never

    /// Bytes that were written.
    package private(set) var byteCount = 0

    package init() {}

    package mutating func write(_ bytes: borrowing some Bytes) { byteCount += bytes.withBytes { $0.count } }
}
