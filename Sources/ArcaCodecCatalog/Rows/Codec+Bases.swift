internal import ArcaCodecs

// The bases with groups: powers of two, Base45 and the Base85 variants.
extension Codec {
    static let bases: [Codec] = [
        base16, base32, base32hex, crockford, zbase32, base45, base64, base64url, ascii85, base85, z85,
    ]

    package static let base16 = text(
        "base16", ["hex", "hexadecimal", "b16"], "hexadecimal digits (RFC 4648, section 8)", .lines, clue: .base16,
        encode: [.wrap, .upper, .lower], decode: [.wrap, .lenient],
        lenient: { transforming(HexForms().makeDecoder()) }
    ) { Base16(letterCase: $0[flag: .upper] ? .upper : .lower) }

    package static let base32 = text(
        "base32", ["b32"], "A–Z and 2–7 (RFC 4648, section 6)", .lines, clue: .base32,
        encode: [.wrap, .noPadding, .upper, .lower, .alphabet],
        decode: [.wrap, .noPadding, .upper, .lower, .lenient, .alphabet]
    ) { (options) throws(StreamFailure) in try base32(.standard, lower: "abcdefghijklmnopqrstuvwxyz234567", options) }

    package static let base32hex = text(
        "base32hex", ["b32hex", "base32-extended-hex"], "0–9 and A–V, which sort as bytes do (RFC 4648, section 7)",
        .lines, clue: .base32hex, encode: [.wrap, .noPadding, .upper, .lower]
    ) { (options) throws(StreamFailure) in try base32(.hex, lower: "0123456789abcdefghijklmnopqrstuv", options) }

    package static let crockford = text(
        "crockford", ["base32-crockford", "crockford-base32"], "Base32 made to be read, typed and spoken", .line,
        clue: .crockford,
        encode: [.check, .hyphens], decode: [.lenient, .check]
    ) { (options) throws(StreamFailure) in
        try Crockford(hasCheckSymbol: options[flag: .check], hyphenInterval: options[number: .hyphens])
    }

    package static let zbase32 = text(
        "zbase32", ["z-base-32", "zooko"], "Base32 that is easier to read aloud", .lines, clue: .zbase32,
        encode: [.wrap]
    ) { _ in Base32.zBase32 }

    package static let base45 = text("base45", ["b45"], "the symbols of QR codes (RFC 9285)", .line, clue: .base45) {
        _ in
        Base45.standard
    }

    package static let base64 = text(
        "base64", ["b64"], "A–Z, a–z, 0–9, + and / (RFC 4648, section 4)", .lines, clue: .base64,
        encode: [.wrap, .noPadding, .alphabet], decode: [.wrap, .noPadding, .lenient, .alphabet]
    ) { (options) throws(StreamFailure) in try base64(.standard, options) }

    package static let base64url = text(
        "base64url", ["b64url", "urlsafe-base64", "base64-urlsafe"], "Base64 with - and _ (RFC 4648, section 5)",
        .lines, clue: .base64url, encode: [.wrap, .noPadding]
    ) { (options) throws(StreamFailure) in try base64(.url, options) }

    package static let ascii85 = text(
        "ascii85", ["a85", "ascii-base85"], "five characters for four bytes, as in PostScript and PDF", .lines,
        clue: .ascii85,
        encode: [.wrap, .adobe, .btoa], decode: [.wrap, .lenient, .adobe, .btoa]
    ) { Ascii85(isDelimited: $0[flag: .adobe], foldsSpaces: $0[flag: .btoa]) }

    package static let base85 = text(
        "base85", ["b85", "rfc1924", "git85"], "five characters for four bytes, as in git and Python", .lines,
        clue: .base85,
        encode: [.wrap]
    ) { _ in Base85.standard }

    package static let z85 = text(
        "z85", ["zeromq85"], "five characters for four bytes, multiples of four (ZeroMQ RFC 32)", .lines, clue: .z85,
        encode: [.wrap]
    ) { _ in Z85.standard }

    private static func base32(_ alphabet: Base32Alphabet, lower: String, _ options: Options) throws(StreamFailure)
        -> Base32
    {
        let symbols = options[text: .alphabet] ?? (options[flag: .lower] ? lower : nil)
        return Base32(
            alphabet: try symbols.map { (text) throws(CodecError) in try Base32Alphabet(text) } ?? alphabet,
            padding: padding(options))
    }

    private static func base64(_ alphabet: Base64Alphabet, _ options: Options) throws(StreamFailure) -> Base64 {
        // Browsers accept a truncated or mistyped end. This is reported in the notes, and no whole byte is lost.
        Base64(
            alphabet: try options[text: .alphabet].map { (text) throws(CodecError) in try Base64Alphabet(text) }
                ?? alphabet,
            padding: padding(options), options: options[flag: .lenient] ? .trailingBits : [])
    }

    private static func padding(_ options: Options) -> PaddingRule { options[flag: .noPadding] ? .absent : .required }
}
