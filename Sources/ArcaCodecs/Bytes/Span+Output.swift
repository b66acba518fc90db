extension OutputSpan where Element == UInt8 {
    /// Appends all of `bytes`, which must fit.
    ///
    /// - Parameter bytes: At most `freeCapacity` bytes; more is a programmer's error.
    @inlinable
    public mutating func append(contentsOf bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity, "no room for the bytes")
        guard !bytes.isEmpty else { return }
        withUnsafeMutableBufferPointer { space, count in
            bytes.withUnsafeBufferPointer { source in
                _ = UnsafeMutableBufferPointer(rebasing: space[count...]).update(fromContentsOf: source)
            }
            count += bytes.count
        }
    }
}

extension Array where Element == UInt8 {
    /// Appends all of `bytes`.
    @inlinable
    public mutating func append(contentsOf bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }

    /// Makes an array of the bytes of any source.
    @inlinable
    public init(bytes: borrowing some Bytes) {
        self = bytes.withBytes { span in span.withUnsafeBufferPointer { Array($0) } }
    }
}
