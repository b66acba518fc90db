public import ArcaCore

/// Base62: digits and letters alone, for names and short links.
///
/// There is no standard; this is the usual form: the bytes are one number, written with the symbols `0–9 A–Z a–z`,
/// zero bytes in front becoming zeros in front as in Base58. Time grows with the square of the length: for keys and
/// hashes, not for files, and there is no streaming form.
///
/// ```swift
/// Base62.encode([0xff])              // "47"
/// try Base62.decode("47")            // [0xff]
/// ```
public struct Base62: TextCodec, Hashable {
    /// The 62 symbols of a form of Base62.
    public struct Alphabet: Sendable, Hashable {
        let radix: NumberRadix

        /// `0–9 A–Z a–z`, in the order of ASCII.
        public static let standard = Alphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        /// `0–9 a–z A–Z`.
        public static let lowerFirst = Alphabet("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

        private init(_ symbols: String) { radix = NumberRadix(name: "base62", symbols) }

        /// Makes a custom alphabet.
        ///
        /// - Parameter symbols: 62 different printable ASCII characters, in order of their values.
        /// - Throws: `.invalidOption` for any other symbols.
        public init(checking symbols: String) throws(CodecError) {
            radix = NumberRadix(name: "base62", try SymbolTable.checked(symbols, count: 62, padding: nil))
        }
    }

    /// The symbols.
    public var alphabet: Alphabet
    /// The maximum number of symbols that decoding takes, because its time grows with their square.
    ///
    /// The usual 65,536 are a hundred times more than any key, address or hash has, and are decoded in a tenth of a second.
    public var maximumCharacterCount: Int
    /// What decoding accepts besides the canonical text: `whitespace`.
    public var options: DecodingOptions

    /// The symbols `0–9 A–Z a–z`.
    public static let standard = Base62()
    /// The symbols `0–9 a–z A–Z`.
    public static let lowerFirst = Base62(alphabet: .lowerFirst)

    /// Makes a codec.
    ///
    /// - Parameters:
    ///   - alphabet: The symbols.
    ///   - maximumCharacterCount: The maximum number of symbols that decoding takes.
    ///   - options: What decoding accepts besides the canonical text.
    public init(
        alphabet: Alphabet = .standard, maximumCharacterCount: Int = 1 << 16, options: DecodingOptions = []
    ) {
        self.alphabet = alphabet
        self.maximumCharacterCount = maximumCharacterCount
        self.options = options
    }

    /// The maximum number of bytes of text for `byteCount` bytes; how many there are depends on the bytes.
    public func maximumEncodedCount(for byteCount: Int) -> Int { NumberRadix.maximumEncodedCount(for: byteCount) }

    /// The maximum number of bytes that `characterCount` bytes of text decode to: one for each, should all be zeros.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount }

    /// Appends the text for `bytes` to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - output: Needs room for the text, at most `maximumEncodedCount(for: bytes.count)` bytes.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        alphabet.radix.encode(bytes, into: &output)
    }

    /// Appends the bytes that `text` stands for to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - output: Needs room for the bytes; `maximumDecodedCount(for:)` is always enough.
    /// - Throws: `.invalidCharacter`; `.limitExceeded` for more symbols than `maximumCharacterCount`, and when `output`
    ///   is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        try alphabet.radix.decode(text, into: &output, options: options, limit: maximumCharacterCount)
    }
}
