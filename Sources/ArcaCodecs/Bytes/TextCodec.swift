/// A codec between bytes and text, as a value whose properties are its options.
///
/// Each codec is a small struct. `Base64.encode(bytes)` uses the codec as its standard defines it; a variant is
/// another value: `Base64.url.encode(bytes)`, `Base64.mime.decode(text)`, `Base64.standard.allowing(.lenient)`.
/// A codec type supplies the requirements below; everything else comes from the extension. Streams of any length go
/// through ``StreamingTextCodec``.
public protocol TextCodec: Sendable {
    /// What encoding throws: `Never`, unless the encoding has no form for some bytes.
    associatedtype EncodingFailure: Error = Never

    /// The codec exactly as its standard defines it.
    static var standard: Self { get }

    /// What decoding accepts besides the canonical text.
    var options: DecodingOptions { get set }

    /// The maximum number of bytes of text that `byteCount` bytes encode to; exact where the codec says so.
    ///
    /// Counts outside of 0 to 2^48, which no memory holds, are taken as the nearest of them.
    func maximumEncodedCount(for byteCount: Int) -> Int

    /// The maximum number of bytes that `characterCount` bytes of text decode to; the same limits apply.
    func maximumDecodedCount(for characterCount: Int) -> Int

    /// The maximum number of bytes that this text decodes to: as the above by its length, unless the codec can say better.
    func maximumDecodedCount(of text: Span<UInt8>) -> Int

    /// Appends the text for `bytes` to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - output: Needs room for the text; too little is a programmer's error.
    /// - Throws: When the encoding has no form for the bytes.
    func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(EncodingFailure)

    /// Appends the bytes that `text` stands for to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - output: Needs room for the bytes: `maximumDecodedCount(for:)` is always enough.
    /// - Throws: When the text is malformed; when `output` is too small, `.limitExceeded`. What was appended before is
    ///   the output of the part before the error.
    func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError)
}

/// A codec that also works on streams, in constant memory.
public protocol StreamingTextCodec: TextCodec {
    /// The streaming encoder.
    associatedtype Encoder: ByteTransform
    /// The streaming decoder.
    associatedtype Decoder: ByteTransform

    /// Makes an encoder at the start of a stream.
    func makeEncoder() -> Encoder

    /// Makes a decoder at the start of a stream.
    func makeDecoder() -> Decoder
}

extension TextCodec {
    /// The maximum number of bytes that this text decodes to, by its length.
    @inlinable
    public func maximumDecodedCount(of text: Span<UInt8>) -> Int { maximumDecodedCount(for: text.count) }

    /// The same codec, with `options` allowed in decoding.
    ///
    /// - Parameter options: What decoding accepts besides the canonical text.
    /// - Returns: The changed codec.
    public func allowing(_ options: DecodingOptions) -> Self {
        var codec = self
        codec.options.formUnion(options)
        return codec
    }

    /// Encodes bytes as a string.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Returns: The text.
    /// - Throws: When the encoding has no form for the bytes.
    @inlinable
    public func encode(_ bytes: borrowing some Bytes) throws(EncodingFailure) -> String {
        try bytes.withBytes { (span) throws(EncodingFailure) in
            // The initializer's closure cannot throw typed errors.
            var failure: EncodingFailure?
            let text = String(unsafeUninitializedCapacity: maximumEncodedCount(for: span.count)) { buffer in
                var output = OutputSpan(buffer: buffer, initializedCount: 0)
                HugePages.advise(output)
                do throws(EncodingFailure) { try encode(span, into: &output) } catch { failure = error }
                return output.finalize(for: buffer)
            }
            if let failure { throw failure }
            return text
        }
    }

    /// Encodes bytes as the bytes of the text.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Returns: The text's bytes, which are ASCII.
    /// - Throws: When the encoding has no form for the bytes.
    @inlinable
    public func encodeToBytes(_ bytes: borrowing some Bytes) throws(EncodingFailure) -> [UInt8] {
        try bytes.withBytes { (span) throws(EncodingFailure) in
            try [UInt8](capacity: maximumEncodedCount(for: span.count)) { (output) throws(EncodingFailure) in
                HugePages.advise(output)
                try encode(span, into: &output)
            }
        }
    }

