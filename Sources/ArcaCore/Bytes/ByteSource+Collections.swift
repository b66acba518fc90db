internal import ArcaPlatform

// Bytes that may lie in several places: what has one storage is read there; the rest is copied once, and the copy is
// overwritten, because it may be a key.

extension ByteSource where Self: Collection, Element == UInt8 {
    /// Lends the bytes, of a copy where they do not lie next to each other.
    ///
    /// A collection of your own conforms by `extension NetworkBuffer: ByteSource {}`.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = copy self
        let result = bytes.withContiguousStorageIfAvailable { storage in
            Swift.Result { () throws(Failure) in try body(storage.span) }
        }
        if let result { return try result.get() }
        return try withWipedCopy(Array(bytes), body)
    }
}

@usableFromInline
func withWipedCopy<Result, Failure: Error>(
    _ bytes: consuming [UInt8], _ body: (Span<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    defer { bytes.withUnsafeMutableBytes { wipe($0.baseAddress, $0.count) } }
    return try body(bytes.span)
}

extension UnsafeMutableRawBufferPointer: ByteSource {}
extension UnsafeMutableBufferPointer: ByteSource where Element == UInt8 {}
extension Slice: ByteSource where Element == UInt8 {}
extension ReversedCollection: ByteSource where Element == UInt8 {}
extension LazySequence: ByteSource where Base: Collection, Element == UInt8 {}
extension LazyMapSequence: ByteSource where Base: Collection, Element == UInt8 {}
extension LazyFilterSequence: ByteSource where Base: Collection, Element == UInt8 {}
extension FlattenSequence: ByteSource where Base: Collection, Base.Element: Collection, Element == UInt8 {}
extension Repeated: ByteSource where Element == UInt8 {}
extension CollectionOfOne: ByteSource where Element == UInt8 {}
extension EmptyCollection: ByteSource where Element == UInt8 {}
extension AnyCollection: ByteSource where Element == UInt8 {}
extension AnyBidirectionalCollection: ByteSource where Element == UInt8 {}
extension AnyRandomAccessCollection: ByteSource where Element == UInt8 {}

extension InlineArray: ByteSource where Element == UInt8 {
    /// Lends the array's elements.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(span) }
}
