internal import ArcaCodecs

// The bases that are no powers of two.
extension Codec {
    static let bigBases: [Codec] = [
        ascii85, base85, z85, base58, base58check, base62, bech32("bech32", .bech32, "BIP 173"),
        bech32("bech32m", .bech32m, "BIP 350"),
    ]

    private static let ascii85 = Codec(
        "ascii85", ["a85", "ascii-base85"], "five characters for four bytes, as in PostScript and PDF",
        encode: [.wrap, .adobe, .btoa], { settings in wrapped(ascii85(settings).makeEncoder(), settings) },
        decode: [.wrap, .adobe, .btoa, .lenient],
        { settings in inLines(ascii85(settings).makeDecoder(), settings) })

    private static let base85 = Codec(
        "base85", ["b85", "rfc1924", "git85"], "five characters for four bytes, as in git and Python",
        encode: [.wrap], { settings in wrapped(Base85.standard.makeEncoder(), settings) },
        decode: [.wrap, .lenient], { settings in inLines(Base85(options: options(settings)).makeDecoder(), settings) })

    private static let z85 = Codec(
        "z85", ["zeromq85"], "five characters for four bytes, multiples of four (ZeroMQ RFC 32)",
        encode: [.wrap], { settings in wrapped(Z85.standard.makeEncoder(), settings) },
        decode: [.wrap, .lenient], { settings in inLines(Z85(options: options(settings)).makeDecoder(), settings) })

    private static func ascii85(_ settings: CodecSettings) -> Ascii85 {
        Ascii85(isDelimited: settings.isAdobe, foldsSpaces: settings.isBtoa, options: options(settings))
    }

    /// Numbers in a large base take time that grows with the square of their length.
    private static let numberLimit = 1 << 16

    private static let base58 = Codec(
        "base58", ["b58"], "no 0, O, I, l: Bitcoin, IPFS (--alphabet ripple, flickr)",
        encode: [.alphabet, .limit],
        { settings in
            let codec = try base58(settings)
            return whole("base58", settings, limit: numberLimit) { codec.encodeToBytes($0) }
        },
        decode: [.alphabet, .lenient, .limit],
        { settings in
            let codec = try base58(settings)
            return whole("base58", settings, limit: numberLimit) { try codec.decode(line($0)) }
        })

    private static let base58check = Codec(
        "base58check", ["b58check"], "Base58 with a checksum: Bitcoin addresses and keys",
        encode: [.alphabet, .limit],
        { settings in
            let codec = Base58Check(base58: try base58(settings))
            return whole("base58check", settings, limit: numberLimit) { codec.encodeToBytes($0) }
        },
        decode: [.alphabet, .lenient, .limit],
        { settings in
            let codec = Base58Check(base58: try base58(settings))
            return whole("base58check", settings, limit: numberLimit) { try codec.decode(line($0)) }
        })

    private static let base62 = Codec(
        "base62", ["b62"], "digits and letters alone (--alphabet lower-first)",
        encode: [.alphabet, .limit],
        { settings in
            let codec = try base62(settings)
            return whole("base62", settings, limit: numberLimit) { codec.encodeToBytes($0) }
        },
        decode: [.alphabet, .lenient, .limit],
        { settings in
            let codec = try base62(settings)
            return whole("base62", settings, limit: numberLimit) { try codec.decode(line($0)) }
        })

    private static func base58(_ settings: CodecSettings) throws(CodecError) -> Base58 {
        let alphabet: Base58.Alphabet =
            switch settings.alphabet {
            case nil, "bitcoin"?: .bitcoin
            case "ripple"?: .ripple
            case "flickr"?: .flickr
            case let symbols?:
                try named("bitcoin, ripple, flickr or 58 symbols") { () throws(CodecError) in
                    try Base58.Alphabet(checking: symbols)
                }
            }
        return Base58(alphabet: alphabet, maximumCharacterCount: .max, options: options(settings))
    }

    private static func base62(_ settings: CodecSettings) throws(CodecError) -> Base62 {
        let alphabet: Base62.Alphabet =
            switch settings.alphabet {
            case nil: .standard
            case "lower-first"?: .lowerFirst
            case let symbols?:
                try named("lower-first or 62 symbols") { () throws(CodecError) in
                    try Base62.Alphabet(checking: symbols)
                }
            }
        return Base62(alphabet: alphabet, maximumCharacterCount: .max, options: options(settings))
    }

    /// An alphabet of the user's own; when it is none, the names that there are belong to what would be right.
    private static func named<Alphabet>(
        _ choices: String, _ make: () throws(CodecError) -> Alphabet
    ) throws(CodecError) -> Alphabet {
        do throws(CodecError) { return try make() } catch {
            throw CodecError(error.code, at: error.position, error.reason, hint: "--alphabet is \(choices)")
        }
    }

    /// Bech32 in one of its variants: text of 90 characters at most, unless a limit is given.
    private static func bech32(_ name: String, _ variant: Bech32.Variant, _ source: String) -> Codec {
        Codec(
            name, [], "a prefix, Base32 and a checksum, at most 90 characters (\(source))",
            encode: [.prefix, .limit],
            { settings in
                let prefix = try CodecSettings.required(
                    settings.prefix, "--prefix", name, hint: "the prefix is what stands before the 1, such as bc or age"
                )
                let limit = settings.limit ?? Bech32.standardMaximumCount
                // Found here, a wrong prefix is wrong use.
                _ = try Bech32.encode(values: [], prefix: prefix, variant: variant, maximumCount: nil)
                return whole(name, settings, limit: Bech32.standardMaximumCount) { bytes in
                    Array(try Bech32.encode(bytes, prefix: prefix, variant: variant, maximumCount: limit).utf8)
                }
            },
            decode: [.prefix, .limit],
            { settings in
                let limit = settings.limit ?? Bech32.standardMaximumCount
                return [
                    WholeStage(name, limit: limit, hasLineEnd: true) { bytes in
                        try decodeBech32(line(bytes), variant, limit, settings)
                    }
                ]
            })
    }

    private static func decodeBech32(
        _ text: [UInt8], _ variant: Bech32.Variant, _ limit: Int, _ settings: CodecSettings
    ) throws(CodecError) -> [UInt8] {
        if let offset = text.firstIndex(where: { $0 >= 0x80 }) {
            throw CodecError(
                .invalidCharacter, at: TextPosition(offset: offset, in: text), "a byte that is not ASCII")
        }
        let found = try Bech32.decode(String(decoding: text, as: UTF8.self), variant: variant, maximumCount: limit)
        if let prefix = settings.prefix {
            guard prefix.lowercased() == found.prefix.lowercased() else {
                throw CodecError(
                    .invalidSyntax, at: TextPosition(offset: 0, in: text), "the prefix is '\(found.prefix)'",
                    hint: "'\(prefix)' is wanted")
            }
        } else {
            settings.note("the prefix is '\(found.prefix)'")
        }
        do throws(CodecError) { return try found.bytes() } catch {
            throw CodecError(
                error.code, at: TextPosition(offset: text.count - 7, in: text), error.reason,
                hint: "a segwit address has a number of five bits, its version, before its bytes")
        }
    }
}
