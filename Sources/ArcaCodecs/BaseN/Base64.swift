/// Base64 (RFC 4648, sections 4 and 5), strict: each value has one valid text, and errors have a position.
///
/// ```swift
/// Base64.standard.encode([104, 105])     // "aGk="
/// try Base64.standard.decode("aGk=")     // [104, 105]
/// try Base64.standard.decode("aGl=")     // throws .trailingBits at offset 2: canonical is aGk=
/// Base64.urlUnpadded.encode([251, 240])  // "-_A"
/// try Base64.standard.allowing(.lenient).decode("aGk")
/// ```
///
/// Uses no memory beyond the result; streaming keeps less than 100 bytes. Source: RFC 4648.
public struct Base64: StreamingTextCodec, Hashable {
    /// The symbols.
    public var alphabet: Base64Alphabet
    /// Whether the text is padded to whole groups.
    public var padding: PaddingRule
    /// The line wrapping, or nil for a single line without line endings.
    public var lines: LineWrapping?
    /// Deviations from the canonical text that decoding accepts: `whitespace`, `missingPadding`, `mixedAlphabets` (of
    /// the built-in alphabets), `trailingBits`.
    public var options: DecodingOptions

    /// The standard alphabet with `+` and `/`, padded, on one line (RFC 4648, section 4).
    public static let standard = Base64()
    /// The URL-safe alphabet with `-` and `_`, padded (RFC 4648, section 5).
    public static let url = Base64(alphabet: .url)
    /// The unpadded URL-safe form of JOSE and many others: `-` and `_` (RFC 7515, section 2).
    public static let urlUnpadded = Base64(alphabet: .url, padding: .absent)
    /// Lines of at most 76 characters with CRLF, as in mail (RFC 2045, section 6.8).
    public static let mime = Base64(lines: .mime)
    /// The form in IMAP mailbox names: `+` and `,`, unpadded (RFC 3501, section 5.1.3); see ``IMAPMailboxName``.
    public static let imap = Base64(alphabet: .imap, padding: .absent)
    /// Lines of exactly 64 characters with LF, as in PEM (RFC 7468, section 2).
    public static let pem = Base64(lines: .pem)

    /// Creates a codec.
    public init(
        alphabet: Base64Alphabet = .standard, padding: PaddingRule = .required, lines: LineWrapping? = nil,
        options: DecodingOptions = []
    ) {
        self.alphabet = alphabet
        self.padding = padding
        self.lines = lines
        self.options = options
    }

    /// The exact number of bytes of text, line endings included, for `byteCount` bytes.
    public func encodedCount(for byteCount: Int) -> Int {
        let symbols = Base64Radix.symbolCount(for: byteCount, isPadded: padding != .absent)
        return lines?.count(for: symbols) ?? symbols
    }

    /// The same as ``encodedCount(for:)``.
    public func maximumEncodedCount(for byteCount: Int) -> Int { encodedCount(for: byteCount) }

    /// The maximum decoded size of `characterCount` bytes of text: three bytes per four characters.
    public func maximumDecodedCount(for characterCount: Int) -> Int { Base64Radix.byteCount(for: characterCount) }

    /// Encodes `bytes` and appends the text to `output`.
    ///
    /// `output` must have room for `encodedCount(for: bytes.count)` bytes; less is a programming error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        guard lines == nil else {
            var encoder = makeEncoder()
            encoder.update(bytes, into: &output)
            encoder.finish(into: &output)
            return
        }
        Base64Radix.encode(bytes, into: &output, alphabet.table, padding: padding == .absent ? nil : alphabet.padding)
    }

    /// Decodes `text` and appends the bytes to `output`.
    ///
    /// `output` must have room for the bytes; `maximumDecodedCount(for:)` is always enough.
    ///
    /// - Throws: `.invalidCharacter`, `.invalidLength`, `.missingPadding`, `.surplusPadding`, `.invalidPadding`,
    ///   `.trailingBits`, `.trailingData`; `.invalidSyntax` for lines of the wrong length; `.limitExceeded` if
    ///   `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        if lines == nil, options.isDisjoint(with: [.whitespace, .missingPadding, .trailingBits]) {
            let isDone = Base64Radix.decodeAll(
                text, into: &output, values, padding: alphabet.padding, rule: padding)
            if isDone { return }
        }
        var decoder = radixDecoder
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    private var values: UnsafePointer<UInt8> {
        options.contains(.mixedAlphabets) ? alphabet.table.lenientValues : alphabet.table.values
    }

    var radixDecoder: RadixDecoder<Base64Radix> {
        RadixDecoder(
            alphabet.table, values: values, padding: alphabet.padding, rule: padding, lines: lines, options: options,
            name: alphabet.name)
    }

    var radixEncoder: RadixEncoder<Base64Radix> {
        RadixEncoder(
            alphabet.table, padding: padding == .absent ? nil : alphabet.padding, lines: lines.map { LineBreaker($0) })
    }

    /// Creates an encoder at the start of a stream; its `maximumOutputCount(for:)` is exact.
    public func makeEncoder() -> some InfallibleByteTransform { radixEncoder }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { radixDecoder }
}

/// The 64-symbol alphabet of a Base64 variant.
public struct Base64Alphabet: Sendable {
    let table: SymbolTable
    let padding: UInt8
    let name: StaticString

    /// `A–Z a–z 0–9 + /` (RFC 4648, section 4).
    public static let standard = Base64Alphabet("base64", "+/")
    /// `A–Z a–z 0–9 - _`, safe in URLs and file names (RFC 4648, section 5).
    public static let url = Base64Alphabet("base64url", "-_")
    /// `A–Z a–z 0–9 + ,`, as in IMAP mailbox names (RFC 3501, section 5.1.3).
    public static let imap = Base64Alphabet("base64", "+,")

    private init(_ name: StaticString, _ lastTwo: String) {
        self.name = name
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        let symbols = Array((letters + lastTwo).utf8)
        // '+' and '-' always have value 62; '/', '_' and ',' always have 63. So the three alphabets can be mixed.
        let aliases = Array("+-/_,".utf8).enumerated().map { ($1, symbols[$0 < 2 ? 62 : 63]) }
        table = SymbolTable(symbols, aliases: aliases)
        padding = 0x3d
    }

    /// Creates a custom alphabet.
    ///
    /// - Parameters:
    ///   - symbols: 64 different printable ASCII characters, in order of their values.
    ///   - padding: The padding character, printable ASCII and not one of the symbols.
    /// - Throws: `.invalidOption` for any other symbols or padding.
    public init(_ symbols: String, padding: Character = "=") throws(CodecError) {
        name = "base64"
        self.padding = try SymbolTable.checkedPadding(padding)
        table = SymbolTable.custom(try SymbolTable.checked(symbols, count: 64, padding: self.padding))
    }
}

extension Base64Alphabet: Hashable {
    /// Whether both alphabets are the same; a custom one never equals a standard one, even with the same symbols.
    public static func == (left: Self, right: Self) -> Bool {
        left.table == right.table && left.padding == right.padding && left.name.description == right.name.description
    }

    /// Hashes the symbols and the padding.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(table)
        hasher.combine(padding)
    }
}
