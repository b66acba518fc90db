/// Something that bytes are read from, a piece at a time: a file, a pipe, memory.
public protocol ByteReader: ~Copyable {
    /// What reading throws.
    associatedtype Failure: Error

    /// Appends the next bytes to `output`, at most its free capacity.
    ///
    /// - Parameter output: Receives at least one byte, unless the end is reached or it has no free capacity.
    /// - Throws: When reading fails; bytes already appended stay.
    mutating func read(into output: inout OutputSpan<UInt8>) throws(Failure)
}

/// A reader over bytes in memory.
public struct MemoryReader: ByteReader {
    /// Reading memory never fails.
    public typealias Failure = Never

    let bytes: [UInt8]
    private var offset = 0

    /// Makes a reader that starts at the first of `bytes`.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Appends the next bytes to `output`, at most its free capacity.
    public mutating func read(into output: inout OutputSpan<UInt8>) {
        let count = min(output.freeCapacity, bytes.count - offset)
        output.append(contentsOf: bytes.span.extracting(offset..<offset + count))
        offset += count
    }
}
