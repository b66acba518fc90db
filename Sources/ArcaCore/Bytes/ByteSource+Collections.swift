internal import ArcaPlatform

// Bytes that may not be contiguous. Contiguous storage is read in place. Otherwise the bytes are copied once, and the
// copy is wiped, because it may be a key.

extension ByteSource where Self: Collection, Element == UInt8 {
    /// Lends the bytes; if they are not contiguous, a temporary copy.
    ///
    /// Your own collection can conform with `extension NetworkBuffer: ByteSource {}`.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try lend(copy self, to: body) }
}

extension LazySequence: ByteSource where Base: Collection, Element == UInt8 {
    /// Lends the bytes of the collection; if they are not contiguous, a temporary copy.
    ///
    /// So `data.lazy` passes bytes of any collection type, as in code that is generic over `DataProtocol`.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try lend((copy self).elements, to: body) }
}

@inlinable
func lend<Result, Failure: Error>(
    _ bytes: some Collection<UInt8>, to body: (Span<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    let result = bytes.withContiguousStorageIfAvailable { storage in
        Swift.Result { () throws(Failure) in try body(storage.span) }
    }
    if let result { return try result.get() }
    return try withWipedCopy(Array(bytes), body)
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
