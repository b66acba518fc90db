/// Something whose bytes can be read from any place: a file on a disk, memory.
public protocol RandomAccessReader: ~Copyable {
    /// What reading throws.
    associatedtype Failure: Error

    /// Appends bytes from a place to `output`, without moving the place where sequential reading stands.
    ///
    /// - Parameters:
    ///   - output: Is filled up, or as far as there are bytes.
    ///   - offset: Bytes from the beginning, 0 or more.
    /// - Throws: When reading fails.
    borrowing func read(into output: inout OutputSpan<UInt8>, at offset: Int) throws(Failure)
}

extension MemoryReader: RandomAccessReader {
    /// Appends bytes from a place to `output`.
    public func read(into output: inout OutputSpan<UInt8>, at offset: Int) {
        let start = min(offset, bytes.count)
        output.append(contentsOf: bytes.span.extracting(start..<start + min(output.freeCapacity, bytes.count - start)))
    }
}
