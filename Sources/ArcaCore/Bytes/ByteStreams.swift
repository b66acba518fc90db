/// A sequential source of bytes: a file, a pipe, memory.
public protocol ByteReader: ~Copyable {
    /// The error that reading throws.
    associatedtype Failure: Error

    /// Appends the next bytes to `output`, up to its free capacity.
    ///
    /// - Parameter output: Receives at least one byte, except at the end of the input or without free capacity.
    /// - Throws: If reading fails; bytes that were already appended stay.
    mutating func read(into output: inout OutputSpan<UInt8>) throws(Failure)
}

/// A reader over bytes in memory.
public struct MemoryReader: ByteReader {
    /// Reading memory never fails.
    public typealias Failure = Never

    let bytes: [UInt8]
    private var offset = 0

    /// Creates a reader that starts at the first byte.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Appends the next bytes to `output`, up to its free capacity.
    public mutating func read(into output: inout OutputSpan<UInt8>) {
        let count = min(output.freeCapacity, bytes.count - offset)
        output.append(contentsOf: bytes.span.extracting(offset..<offset + count))
        offset += count
    }
}

/// A source of bytes that can be read at any offset: a file on a disk, memory.
public protocol RandomAccessReader: ~Copyable {
    /// The error that reading throws.
    associatedtype Failure: Error

    /// Appends bytes from an offset to `output`, without moving the position of sequential reads.
    ///
    /// - Parameters:
    ///   - output: Filled to capacity, or until the input ends.
    ///   - offset: Bytes from the beginning, 0 or more.
    /// - Throws: If reading fails, as for a file at a negative offset.
    borrowing func read(into output: inout OutputSpan<UInt8>, at offset: Int) throws(Failure)
}

extension MemoryReader: RandomAccessReader {
    /// Appends bytes from an offset to `output`; none if the offset is negative or past the end.
    public func read(into output: inout OutputSpan<UInt8>, at offset: Int) {
        let start = offset < 0 ? bytes.count : min(offset, bytes.count)
        output.append(contentsOf: bytes.span.extracting(start..<start + min(output.freeCapacity, bytes.count - start)))
    }
}

/// A reader that can peek at bytes before they are read.
public struct PeekingReader<Base: ByteReader & ~Copyable>: ~Copyable, ByteReader {
    /// The error that reading throws.
    public typealias Failure = Base.Failure

    private var base: Base
    /// Bytes peeked at but not yet read.
    private var ahead: [UInt8] = []
    private var offset = 0

    /// Creates a reader that owns `base`.
    public init(_ base: consuming Base) { self.base = base }

    /// Returns the next bytes without consuming them.
    ///
    /// - Parameter byteCount: The number of bytes, 0 or more; they are buffered.
    /// - Returns: `byteCount` bytes, or fewer if the input ends earlier; none for a negative count.
    /// - Throws: If reading fails.
    public mutating func peek(_ byteCount: Int) throws(Failure) -> [UInt8] {
        while ahead.count - offset < byteCount {
            let before = ahead.count
            try ahead.append(addingCapacity: min(byteCount - (before - offset), 1 << 16)) { output throws(Failure) in
                try base.read(into: &output)
            }
            if ahead.count == before { break }
        }
        return Array(ahead[offset...].prefix(max(byteCount, 0)))
    }

    /// Returns the base reader; bytes peeked at are lost to sequential reading.
    public consuming func takeBase() -> Base { base }

    /// Appends the next bytes to `output`, up to its free capacity.
    public mutating func read(into output: inout OutputSpan<UInt8>) throws(Failure) {
        guard offset < ahead.count else { return try base.read(into: &output) }
        let count = min(output.freeCapacity, ahead.count - offset)
        output.append(contentsOf: ahead.span.extracting(offset..<offset + count))
        offset += count
    }
}

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
