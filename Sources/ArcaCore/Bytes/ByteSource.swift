/// Bytes that can be lent in one place.
///
/// Arrays, slices, UTF-8 views, spans, buffer pointers and Arca's secrets conform, and are not copied; so do lazy, reversed and
/// joined collections, which are. A collection of your own conforms by `extension NetworkBuffer: ByteSource {}`. `String` does
/// not, so that no key is ever made of text by accident: pass `text.utf8`.
public protocol ByteSource: ~Copyable, ~Escapable {
    /// Lends the bytes to `body` for the time of the call.
    ///
    /// - Parameter body: Receives the bytes; it must not keep the span.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result
}

/// What a function that reads bytes accepts: `borrowing some Bytes`.
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
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(span) }
}

extension Substring.UTF8View: ByteSource {
    /// Lends the text's UTF-8 bytes.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(span) }
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

@available(*, unavailable, message: "text is not bytes: pass text.utf8")
extension String: ByteSource {
    /// Not available: there are several ways to make bytes of text.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { fatalError("text is not bytes") }
}

@available(*, unavailable, message: "text is not bytes: pass text.utf8")
extension Substring: ByteSource {
    /// Not available: there are several ways to make bytes of text.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { fatalError("text is not bytes") }
}