    /// Appends the text for bytes to a buffer.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - output: Needs room for the text; too little is a programmer's error.
    /// - Throws: When the encoding has no form for the bytes.
    @inlinable
    public func encode(
        _ bytes: borrowing some Bytes, into output: inout OutputSpan<UInt8>
    ) throws(EncodingFailure) {
        try bytes.withBytes { (span) throws(EncodingFailure) in try encode(span, into: &output) }
    }

    /// Decodes text.
    ///
    /// - Parameter text: The whole text, as bytes.
    /// - Returns: The bytes that it stands for.
    /// - Throws: When the text is malformed.
    @inlinable
    public func decode(_ text: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        try text.withBytes { (span) throws(CodecError) in
            try [UInt8](capacity: maximumDecodedCount(of: span)) { (output) throws(CodecError) in
                HugePages.advise(output)
                try decode(span, into: &output)
            }
        }
    }

    /// Decodes text.
    ///
    /// - Parameter text: The whole text.
    /// - Returns: The bytes that it stands for.
    /// - Throws: When the text is malformed.
    @inlinable
    public func decode(_ text: String) throws(CodecError) -> [UInt8] { try decode(text.utf8) }

    /// Appends the bytes that text stands for to a buffer.
    ///
    /// - Parameters:
    ///   - text: The whole text, as bytes.
    ///   - output: Needs room for the bytes.
    /// - Throws: When the text is malformed; when `output` is too small, `.limitExceeded`.
    @inlinable
    public func decode(_ text: borrowing some Bytes, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        try text.withBytes { (span) throws(CodecError) in try decode(span, into: &output) }
    }
}

// The same operations on the type, with the standard codec: `Base64.encode(bytes)`.
extension TextCodec {
    /// Encodes bytes as a string, with the standard codec.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Returns: The text.
    /// - Throws: When the encoding has no form for the bytes.
    @inlinable
    public static func encode(_ bytes: borrowing some Bytes) throws(EncodingFailure) -> String {
        try standard.encode(bytes)
    }

    /// Encodes bytes as the bytes of the text, with the standard codec.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Returns: The text's bytes, which are ASCII.
    /// - Throws: When the encoding has no form for the bytes.
    @inlinable
    public static func encodeToBytes(_ bytes: borrowing some Bytes) throws(EncodingFailure) -> [UInt8] {
        try standard.encodeToBytes(bytes)
    }

    /// Appends the text for bytes to a buffer, with the standard codec.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - output: Needs room for the text; too little is a programmer's error.
    /// - Throws: When the encoding has no form for the bytes.
    @inlinable
    public static func encode(
        _ bytes: borrowing some Bytes, into output: inout OutputSpan<UInt8>
    ) throws(EncodingFailure) { try standard.encode(bytes, into: &output) }

    /// Decodes text, with the standard codec.
    ///
    /// - Parameter text: The whole text, as bytes.
    /// - Returns: The bytes that it stands for.
    /// - Throws: When the text is malformed.
    @inlinable
    public static func decode(_ text: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        try standard.decode(text)
    }

    /// Decodes text, with the standard codec.
    ///
    /// - Parameter text: The whole text.
    /// - Returns: The bytes that it stands for.
    /// - Throws: When the text is malformed.
    @inlinable
    public static func decode(_ text: String) throws(CodecError) -> [UInt8] { try standard.decode(text) }

    /// Appends the bytes that text stands for to a buffer, with the standard codec.
    ///
    /// - Parameters:
    ///   - text: The whole text, as bytes.
    ///   - output: Needs room for the bytes.
    /// - Throws: When the text is malformed; when `output` is too small, `.limitExceeded`.
    @inlinable
    public static func decode(
        _ text: borrowing some Bytes, into output: inout OutputSpan<UInt8>
    ) throws(CodecError) { try standard.decode(text, into: &output) }
}
