internal import ArcaCodecs

// The bases that are powers of two, and base45.
extension Codec {
    static let bases: [Codec] = [base16, base32, base32hex, crockford, zbase32, base45, base64, base64url]

    private static let base16 = Codec(
        "base16", ["hex", "hexadecimal", "b16"], "hexadecimal digits (RFC 4648, section 8)",
        encode: [.wrap, .upper, .lower],
        { settings in
            try refuseBothCases(settings)
            return wrapped(Base16(letterCase: settings.isUpper ? .upper : .lower).makeEncoder(), settings)
        },
        decode: [.wrap, .lenient],
        { settings in inLines(Base16(options: options(settings)).makeDecoder(), settings) })

    private static let base32 = Codec(
        "base32", ["b32"], "A–Z and 2–7 (RFC 4648, section 6)",
        encode: [.wrap, .noPadding, .upper, .lower, .alphabet],
        { settings in wrapped(try base32(.standard, settings, lower: lowerBase32).makeEncoder(), settings) },
        decode: [.wrap, .noPadding, .upper, .lower, .alphabet, .lenient],
        { settings in inLines(try base32(.standard, settings, lower: lowerBase32).makeDecoder(), settings) })

    private static let base32hex = Codec(
        "base32hex", ["b32hex", "base32-extended-hex"], "0–9 and A–V, which sort as bytes do (RFC 4648, section 7)",
        encode: [.wrap, .noPadding, .upper, .lower],
        { settings in wrapped(try base32(.hex, settings, lower: lowerBase32Hex).makeEncoder(), settings) },
        decode: [.wrap, .noPadding, .upper, .lower, .lenient],
        { settings in inLines(try base32(.hex, settings, lower: lowerBase32Hex).makeDecoder(), settings) })

    private static let crockford = Codec(
        "crockford", ["base32-crockford", "crockford-base32"], "Base32 made to be read, typed and spoken",
        encode: [.check, .hyphens],
        { settings in
            stream(Crockford(hasCheckSymbol: settings.hasCheck, hyphenInterval: settings.hyphens).makeEncoder())
        },
        decode: [.check, .lenient],
        { settings in
            let codec = Crockford(hasCheckSymbol: settings.hasCheck, options: options(settings))
            return settings.isLenient ? stream(codec.makeDecoder()) : inOneLine(codec.makeDecoder())
        })

    private static let zbase32 = Codec(
        "zbase32", ["z-base-32", "zooko"], "Base32 that is easier to read aloud",
        encode: [.wrap], { settings in wrapped(Base32.zBase32.makeEncoder(), settings) },
        decode: [.wrap, .lenient],
        { settings in inLines(Base32.zBase32.allowing(options(settings)).makeDecoder(), settings) })

    private static let base45 = Codec(
        "base45", ["b45"], "the symbols of QR codes (RFC 9285)",
        encode: [], { _ in stream(Base45.standard.makeEncoder()) },
        decode: [.lenient],
        { settings in
            let decoder = Base45(options: options(settings)).makeDecoder()
            return settings.isLenient ? stream(decoder) : inOneLine(decoder)
        })

    private static let base64 = Codec(
        "base64", ["b64"], "A–Z, a–z, 0–9, + and / (RFC 4648, section 4)",
        encode: [.wrap, .noPadding, .alphabet],
        { settings in wrapped(try base64(.standard, settings).makeEncoder(), settings) },
        decode: [.wrap, .noPadding, .alphabet, .lenient],
        { settings in inLines(try base64(.standard, settings).makeDecoder(), settings) })

    private static let base64url = Codec(
        "base64url", ["b64url", "urlsafe-base64", "base64-urlsafe"], "Base64 with - and _ (RFC 4648, section 5)",
        encode: [.wrap, .noPadding],
        { settings in wrapped(try base64(.url, settings).makeEncoder(), settings) },
        decode: [.wrap, .noPadding, .lenient],
        { settings in inLines(try base64(.url, settings).makeDecoder(), settings) })

    private static let lowerBase32 = "abcdefghijklmnopqrstuvwxyz234567"
    private static let lowerBase32Hex = "0123456789abcdefghijklmnopqrstuv"

    private static func refuseBothCases(_ settings: CodecSettings) throws(UsageError) {
        guard settings.isUpper, settings.isLower else { return }
        throw UsageError(.conflict, "--upper and --lower do not go together", hint: "give one of them")
    }

    private static func base32(
        _ alphabet: Base32Alphabet, _ settings: CodecSettings, lower: String
    ) throws -> Base32 {
        try refuseBothCases(settings)
        var alphabet = alphabet
        if settings.isLower { alphabet = try Base32Alphabet(lower) }
        if let symbols = settings.alphabet {
            guard !settings.isUpper, !settings.isLower else {
                throw UsageError(
                    .conflict, "--alphabet does not go with --upper or --lower",
                    hint: "the alphabet itself says the case")
            }
            alphabet = try Base32Alphabet(symbols)
        }
        return Base32(
            alphabet: alphabet, padding: settings.hasNoPadding ? .absent : .required, options: options(settings))
    }

    private static func base64(_ alphabet: Base64Alphabet, _ settings: CodecSettings) throws -> Base64 {
        Base64(
            alphabet: try settings.alphabet.map { text throws(CodecError) in try Base64Alphabet(text) } ?? alphabet,
            padding: settings.hasNoPadding ? .absent : .required, options: options(settings))
    }
}
