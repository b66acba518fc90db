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
    return try withWipedCopy(copied(bytes), body)
}

/// Copies bytes that are not contiguous.
///
/// A function of its own, so the compiler specializes it for an app's collection. It cannot do so for the generic
/// collections of the standard library, which would cost 300 ns a byte: the casts lead to specialized copies of the
/// most common ones.
@inlinable
func copied(_ bytes: some Collection<UInt8>) -> [UInt8] {
    if let bytes = bytes as? FlattenSequence<[[UInt8]]> { return Array(bytes) }
    if let bytes = bytes as? FlattenSequence<[ArraySlice<UInt8>]> { return Array(bytes) }
    if let bytes = bytes as? LazyFilterSequence<[UInt8]> { return Array(bytes) }
    if let bytes = bytes as? LazyMapSequence<[UInt8], UInt8> { return Array(bytes) }
    return Array(bytes)
}

@usableFromInline
package func withWipedCopy<Result, Failure: Error>(
    _ bytes: consuming [UInt8], _ body: (Span<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    defer { bytes.withUnsafeMutableBytes { wipe($0.baseAddress, $0.count) } }
    return try body(bytes.span)
}

extension UnsafeMutableRawBufferPointer: ByteSource {}
extension UnsafeMutableBufferPointer: ByteSource where Element == UInt8 {}

extension Slice: ByteSource where Element == UInt8 {
    /// Lends the bytes; if they are not contiguous, a copy of the base's own part.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result = withContiguousStorageIfAvailable { storage in
            Swift.Result { () throws(Failure) in try body(storage.span) }
        }
        if let result { return try result.get() }
        return try withWipedCopy(copied(base[startIndex..<endIndex]), body)
    }
}

extension ReversedCollection: ByteSource where Element == UInt8 {
    /// Lends a copy of the bytes.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var bytes = copied((copy self).reversed() as Base)
        bytes.reverse()
        return try withWipedCopy(bytes, body)
    }
}

extension LazyMapSequence: ByteSource where Base: Collection, Element == UInt8 {}
extension LazyFilterSequence: ByteSource where Base: Collection, Element == UInt8 {}
extension FlattenSequence: ByteSource where Base: Collection, Base.Element: Collection, Element == UInt8 {}
extension Repeated: ByteSource where Element == UInt8 {}
extension CollectionOfOne: ByteSource where Element == UInt8 {}
extension EmptyCollection: ByteSource where Element == UInt8 {}
#if !hasFeature(Embedded)
extension AnyCollection: ByteSource where Element == UInt8 {}
extension AnyBidirectionalCollection: ByteSource where Element == UInt8 {}
extension AnyRandomAccessCollection: ByteSource where Element == UInt8 {}
#endif

extension InlineArray: ByteSource where Element == UInt8 {
    /// Lends the array's elements.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(span) }
}
