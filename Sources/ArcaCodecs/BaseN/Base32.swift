public import ArcaCore

/// Base32 (RFC 4648, sections 6 and 7) and z-base-32, strict.
///
/// ```swift
/// Base32.encode("fo".utf8)                                     // "MZXQ===="
/// Base32.hex.encode("fo".utf8)                                 // "CPNG===="
/// Base32.zBase32.encode("fo".utf8)                             // "c3zo"
/// try Base32.standard.allowing(.letterCase).decode("mzxq====") // "fo"
/// ```
///
/// Memory: the result alone; the streaming forms keep less than 100 bytes. Crockford's form is ``Crockford``.
/// Source: RFC 4648; z-base-32: "human-oriented base-32 encoding", Zooko Wilcox-O'Hearn, 2009.
public struct Base32: StreamingTextCodec, Hashable {
    /// The symbols.
    public var alphabet: Base32Alphabet
    /// Whether the text is padded to whole groups.
    public var padding: PaddingRule
    /// How the text is broken into lines; nil for no line endings at all.
    public var lines: LineWrapping?
    /// What decoding accepts besides the canonical text: `whitespace`, `letterCase`, `missingPadding`, `trailingBits`.
    public var options: DecodingOptions

    /// The usual form: `A–Z 2–7`, padded, one line (RFC 4648, section 6).
    public static let standard = Base32()
    /// The form that sorts as the bytes do: `0–9 A–V`, padded (RFC 4648, section 7).
    public static let hex = Base32(alphabet: .hex)
    /// z-base-32: lower case, no padding.
    public static let zBase32 = Base32(alphabet: .zBase32, padding: .absent)

    /// Makes a codec.
    ///
    /// - Parameters:
    ///   - alphabet: The symbols.
    ///   - padding: Whether the text is padded to whole groups.
    ///   - lines: How the text is broken into lines; nil for no line endings at all.
    ///   - options: What decoding accepts besides the canonical text.
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

    /// The maximum number of bytes that `characterCount` bytes of text decode to: five for eight.
    public func maximumDecodedCount(for characterCount: Int) -> Int { Base32Radix.byteCount(for: characterCount) }

    /// Appends the text for `bytes` to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - output: Needs room for `encodedCount(for: bytes.count)` bytes; less is a programmer's error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        guard lines == nil else {
            var encoder = makeEncoder()
            encoder.update(bytes, into: &output)
            encoder.finish(into: &output)
            return
        }
        Base32Radix.encode(bytes, into: &output, alphabet.table, padding: padding == .absent ? nil : alphabet.padding)
    }

    /// Appends the bytes that `text` stands for to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - output: Needs room for the bytes; `maximumDecodedCount(for:)` is always enough.
    /// - Throws: `.invalidCharacter`, `.invalidLength`, `.missingPadding`, `.surplusPadding`, `.invalidPadding`,
    ///   `.trailingBits`, `.trailingData`; `.invalidSyntax` for lines of the wrong length; `.limitExceeded` when
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

    /// Makes an encoder at the start of a stream; its `maximumOutputCount(for:)` is exact.
    public func makeEncoder() -> some InfallibleByteTransform {
        RadixEncoder<Base32Radix>(
            alphabet.table, padding: padding == .absent ? nil : alphabet.padding, lines: lines.map { LineBreaker($0) })
    }

    /// Makes a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { radixDecoder }
}

/// The 32 symbols of a form of Base32.
public struct Base32Alphabet: Sendable {
    let table: SymbolTable
    let padding: UInt8
    /// What messages call the codec.
    let name: StaticString

    /// `A–Z 2–7` (RFC 4648, section 6).
    public static let standard = Base32Alphabet("base32", builtIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    /// `0–9 A–V`, which sorts as the bytes do (RFC 4648, section 7).
    public static let hex = Base32Alphabet("base32hex", builtIn: "0123456789ABCDEFGHIJKLMNOPQRSTUV")
    /// z-base-32, which is easier to read aloud (Zooko Wilcox-O'Hearn, 2009).
    public static let zBase32 = Base32Alphabet("z-base-32", builtIn: "ybndrfg8ejkmcpqxot1uwisza345h769")

    /// Crockford's symbols; his `O`, `I` and `L` are read as 0 and 1, and either case, without being asked.
    static let crockford = Base32Alphabet(
        "crockford", builtIn: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
        aliases: zip("OoIiLl".utf8, "001111".utf8).map { ($0, $1) })

    private init(_ name: StaticString, builtIn text: String, aliases: [(UInt8, UInt8)] = []) {
        self.name = name
        let symbols = Array(text.utf8)
        table = SymbolTable(symbols, aliases: aliases + SymbolTable.otherCase(symbols))
        padding = 0x3d
    }

    /// Makes a custom alphabet.
    ///
    /// - Parameters:
    ///   - symbols: 32 different printable ASCII characters, in order of their values.
    ///   - padding: The padding character, printable ASCII and no symbol.
    /// - Throws: `.invalidOption` for any other symbols or padding.
    public init(_ symbols: String, padding: Character = "=") throws(CodecError) {
        name = "base32"
        self.padding = try SymbolTable.checkedPadding(padding)
        let symbols = try SymbolTable.checked(symbols, count: 32, padding: self.padding)
        table = SymbolTable.custom(symbols, aliases: SymbolTable.otherCase(symbols))
    }
}

extension Base32Alphabet: Hashable {
    /// Whether both are the same alphabet; a custom one of the same symbols as a standard one is another.
    public static func == (left: Self, right: Self) -> Bool {
        left.table == right.table && left.padding == right.padding && left.name.description == right.name.description
    }

    /// Hashes symbols and padding.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(table)
        hasher.combine(padding)
    }
}
