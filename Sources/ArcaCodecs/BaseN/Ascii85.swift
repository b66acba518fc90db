/// Ascii85, as in PostScript and PDF, and the older btoa form, strict.
///
/// Four bytes become five characters from `!` to `u`. Four zero bytes become the single letter `z`. A last group of one
/// to three bytes becomes two to four characters.
///
/// ```swift
/// Ascii85.standard.encode("hello".utf8)  // "BOu!rDZ"
/// Ascii85.adobe.encode("hello".utf8)     // "<~BOu!rDZ~>"
/// try Ascii85.standard.decode("z")       // [0, 0, 0, 0]
/// ```
///
/// Uses no memory beyond the result; streaming keeps less than 200 bytes. Source: Adobe PostScript Language
/// Reference, 3rd edition, section 3.13.3 (ASCII85Encode filter); btoa 4.2 for `y`.
public struct Ascii85: StreamingTextCodec, Hashable {
    /// Whether the text is delimited by `<~` and `~>`; decoding then requires both.
    public var isDelimited: Bool
    /// Whether four spaces become the single letter `y`, as in btoa 4.2.
    public var foldsSpaces: Bool
    /// Deviations from the canonical text that decoding accepts: `whitespace`, `expandedGroups` (`!!!!!` for `z`),
    /// `trailingBits`.
    public var options: DecodingOptions

    /// Folds zeros to `z`, without delimiters.
    public static let standard = Ascii85()
    /// With Adobe's delimiters `<~` and `~>`.
    public static let adobe = Ascii85(isDelimited: true)
    /// With `y` for four spaces.
    public static let btoa = Ascii85(foldsSpaces: true)

    /// Creates a codec.
    public init(isDelimited: Bool = false, foldsSpaces: Bool = false, options: DecodingOptions = []) {
        self.isDelimited = isDelimited
        self.foldsSpaces = foldsSpaces
        self.options = options
    }

    private var rules: Base85Rules {
        Base85Rules(
            name: "ascii85", alphabet: .ascii85, hasPartialGroups: true, foldsZeros: true, foldsSpaces: foldsSpaces,
            isDelimited: isDelimited, options: options)
    }

    /// The maximum number of bytes of text for `byteCount` bytes, reached if no group is folded.
    public func maximumEncodedCount(for byteCount: Int) -> Int { rules.textCount(for: byteCount) }

    /// The maximum decoded size of `characterCount` bytes of text: four bytes per character, if all are `z`.
    public func maximumDecodedCount(for characterCount: Int) -> Int { rules.byteCount(for: characterCount) }

    /// The maximum decoded size of this text, by its number of folded groups.
    public func maximumDecodedCount(of text: Span<UInt8>) -> Int {
        var folded = 0
        for index in text.indices where text[index] >= 0x79 { folded += 1 }
        return folded * 4 + (text.count - folded) * 4 / 5
    }

    /// Encodes `bytes` and appends the text to `output`.
    ///
    /// `output` must have room for `maximumEncodedCount(for: bytes.count)` bytes; less is a programming error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        var encoder = Base85Encoder(rules)
        encoder.update(bytes, into: &output)
        encoder.finishPartial(into: &output)
    }

    /// Decodes `text` and appends the bytes to `output`.
    ///
    /// `output` must have room for the bytes; `maximumDecodedCount(of:)` is always enough.
    ///
    /// - Throws: `.invalidCharacter`, `.invalidLength`, `.overflow` for a group above 32 bits, `.trailingBits` for a
    ///   last group that is not canonical, `.invalidSyntax` for `z` inside a group, an expanded zero group or a wrong
    ///   delimiter, `.truncated` without `~>`, `.trailingData` after it; `.limitExceeded` if `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = Base85Decoder(rules)
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    /// Creates an encoder at the start of a stream.
    public func makeEncoder() -> some InfallibleByteTransform { PartialBase85Encoder(rules) }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { Base85Decoder(rules) }
}
