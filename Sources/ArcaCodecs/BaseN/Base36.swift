public import ArcaCore

/// Base36: the bytes as one number in digits and lower-case letters, for identifiers that people type.
///
/// There is no standard. As in Base58, leading zero bytes become leading zeros. Time grows with the square of the
/// length: meant for keys and hashes, not for files. Lenient decoding accepts upper case and skips whitespace.
///
/// ```swift
/// Base36.standard.encode([0xff])    // "73"
/// try Base36.standard.decode("73")  // [0xff]
/// ```
public struct Base36: TextCodec, Hashable {
    private static let symbols = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
    private static let strict = NumberRadix(name: "base36", symbols)
    private static let folding = NumberRadix(name: "base36", symbols, foldsCase: true)

    /// The maximum number of symbols that decoding accepts, because its time grows with their square.
    public var maximumCharacterCount: Int
    /// Deviations from the canonical text that decoding accepts: `letterCase`, `whitespace`.
    public var options: DecodingOptions

    /// The standard form.
    public static let standard = Base36()

    /// Creates a codec.
    public init(maximumCharacterCount: Int = 1 << 16, options: DecodingOptions = []) {
        self.maximumCharacterCount = maximumCharacterCount
        self.options = options
    }

    /// The maximum number of bytes of text for `byteCount` bytes; the exact number depends on their values.
    public func maximumEncodedCount(for byteCount: Int) -> Int {
        NumberRadix.maximumEncodedCount(for: byteCount, base: 36)
    }

    /// The maximum decoded size of `characterCount` bytes of text: one byte per character, if all are zero.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount }

    /// Encodes `bytes` and appends the text to `output`.
    ///
    /// `output` must have room for the text, at most `maximumEncodedCount(for: bytes.count)` bytes.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        Self.strict.encode(bytes, into: &output)
    }

    /// Decodes `text` and appends the bytes to `output`.
    ///
    /// `output` must have room for the bytes; `maximumDecodedCount(for:)` is always enough.
    ///
    /// - Throws: `.invalidCharacter`; `.limitExceeded` for more symbols than `maximumCharacterCount`, and if `output`
    ///   is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        let radix = options.contains(.letterCase) ? Self.folding : Self.strict
        try radix.decode(text, into: &output, options: options, limit: maximumCharacterCount)
    }
}
