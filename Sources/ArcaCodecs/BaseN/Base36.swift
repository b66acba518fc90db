public import ArcaCore

/// Base36: digits and small letters, one number: for identifiers that people type.
///
/// There is no standard; as in Base58 zero bytes in front become zeros in front. Time grows with the square of the length: for
/// keys and hashes, not for files. Lenient decoding takes capital letters and skips white space.
///
/// ```swift
/// Base36.encode([0xff])              // "73"
/// try Base36.decode("73")            // [0xff]
/// ```
public struct Base36: TextCodec, Hashable {
    private static let symbols = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
    private static let strict = NumberRadix(name: "base36", symbols)
    private static let folding = NumberRadix(name: "base36", symbols, foldsCase: true)

    /// The maximum number of symbols that decoding takes, because its time grows with their square.
    public var maximumCharacterCount: Int
    /// What decoding accepts besides the canonical text: `letterCase`, `whitespace`.
    public var options: DecodingOptions

    /// The only form.
    public static let standard = Base36()

    /// Makes a codec.
    ///
    /// - Parameters:
    ///   - maximumCharacterCount: The maximum number of symbols that decoding takes.
    ///   - options: What decoding accepts besides the canonical text.
    public init(maximumCharacterCount: Int = 1 << 16, options: DecodingOptions = []) {
        self.maximumCharacterCount = maximumCharacterCount
        self.options = options
    }

    /// The maximum number of bytes of text for `byteCount` bytes; how many there are depends on the bytes.
    public func maximumEncodedCount(for byteCount: Int) -> Int {
        NumberRadix.maximumEncodedCount(for: byteCount, base: 36)
    }

    /// The maximum number of bytes that `characterCount` bytes of text decode to: one for each, should all be zeros.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount }

    /// Appends the text for `bytes` to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - output: Needs room for the text, at most `maximumEncodedCount(for: bytes.count)` bytes.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        Self.strict.encode(bytes, into: &output)
    }

    /// Appends the bytes that `text` stands for to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - output: Needs room for the bytes; `maximumDecodedCount(for:)` is always enough.
    /// - Throws: `.invalidCharacter`; `.limitExceeded` for more symbols than `maximumCharacterCount`, and when `output`
    ///   is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        let radix = options.contains(.letterCase) ? Self.folding : Self.strict
        try radix.decode(text, into: &output, options: options, limit: maximumCharacterCount)
    }
}
