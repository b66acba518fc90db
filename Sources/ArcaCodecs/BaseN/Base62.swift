public import ArcaCore

/// Base62: digits and letters only, for names and short links.
///
/// There is no standard; this is the usual form: the bytes are one number, written with the symbols `0–9 A–Z a–z`. As
/// in Base58, leading zero bytes become leading zeros. Time grows with the square of the length: meant for keys and
/// hashes, not for files, and without a streaming form.
///
/// ```swift
/// Base62.standard.encode([0xff])    // "47"
/// try Base62.standard.decode("47")  // [0xff]
/// ```
public struct Base62: TextCodec, Hashable {
    /// The 62-symbol alphabet of a Base62 variant.
    public struct Alphabet: Sendable, Hashable {
        let radix: NumberRadix

        /// `0–9 A–Z a–z`, in ASCII order.
        public static let standard = Alphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        /// `0–9 a–z A–Z`.
        public static let lowerFirst = Alphabet("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

        private init(_ symbols: String) { radix = NumberRadix(name: "base62", symbols) }

        /// Creates a custom alphabet.
        ///
        /// - Parameter symbols: 62 different printable ASCII characters, in order of their values.
        /// - Throws: `.invalidOption` for any other symbols.
        public init(checking symbols: String) throws(CodecError) {
            radix = NumberRadix(name: "base62", try SymbolTable.checked(symbols, count: 62, padding: nil))
        }
    }

    /// The symbols.
    public var alphabet: Alphabet
    /// The maximum number of symbols that decoding accepts, because its time grows with their square.
    ///
    /// The default of 65,536 is far longer than any key, address or hash, and decodes in a tenth of a second.
    public var maximumCharacterCount: Int
    /// Deviations from the canonical text that decoding accepts: `whitespace`.
    public var options: DecodingOptions

    /// The symbols `0–9 A–Z a–z`.
    public static let standard = Base62()
    /// The symbols `0–9 a–z A–Z`.
    public static let lowerFirst = Base62(alphabet: .lowerFirst)

    /// Creates a codec.
    public init(
        alphabet: Alphabet = .standard, maximumCharacterCount: Int = 1 << 16, options: DecodingOptions = []
    ) {
        self.alphabet = alphabet
        self.maximumCharacterCount = maximumCharacterCount
        self.options = options
    }

    /// The maximum number of bytes of text for `byteCount` bytes; the exact number depends on their values.
    public func maximumEncodedCount(for byteCount: Int) -> Int { NumberRadix.maximumEncodedCount(for: byteCount) }

    /// The maximum decoded size of `characterCount` bytes of text: one byte per character, if all are zero.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount }

    /// Encodes `bytes` and appends the text to `output`.
    ///
    /// `output` must have room for the text, at most `maximumEncodedCount(for: bytes.count)` bytes.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        alphabet.radix.encode(bytes, into: &output)
    }

    /// Decodes `text` and appends the bytes to `output`.
    ///
    /// `output` must have room for the bytes; `maximumDecodedCount(for:)` is always enough.
    ///
    /// - Throws: `.invalidCharacter`; `.limitExceeded` for more symbols than `maximumCharacterCount`, and if `output`
    ///   is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        try alphabet.radix.decode(text, into: &output, options: options, limit: maximumCharacterCount)
    }
}
