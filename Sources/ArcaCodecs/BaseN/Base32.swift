/// Base32 (RFC 4648, sections 6 and 7) and z-base-32, strict.
///
/// ```swift
/// Base32.standard.encode("fo".utf8)                             // "MZXQ===="
/// Base32.hex.encode("fo".utf8)                                  // "CPNG===="
/// Base32.zBase32.encode("fo".utf8)                              // "c3zo"
/// try Base32.standard.allowing(.letterCase).decode("mzxq====")  // "fo"
/// ```
///
/// Uses no memory beyond the result; streaming keeps less than 100 bytes. Crockford's form is ``Crockford``.
/// Source: RFC 4648; z-base-32: "human-oriented base-32 encoding", Zooko Wilcox-O'Hearn, 2009.
public struct Base32: StreamingTextCodec, Hashable {
    /// The symbols.
    public var alphabet: Base32Alphabet
    /// Whether the text is padded to whole groups.
    public var padding: PaddingRule
    /// The line wrapping, or nil for a single line without line endings.
    public var lines: LineWrapping?
    /// Deviations from the canonical text that decoding accepts: `whitespace`, `letterCase`, `missingPadding`,
    /// `trailingBits`.
    public var options: DecodingOptions

    /// The standard alphabet `A–Z 2–7`, padded, on one line (RFC 4648, section 6).
    public static let standard = Base32()
    /// The extended hex alphabet `0–9 A–V`, which sorts like the bytes, padded (RFC 4648, section 7).
    public static let hex = Base32(alphabet: .hex)
    /// z-base-32: lower case, no padding.
    public static let zBase32 = Base32(alphabet: .zBase32, padding: .absent)

    /// Creates a codec.
    public init(
        alphabet: Base32Alphabet = .standard, padding: PaddingRule = .required, lines: LineWrapping? = nil,
        options: DecodingOptions = []
    ) {
        self.alphabet = alphabet
        self.padding = padding
        self.lines = lines
        self.options = options
    }

    /// The exact number of bytes of text, line endings included, for `byteCount` bytes.
    public func encodedCount(for byteCount: Int) -> Int {
        let symbols = Base32Radix.symbolCount(for: byteCount, isPadded: padding != .absent)
        return lines?.count(for: symbols) ?? symbols
    }

    /// The same as ``encodedCount(for:)``.
    public func maximumEncodedCount(for byteCount: Int) -> Int { encodedCount(for: byteCount) }

    /// The maximum decoded size of `characterCount` bytes of text: five bytes per eight characters.
    public func maximumDecodedCount(for characterCount: Int) -> Int { Base32Radix.byteCount(for: characterCount) }

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
        Base32Radix.encode(bytes, into: &output, alphabet.table, padding: padding == .absent ? nil : alphabet.padding)
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
            let isDone = Base32Radix.decodeAll(
                text, into: &output, values, padding: alphabet.padding, rule: padding)
            if isDone { return }
        }
        var decoder = radixDecoder
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    private var values: UnsafePointer<UInt8> {
        options.contains(.letterCase) ? alphabet.table.lenientValues : alphabet.table.values
    }

    private var radixDecoder: RadixDecoder<Base32Radix> {
        RadixDecoder(
            alphabet.table, values: values, padding: alphabet.padding, rule: padding, lines: lines, options: options,
            name: alphabet.name)
    }

    /// Creates an encoder at the start of a stream; its `maximumOutputCount(for:)` is exact.
    public func makeEncoder() -> some InfallibleByteTransform {
        RadixEncoder<Base32Radix>(
            alphabet.table, padding: padding == .absent ? nil : alphabet.padding, lines: lines.map { LineBreaker($0) })
    }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { radixDecoder }
}

/// The 32-symbol alphabet of a Base32 variant.
public struct Base32Alphabet: Sendable {
    let table: SymbolTable
    let padding: UInt8
    let name: StaticString

    /// `A–Z 2–7` (RFC 4648, section 6).
    public static let standard = Base32Alphabet("base32", builtIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    /// `0–9 A–V`, which sorts like the bytes (RFC 4648, section 7).
    public static let hex = Base32Alphabet("base32hex", builtIn: "0123456789ABCDEFGHIJKLMNOPQRSTUV")
    /// z-base-32, which is easier to read aloud (Zooko Wilcox-O'Hearn, 2009).
    public static let zBase32 = Base32Alphabet("z-base-32", builtIn: "ybndrfg8ejkmcpqxot1uwisza345h769")

    /// Crockford's symbols; `O`, `I` and `L` are decoded as 0 and 1, and either case is accepted, without any option.
    static let crockford = Base32Alphabet(
        "crockford", builtIn: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
        aliases: zip("OoIiLl".utf8, "001111".utf8).map { ($0, $1) })

    private init(_ name: StaticString, builtIn text: String, aliases: [(UInt8, UInt8)] = []) {
        self.name = name
        let symbols = Array(text.utf8)
        table = SymbolTable(symbols, aliases: aliases + SymbolTable.otherCase(symbols))
        padding = 0x3d
    }

    /// Creates a custom alphabet.
    ///
    /// - Parameters:
    ///   - symbols: 32 different printable ASCII characters, in order of their values.
    ///   - padding: The padding character, printable ASCII and not one of the symbols.
    /// - Throws: `.invalidOption` for any other symbols or padding.
    public init(_ symbols: String, padding: Character = "=") throws(CodecError) {
        name = "base32"
        self.padding = try SymbolTable.checkedPadding(padding)
        let symbols = try SymbolTable.checked(symbols, count: 32, padding: self.padding)
        table = SymbolTable.custom(symbols, aliases: SymbolTable.otherCase(symbols))
    }
}

extension Base32Alphabet: Hashable {
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
