/// A reader whose first bytes can be looked at before they are read.
public struct PeekingReader<Base: ByteReader & ~Copyable>: ~Copyable, ByteReader {
    /// What reading throws.
    public typealias Failure = Base.Failure

    private var base: Base
    /// Bytes that were looked at and not yet read.
    private var ahead: [UInt8] = []
    private var offset = 0

    /// Takes a reader over.
    public init(_ base: consuming Base) { self.base = base }

    /// Gives the next bytes without taking them.
    ///
    /// - Parameter byteCount: How many.
    /// - Returns: That many bytes, or fewer when the input ends before.
    /// - Throws: When reading fails.
    public mutating func peek(_ byteCount: Int) throws(Failure) -> [UInt8] {
        while ahead.count - offset < byteCount {
            let before = ahead.count
            try ahead.append(addingCapacity: byteCount - (before - offset)) { output throws(Failure) in
                try base.read(into: &output)
            }
            if ahead.count == before { break }
        }
        return Array(ahead[offset...].prefix(byteCount))
    }

    /// Gives the base back; bytes that were looked at are lost to sequential reading.
    public consuming func takeBase() -> Base { base }

    /// Appends the next bytes to `output`, at most its free capacity.
    public mutating func read(into output: inout OutputSpan<UInt8>) throws(Failure) {
        guard offset < ahead.count else { return try base.read(into: &output) }
        let count = min(output.freeCapacity, ahead.count - offset)
        output.append(contentsOf: ahead.span.extracting(offset..<offset + count))
        offset += count
    }
}
