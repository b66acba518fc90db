// An app that imports ArcaCodecs needs its errors and byte sources as well.
@_exported public import ArcaCore

/// A codec between bytes and text; its properties are its options.
///
/// Each codec is a small struct, and each variant is a value: `Base64.standard.encode(bytes)`,
/// `Base64.url.decode(text)`, `Base64.standard.allowing(.lenient)`. A codec type implements the requirements below; the
/// extension provides the rest. For streams of any length see ``StreamingTextCodec``.
public protocol TextCodec: Sendable {
    /// The error that encoding throws: `Never`, unless the codec cannot encode some bytes.
    associatedtype EncodingFailure: Error = Never

    /// Deviations from the canonical text that decoding accepts.
    var options: DecodingOptions { get set }

    /// The maximum length of the encoded text in bytes; exact if the codec says so.
    ///
    /// Counts are clamped to 0…2^48, more than any memory holds.
    func maximumEncodedCount(for byteCount: Int) -> Int

    /// The maximum number of bytes that `characterCount` bytes of text decode to. The count is clamped likewise.
    func maximumDecodedCount(for characterCount: Int) -> Int

    /// The maximum decoded size of this text: by its length, unless the codec has a tighter bound.
    func maximumDecodedCount(of text: Span<UInt8>) -> Int

    /// Encodes `bytes` and appends the text to `output`.
    ///
    /// `output` must have room for the text; too little is a programming error.
    ///
    /// - Throws: If the codec cannot encode the bytes.
    func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(EncodingFailure)

    /// Decodes `text` and appends the bytes to `output`.
    ///
    /// `output` must have room for the bytes; `maximumDecodedCount(for:)` is always enough.
    ///
    /// - Throws: If the text is malformed; `.limitExceeded` if `output` is too small. The output of the part before the
    ///   error stays appended.
    func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError)
}

/// A codec that also works on streams, in constant memory.
public protocol StreamingTextCodec: TextCodec {
    /// The streaming encoder.
    associatedtype Encoder: ByteTransform
    /// The streaming decoder.
    associatedtype Decoder: ByteTransform

    /// Creates an encoder at the start of a stream.
    func makeEncoder() -> Encoder

    /// Creates a decoder at the start of a stream.
    func makeDecoder() -> Decoder
}

extension TextCodec {
    /// The maximum decoded size of this text, by its length.
    @inlinable
    public func maximumDecodedCount(of text: Span<UInt8>) -> Int { maximumDecodedCount(for: text.count) }

    /// Returns a codec that also accepts `options` in decoding.
    ///
    /// - Returns: The changed codec.
    public func allowing(_ options: DecodingOptions) -> Self {
        var codec = self
        codec.options.formUnion(options)
        return codec
    }

    /// Encodes bytes as a string.
    ///
    /// - Throws: If the codec cannot encode the bytes.
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

    /// Encodes bytes and returns the text as bytes.
    ///
    /// - Returns: The text as ASCII bytes.
    /// - Throws: If the codec cannot encode the bytes.
    @inlinable
    public func encodeToBytes(_ bytes: borrowing some Bytes) throws(EncodingFailure) -> [UInt8] {
        try bytes.withBytes { (span) throws(EncodingFailure) in
            try [UInt8](capacity: maximumEncodedCount(for: span.count)) { (output) throws(EncodingFailure) in
                HugePages.advise(output)
                try encode(span, into: &output)
            }
        }
    }

    /// Encodes bytes and appends the text to a buffer.
    ///
    /// `output` must have room for the text; too little is a programming error.
    ///
    /// - Throws: If the codec cannot encode the bytes.
    @inlinable
    public func encode(
        _ bytes: borrowing some Bytes, into output: inout OutputSpan<UInt8>
    ) throws(EncodingFailure) {
        try bytes.withBytes { (span) throws(EncodingFailure) in try encode(span, into: &output) }
    }

    /// Decodes text.
    ///
    /// - Throws: If the text is malformed.
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
    /// - Throws: If the text is malformed.
    @inlinable
    public func decode(_ text: String) throws(CodecError) -> [UInt8] { try decode(text.utf8) }

    /// Decodes a substring.
    ///
    /// - Throws: If the text is malformed.
    @inlinable
    public func decode(_ text: Substring) throws(CodecError) -> [UInt8] { try decode(text.utf8) }

    /// Decodes text and appends the bytes to a buffer.
    ///
    /// - Parameters:
    ///   - text: The whole text, as bytes.
    ///   - output: Requires room for the bytes.
    /// - Throws: If the text is malformed; `.limitExceeded` if `output` is too small.
    @inlinable
    public func decode(_ text: borrowing some Bytes, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        try text.withBytes { (span) throws(CodecError) in try decode(span, into: &output) }
    }
}

/// The offset, line and column of the next byte of a stream.
struct StreamPosition: Sendable {
    private(set) var offset = 0
    private var line = 1
    private var lineStart = 0

    var textPosition: TextPosition { TextPosition(offset: offset, line: line, column: offset - lineStart + 1) }

    @inline(__always)
    mutating func advance(past byte: UInt8) {
        offset += 1
        if byte == .newline {
            line += 1
            lineStart = offset
        }
    }

    @inline(__always)
    mutating func advance(by count: Int) { offset += count }

    mutating func advance(past bytes: Span<UInt8>) {
        for index in bytes.indices where bytes[index] == .newline {
            line += 1
            lineStart = offset + index + 1
        }
        offset += bytes.count
    }
}
