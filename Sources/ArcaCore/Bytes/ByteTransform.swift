/// A streaming transform of bytes: an encoder or a decoder that gets its input in pieces.
///
/// Where the input is cut never matters: any split gives the same output and the same error at the same position,
/// counted over the whole stream. Memory is constant. After an error the transform is spent: make a new one.
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
/// `any ByteTransform` can stand for every codec; one that cannot fail is an ``InfallibleByteTransform`` too.
public protocol ByteTransform: Sendable {
    /// The maximum number of bytes that `update` with `byteCount` more bytes and `finish` together append.
    ///
    /// - Parameter byteCount: Bytes still to be passed.
    /// - Returns: An upper bound; exact where the codec says so.
    func maximumOutputCount(for byteCount: Int) -> Int

    /// Takes the next bytes of the stream and appends what can be said so far.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes, any number.
    ///   - output: Needs room for `maximumOutputCount(for: bytes.count)` bytes.
    /// - Throws: When the bytes are malformed, the position being that in the whole stream; what was appended before
    ///   is the output of the part before the error.
    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError)

    /// Ends the stream and appends the rest.
    ///
    /// - Parameter output: Needs room for `maximumOutputCount(for: 0)` bytes.
    /// - Throws: When the stream ends too early.
    mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError)

    /// What was found besides the bytes, for people, although the result stands; complete at the end of the stream.
    var notes: [String] { get }
}

extension ByteTransform {
    /// None: most codecs carry nothing but the bytes.
    public var notes: [String] { [] }

    /// Takes the next bytes of the stream, from any contiguous source.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes, any number.
    ///   - output: Needs room for `maximumOutputCount(for:)` of their number.
    /// - Throws: When the bytes are malformed.
    @inlinable
    public mutating func update(
        _ bytes: borrowing some Bytes, into output: inout OutputSpan<UInt8>
    ) throws(CodecError) {
        try bytes.withBytes { (span) throws(CodecError) in try update(span, into: &output) }
    }

    /// Transforms `bytes` as the whole stream.
    ///
    /// - Parameter bytes: All bytes of the stream.
    /// - Returns: All output.
    /// - Throws: When the bytes are malformed.
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

/// A streaming transform that every input suits, as most encoders are: its methods do not throw.
public protocol InfallibleByteTransform: ByteTransform {
    /// Takes the next bytes of the stream and appends what can be said so far.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes, any number.
    ///   - output: Needs room for `maximumOutputCount(for: bytes.count)` bytes; less is a programmer's error.
    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>)

    /// Ends the stream and appends the rest.
    ///
    /// - Parameter output: Needs room for `maximumOutputCount(for: 0)` bytes; less is a programmer's error.
    mutating func finish(into output: inout OutputSpan<UInt8>)
}

extension InfallibleByteTransform {
    /// Takes the next bytes of the stream, from any contiguous source.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes, any number.
    ///   - output: Needs room for `maximumOutputCount(for:)` of their number.
    @inlinable
    public mutating func update(_ bytes: borrowing some Bytes, into output: inout OutputSpan<UInt8>) {
        bytes.withBytes { span in update(span, into: &output) }
    }

    /// Transforms `bytes` as the whole stream.
    ///
    /// - Parameter bytes: All bytes of the stream.
    /// - Returns: All output.
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
