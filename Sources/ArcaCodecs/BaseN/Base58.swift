public import ArcaCore

/// Base58, the encoding of keys and addresses in cryptocurrencies and IPFS.
///
/// The bytes are one number, so time grows with the square of the length. It is meant for keys and hashes, not for
/// files, and has no streaming form. Decoding rejects more than ``maximumCharacterCount`` symbols.
///
/// ```swift
/// Base58.standard.encode("Hello World!".utf8)  // "2NEpo7TZRRrLZSi2U"
/// try Base58.standard.decode("2NEpo7TZRRrLZSi2U")
/// ```
///
/// Source: draft-msporny-base58-03; Bitcoin Core, `base58.cpp`.
public struct Base58: TextCodec, Hashable {
    /// The 58-symbol alphabet of a Base58 variant.
    public struct Alphabet: Sendable, Hashable {
        let radix: NumberRadix

        /// Bitcoin's symbols, which IPFS and most others use.
        public static let bitcoin = Alphabet("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
        /// The symbols of the XRP Ledger.
        public static let ripple = Alphabet("rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz")
        /// The symbols of Flickr's short links.
        public static let flickr = Alphabet("123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ")

        private init(_ symbols: String) { radix = NumberRadix(name: "base58", symbols) }

        /// Creates a custom alphabet.
        ///
        /// - Parameter symbols: 58 different printable ASCII characters, in order of their values.
        /// - Throws: `.invalidOption` for any other symbols.
        public init(checking symbols: String) throws(CodecError) {
            radix = NumberRadix(name: "base58", try SymbolTable.checked(symbols, count: 58, padding: nil))
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

    /// Bitcoin's symbols.
    public static let standard = Base58()
    /// The symbols of the XRP Ledger.
    public static let ripple = Base58(alphabet: .ripple)
    /// The symbols of Flickr's short links.
    public static let flickr = Base58(alphabet: .flickr)

    /// Creates a codec.
    public init(
        alphabet: Alphabet = .bitcoin, maximumCharacterCount: Int = 1 << 16, options: DecodingOptions = []
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
