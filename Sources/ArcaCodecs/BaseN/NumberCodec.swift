/// A base in which the bytes are one number: ``Base36``, ``Base58``, ``Base62``.
///
/// Leading zero bytes become leading zeros. Time grows with the square of the length, so these bases are meant for keys
/// and hashes, not for files, and have no streaming form. Decoding rejects more than ``maximumCharacterCount`` symbols.
public struct NumberCodec<let base: Int>: TextCodec, Hashable {
    /// The symbols of a variant, in order of their values.
    public struct Alphabet: Sendable, Hashable {
        let radix: NumberRadix

        init(_ radix: NumberRadix) { self.radix = radix }

        /// Creates a custom alphabet.
        ///
        /// - Parameter symbols: As many different printable ASCII characters as the base, in order of their values.
        /// - Throws: `.invalidOption` for any other symbols.
        public init(checking symbols: String) throws(CodecError) {
            radix = NumberRadix(name: "base\(base)", try SymbolTable.checked(symbols, count: base, padding: nil))
        }

        /// The usual symbols: `0–9 a–z` for 36, Bitcoin's for 58, `0–9 A–Z a–z` for 62.
        ///
        /// Only these bases have them.
        public static var standard: Self {
            switch base {
            case 36: Self(.base36)
            case 58: Self(.bitcoin)
            case 62: Self(.base62)
            default: preconditionFailure("base \(base) has no usual alphabet")
            }
        }
    }

    /// The symbols.
    public var alphabet: Alphabet
    /// The maximum number of symbols that decoding accepts, because its time grows with their square.
    ///
    /// The default of 65,536 is far longer than any key, address or hash, and decodes in a tenth of a second.
    public var maximumCharacterCount: Int
    /// Deviations from the canonical text that decoding accepts: `whitespace`; `letterCase` for the usual ``Base36``.
    public var options: DecodingOptions

    /// The usual symbols.
    public static var standard: Self { Self() }

    /// Creates a codec.
    public init(
        alphabet: Alphabet = .standard, maximumCharacterCount: Int = 1 << 16, options: DecodingOptions = []
    ) {
        self.alphabet = alphabet
        self.maximumCharacterCount = maximumCharacterCount
        self.options = options
    }

    /// The maximum number of bytes of text for `byteCount` bytes; the exact number depends on their values.
    public func maximumEncodedCount(for byteCount: Int) -> Int {
        NumberRadix.maximumEncodedCount(for: byteCount, base: base)
    }

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
        let foldsCase = base == 36 && options.contains(.letterCase) && alphabet.radix == .base36
        try (foldsCase ? NumberRadix.base36FoldingCase : alphabet.radix).decode(
            text, into: &output, options: options, limit: maximumCharacterCount)
    }
}

/// Base36: digits and lower-case letters, for identifiers that people type.
///
/// There is no standard. Lenient decoding accepts upper case and skips whitespace.
///
/// ```swift
/// Base36.standard.encode([0xff])              // "73"
/// try Base36.standard.decode("73")            // [0xff]
/// ```
public typealias Base36 = NumberCodec<36>

/// Base58, the encoding of keys and addresses in cryptocurrencies and IPFS.
///
/// ```swift
/// Base58.standard.encode("Hello World!".utf8)         // "2NEpo7TZRRrLZSi2U"
/// try Base58.standard.decode("2NEpo7TZRRrLZSi2U")
/// ```
///
/// Source: draft-msporny-base58-03; Bitcoin Core, `base58.cpp`.
public typealias Base58 = NumberCodec<58>

/// Base62: digits and letters only, for names and short links.
///
/// There is no standard; this is the usual form, with the symbols `0–9 A–Z a–z`.
///
/// ```swift
/// Base62.standard.encode([0xff])              // "47"
/// try Base62.standard.decode("47")            // [0xff]
/// ```
public typealias Base62 = NumberCodec<62>

extension NumberCodec.Alphabet where base == 58 {
    /// Bitcoin's symbols, which IPFS and most others use.
    public static var bitcoin: Self { Self(.bitcoin) }
    /// The symbols of the XRP Ledger.
    public static var ripple: Self { Self(.ripple) }
    /// The symbols of Flickr's short links.
    public static var flickr: Self { Self(.flickr) }
}

extension NumberCodec where base == 58 {
    /// The symbols of the XRP Ledger.
    public static var ripple: Self { Self(alphabet: .ripple) }
    /// The symbols of Flickr's short links.
    public static var flickr: Self { Self(alphabet: .flickr) }
}

extension NumberCodec.Alphabet where base == 62 {
    /// `0–9 a–z A–Z`.
    public static var lowerFirst: Self { Self(.base62LowerFirst) }
}

extension NumberCodec where base == 62 {
    /// The symbols `0–9 a–z A–Z`.
    public static var lowerFirst: Self { Self(alphabet: .lowerFirst) }
}

extension NumberRadix {
    fileprivate static let base36 = NumberRadix(name: "base36", base36Symbols)
    fileprivate static let base36FoldingCase = NumberRadix(name: "base36", base36Symbols, foldsCase: true)
    private static let base36Symbols = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
    fileprivate static let bitcoin = base58("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
    fileprivate static let ripple = base58("rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz")
    fileprivate static let flickr = base58("123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ")
    fileprivate static let base62 = NumberRadix(
        name: "base62", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    fileprivate static let base62LowerFirst = NumberRadix(
        name: "base62", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

    private static func base58(_ symbols: String) -> NumberRadix { NumberRadix(name: "base58", symbols) }
}
