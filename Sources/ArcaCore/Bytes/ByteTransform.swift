internal import ArcaPlatform

/// A streaming transform of bytes: an encoder or decoder that receives its input in pieces.
///
/// The split of the input never matters: any split gives the same output, and the same error at the same position in
/// the whole stream. Memory is constant. After an error the transform cannot be used again; create a new one.
///
/// ```swift
/// var decoder = Base64.standard.makeDecoder()
/// let bytes = try [UInt8](capacity: decoder.maximumOutputCount(for: 8)) { output throws(CodecError) in
///     try decoder.update("aGVs".utf8, into: &output)
///     try decoder.update("bG8=".utf8, into: &output)
///     try decoder.finish(into: &output)
/// }
/// ```
///
/// `any ByteTransform` can hold every codec; one that cannot fail is also an ``InfallibleByteTransform``.
public protocol ByteTransform: Sendable {
    /// The maximum number of bytes that `update` with `byteCount` more bytes and a final `finish` append together.
    ///
    /// - Parameter byteCount: The number of bytes still to be passed.
    /// - Returns: An upper bound; exact if the codec's documentation says so.
    func maximumOutputCount(for byteCount: Int) -> Int

    /// Processes the next bytes of the stream and appends the output available so far.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes, any number.
    ///   - output: Requires room for `maximumOutputCount(for: bytes.count)` bytes.
    /// - Throws: If the bytes are malformed, with the position in the whole stream. The output of the part before the
    ///   error stays appended.
    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError)

    /// Ends the stream and appends the remaining output.
    ///
    /// - Parameter output: Requires room for `maximumOutputCount(for: 0)` bytes.
    /// - Throws: If the stream ends too early.
    mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError)

    /// Remarks for people about a valid result, such as unusual input; complete at the end of the stream.
    var notes: [String] { get }
}

extension ByteTransform {
    /// Empty by default: most codecs have no remarks.
    public var notes: [String] { [] }

    /// Processes the next bytes of the stream, from any byte source.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes, any number.
    ///   - output: Requires room for `maximumOutputCount(for:)` of their count.
    /// - Throws: If the bytes are malformed.
    @inlinable
    public mutating func update(
        _ bytes: borrowing some Bytes, into output: inout OutputSpan<UInt8>
    ) throws(CodecError) {
        try bytes.withBytes { (span) throws(CodecError) in try update(span, into: &output) }
    }

    /// Transforms `bytes` as a complete stream.
    ///
    /// - Throws: If the bytes are malformed.
    @inlinable
    public consuming func transform(_ bytes: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        var transform = self
        return try bytes.withBytes { (span) throws(CodecError) in
            try [UInt8](capacity: transform.maximumOutputCount(for: span.count)) { (output) throws(CodecError) in
                HugePages.advise(output)
                try transform.update(span, into: &output)
                try transform.finish(into: &output)
            }
        }
    }
}

/// A streaming transform that accepts every input, like most encoders; its methods do not throw.
public protocol InfallibleByteTransform: ByteTransform {
    /// Processes the next bytes of the stream and appends the output available so far.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes, any number.
    ///   - output: Requires room for `maximumOutputCount(for: bytes.count)` bytes; less is a programming error.
    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>)

    /// Ends the stream and appends the remaining output.
    ///
    /// - Parameter output: Requires room for `maximumOutputCount(for: 0)` bytes; less is a programming error.
    mutating func finish(into output: inout OutputSpan<UInt8>)
}

extension InfallibleByteTransform {
    /// Processes the next bytes of the stream, from any byte source.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes, any number.
    ///   - output: Requires room for `maximumOutputCount(for:)` of their count.
    @inlinable
    public mutating func update(_ bytes: borrowing some Bytes, into output: inout OutputSpan<UInt8>) {
        bytes.withBytes { span in update(span, into: &output) }
    }

    /// Transforms `bytes` as a complete stream.
    @inlinable
    public consuming func transform(_ bytes: borrowing some Bytes) -> [UInt8] {
        var transform = self
        return bytes.withBytes { span in
            [UInt8](capacity: transform.maximumOutputCount(for: span.count)) { output in
                HugePages.advise(output)
                transform.update(span, into: &output)
                transform.finish(into: &output)
            }
        }
    }
}

/// Requests 2 MiB pages for large results.
///
/// A fresh result of many megabytes costs one page fault per 4 KiB, which limits every codec to about 2 GB/s. Huge
/// pages make that four times faster on systems that grant them on request (`madvise`), the usual setting.
@usableFromInline
package enum HugePages {
    /// The minimum size of a result, in bytes; for smaller ones the call costs more than it saves.
    @usableFromInline package static let threshold = 4 << 20

    /// Requests huge pages for the free part of a large `output`.
    @inlinable
    package static func advise(_ output: borrowing OutputSpan<UInt8>) {
        if output.capacity >= threshold { advise(output, output.capacity) }
    }

    @usableFromInline
    package static func advise(_ output: borrowing OutputSpan<UInt8>, _ count: Int) {
        output.span.withUnsafeBufferPointer { memory in
            if let start = memory.baseAddress { Pages.enlarge(start, count) }
        }
    }
}
