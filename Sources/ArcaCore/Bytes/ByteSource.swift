/// A source of bytes that can be lent as one contiguous span.
///
/// Arrays, slices, UTF-8 views, spans (also raw), buffer pointers and Arca's secrets conform and are not copied. Lazy,
/// reversed and joined collections conform too, but are copied. Your own collection can conform with `extension
/// NetworkBuffer: ByteSource {}`. `String` does not conform, so text is never used as a key by accident: pass
/// `text.utf8`.
public protocol ByteSource: ~Copyable, ~Escapable {
    /// Lends the bytes to `body` for the duration of the call.
    ///
    /// - Parameter body: Receives the bytes; it must not keep the span.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result
}

/// The parameter type of functions that read bytes: `borrowing some Bytes`.
public typealias Bytes = ByteSource & ~Copyable & ~Escapable

extension Array: ByteSource where Element == UInt8 {
    /// Lends the array's elements.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(span) }
}

extension ArraySlice: ByteSource where Element == UInt8 {
    /// Lends the slice's elements.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(span) }
}

extension ContiguousArray: ByteSource where Element == UInt8 {
    /// Lends the array's elements.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(span) }
}

extension String.UTF8View: ByteSource {
    /// Lends the text's UTF-8 bytes.
    ///
    /// Not `body(span)`: Swift 6.3.1 at `-Osize` returns a dangling span for the up to 15 bytes that a `String` stores
    /// inline, as for `Data` (Documentation/COMPILER-REPORT.md).
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result = withContiguousStorageIfAvailable { bytes in
            Swift.Result { () throws(Failure) in try body(Span(_unsafeElements: bytes)) }
        }
        guard let result else { return try Array(copy self).withBytes(body) }
        return try result.get()
    }
}

extension Substring.UTF8View: ByteSource {
    /// Lends the text's UTF-8 bytes.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result = withContiguousStorageIfAvailable { bytes in
            Swift.Result { () throws(Failure) in try body(Span(_unsafeElements: bytes)) }
        }
        guard let result else { return try Array(copy self).withBytes(body) }
        return try result.get()
    }
}

extension UnsafeRawBufferPointer: ByteSource {
    /// Lends the memory that the pointer covers.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(Span(_unsafeBytes: self)) }
}

extension UnsafeBufferPointer: ByteSource where Element == UInt8 {
    /// Lends the memory that the pointer covers.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(span) }
}

extension Span: ByteSource where Element == UInt8 {
    /// Lends the span itself.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(self) }
}

extension RawSpan: ByteSource {
    /// Lends the bytes of the span.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBytes { bytes throws(Failure) in try body(Span(_unsafeBytes: bytes)) }
    }
}

extension MutableSpan: ByteSource where Element == UInt8 {
    /// Lends the span itself.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(span) }
}

extension MutableRawSpan: ByteSource {
    /// Lends the bytes of the span.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try bytes.withBytes(body) }
}

@available(*, unavailable, message: "text is not bytes: pass text.utf8")
extension String: ByteSource {
    /// Not available: there are several ways to convert text to bytes.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { fatalError("text is not bytes") }
}

@available(*, unavailable, message: "text is not bytes: pass text.utf8")
extension Substring: ByteSource {
    /// Not available: there are several ways to convert text to bytes.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { fatalError("text is not bytes") }
}

extension Int {
    /// This byte count clamped to 0…2^48, the maximum of addressable memory, so arithmetic on an untrusted count cannot
    /// overflow.
    package var addressable: Int { Swift.min(Swift.max(self, 0), 1 << Swift.min(48, Int.bitWidth - 2)) }
}
