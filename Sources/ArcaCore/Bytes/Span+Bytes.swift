extension OutputSpan where Element == UInt8 {
    /// Appends `bytes`, which must fit.
    ///
    /// - Parameter bytes: At most `freeCapacity` bytes; more is a programming error.
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
    /// Appends `bytes`.
    @inlinable
    public mutating func append(contentsOf bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }

    /// Creates an array from the bytes of any source.
    @inlinable
    public init(bytes: borrowing some Bytes) {
        self = bytes.withBytes { span in span.withUnsafeBufferPointer { Array($0) } }
    }
}

/// Inspects the start of bytes without a copy, because they may be a key.
extension Span where Element == UInt8 {
    package func begins(with bytes: some Collection<UInt8>, at offset: Int = 0) -> Bool {
        guard count - offset >= bytes.count else { return false }
        return bytes.enumerated().allSatisfy { self[offset + $0] == $1 }
    }

    /// The number of leading ASCII whitespace characters.
    package var leadingSpaceCount: Int {
        indices.first { !(self[$0].isWhitespace) } ?? count
    }
}
