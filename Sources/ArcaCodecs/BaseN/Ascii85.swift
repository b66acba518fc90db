public import ArcaCore

/// Ascii85 of PostScript and PDF, and the older form of btoa, strict.
///
/// Four bytes become five characters from `!` to `u`, four zero bytes the single letter `z`; one to three bytes at the
/// end become two to four characters.
///
/// ```swift
/// Ascii85.encode("hello".utf8)              // "BOu!rDZ"
/// Ascii85.adobe.encode("hello".utf8)        // "<~BOu!rDZ~>"
/// try Ascii85.decode("z")                   // [0, 0, 0, 0]
/// ```
///
/// Memory: the result alone; the streaming forms keep less than 200 bytes. Source: Adobe PostScript Language
/// Reference, 3rd edition, section 3.13.3 (ASCII85Encode filter); btoa 4.2 for `y`.
public struct Ascii85: StreamingTextCodec, Hashable {
    /// Whether the text stands between `<~` and `~>`; decoding then requires both.
    public var isDelimited: Bool
    /// Whether four spaces become the single letter `y`, as in btoa 4.2.
    public var foldsSpaces: Bool
    /// What decoding accepts besides the canonical text: `whitespace`, `expandedGroups` (`!!!!!` for `z`),
    /// `trailingBits`.
    public var options: DecodingOptions

    /// `z` for zeros, no delimiters.
    public static let standard = Ascii85()
    /// With Adobe's delimiters `<~` and `~>`.
    public static let adobe = Ascii85(isDelimited: true)
    /// With `y` for four spaces.
    public static let btoa = Ascii85(foldsSpaces: true)

    /// Makes a codec.
    ///
    /// - Parameters:
    ///   - isDelimited: Whether the text stands between `<~` and `~>`.
    ///   - foldsSpaces: Whether four spaces become the single letter `y`.
    ///   - options: What decoding accepts besides the canonical text.
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

    /// The maximum number of bytes of text for `byteCount` bytes: reached when no group is folded.
    public func maximumEncodedCount(for byteCount: Int) -> Int { rules.textCount(for: byteCount) }

    /// The maximum number of bytes that `characterCount` bytes of text decode to: four for each, should all be `z`.
    public func maximumDecodedCount(for characterCount: Int) -> Int { rules.byteCount(for: characterCount) }

    /// The maximum number of bytes that this text decodes to, by its number of folded groups.
    public func maximumDecodedCount(of text: Span<UInt8>) -> Int {
        var folded = 0
        for index in text.indices where text[index] >= 0x79 { folded += 1 }
        return folded * 4 + (text.count - folded) * 4 / 5
    }

    /// Appends the text for `bytes` to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - output: Needs room for `maximumEncodedCount(for: bytes.count)` bytes; less is a programmer's error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        var encoder = Base85Encoder(rules)
        encoder.update(bytes, into: &output)
        encoder.finishPartial(into: &output)
    }

    /// Appends the bytes that `text` stands for to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - output: Needs room for the bytes; `maximumDecodedCount(of:)` is always enough.
    /// - Throws: `.invalidCharacter`, `.invalidLength`, `.overflow` for a group above 32 bits, `.trailingBits` for a
    ///   last group that is not canonical, `.invalidSyntax` for `z` inside a group, a zero group written out or a
    ///   delimiter that is wrong, `.truncated` without `~>`, `.trailingData` behind it; `.limitExceeded` when `output`
    ///   is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = Base85Decoder(rules)
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    /// Makes an encoder at the start of a stream.
    public func makeEncoder() -> some InfallibleByteTransform { PartialBase85Encoder(rules) }

    /// Makes a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { Base85Decoder(rules) }
}
