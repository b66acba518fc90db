internal import ArcaCodecs

// The bases that treat their input as one number, and Bech32, whose checksum is designed for short texts.
extension Codec {
    static let numbers: [Codec] = [
        base36, base58, base58check, base62, bech32("bech32", .bech32, "BIP 173"),
        bech32("bech32m", .bech32m, "BIP 350"),
    ]

    /// The maximum size of a number, in bytes or symbols: time grows with its square, and stays below a second.
    private static let numberLimit = Base58.standard.maximumCharacterCount

    package static let base36 = whole(
        "base36", ["b36"], "digits and small letters", clue: .base36, limit: numberLimit, decode: [.lenient, .limit]
    ) { Base36(maximumCharacterCount: $0[number: .limit] ?? numberLimit) }

    package static let base58 = number(
        "base58", ["b58"], "no 0, O, I, l: Bitcoin, IPFS (alphabets: bitcoin, ripple, flickr)", clue: .base58, base58)

    // Addresses are recognized and stay: their bytes mean nothing to people.
    package static let base58check = number(
        "base58check", ["b58check"], "Base58 with a checksum: Bitcoin addresses and keys", clue: .unsearched
    ) { (options) throws(StreamFailure) in Base58Check(base58: try base58(options)) }

    package static let base62 = number(
        "base62", ["b62"], "digits and letters alone (alphabets: lower-first)", clue: .base62
    ) {
        (options) throws(StreamFailure) in
        Base62(
            alphabet: try alphabet(
                options, ["": .standard, "lower-first": .lowerFirst], count: 62
            ) { (symbols) throws(StreamFailure) in try Base62.Alphabet(checking: symbols) },
            maximumCharacterCount: options[number: .limit] ?? numberLimit)
    }

    private static func number<Value: TextCodec>(
        _ name: String, _ aliases: [String], _ summary: String, clue: Clue,
        _ value: @escaping @Sendable (Options) throws(StreamFailure) -> Value
    ) -> Codec {
        whole(
            name, aliases, summary, clue: clue, limit: numberLimit, encode: [.alphabet, .limit],
            decode: [.lenient, .alphabet, .limit], value)
    }

    @Sendable private static func base58(_ options: Options) throws(StreamFailure) -> Base58 {
        Base58(
            alphabet: try alphabet(
                options, ["bitcoin": .bitcoin, "ripple": .ripple, "flickr": .flickr], count: 58
            ) { (symbols) throws(StreamFailure) in try Base58.Alphabet(checking: symbols) },
            maximumCharacterCount: options[number: .limit] ?? numberLimit)
    }

    /// The alphabet with the name or symbols in an option; the first one by default.
    private static func alphabet<Alphabet>(
        _ options: Options, _ known: KeyValuePairs<String, Alphabet>, count: Int,
        _ make: (String) throws(StreamFailure) -> Alphabet
    ) throws(StreamFailure) -> Alphabet {
        let given = options[text: .alphabet] ?? known[0].key
        if let found = known.first(where: { $0.key == given }) { return found.value }
        do throws(StreamFailure) { return try make(given) } catch {
            var error = CodecError(wrapping: error)
            let names = known.map { $0.key }.filter { !$0.isEmpty }.joined(separator: ", ")
            error.hint = "choose from \(names), or give \(count) symbols"
            throw error
        }
    }

    /// A variant of Bech32, for at most 90 characters unless a limit is set.
    private static func bech32(_ name: String, _ variant: Bech32.Variant, _ source: String) -> Codec {
        Codec(
            name, [], "a prefix, Base32 and a checksum, at most 90 characters (\(source))",
            // Like Base58Check.
            clue: .unsearched,
            encode: Way([.prefix, .limit], requires: Requirement(option: .prefix, example: "age")) {
                (options) throws(StreamFailure) in
                let prefix = options[text: .prefix] ?? ""
                let limit = options[number: .limit] ?? Bech32.standardMaximumCount
                // Checking here makes a wrong prefix a usage error.
                _ = try Bech32.encode(values: [], prefix: prefix, variant: variant, maximumCount: nil)
                return whole(name, options, limit: limit) { (bytes, _) throws(StreamFailure) in
                    Array(try Bech32.encode(bytes, prefix: prefix, variant: variant, maximumCount: limit).utf8)
                }
            },
            decode: Way([.prefix, .limit]) { (options) throws(StreamFailure) in
                let limit = options[number: .limit] ?? Bech32.standardMaximumCount
                return WholeStream(name, limit: limit, hasLineEnd: true) { (bytes, notes) throws(StreamFailure) in
                    let text = line(bytes)
                    let found = try decodeBech32(text, variant, limit, prefix: options[text: .prefix])
                    if options[text: .prefix] == nil { notes.append("the prefix is '\(found.prefix)'") }
                    return found.bytes
                }
            })
    }

    private static func decodeBech32(
        _ text: [UInt8], _ variant: Bech32.Variant, _ limit: Int, prefix: String?
    ) throws(StreamFailure) -> (prefix: String, bytes: [UInt8]) {
        if let offset = text.firstIndex(where: { $0 >= 0x80 }) {
            throw CodecError(
                .invalidCharacter, at: TextPosition(offset: offset, in: text), "a byte that is not ASCII")
        }
        let found = try Bech32.decode(String(decoding: text, as: UTF8.self), variant: variant, maximumCount: limit)
        if let prefix, prefix.lowercased() != found.prefix.lowercased() {
            throw CodecError(
                .invalidSyntax, at: TextPosition(offset: 0, in: text), "the prefix is '\(found.prefix)'",
                hint: "expected '\(prefix)'")
        }
        do { return (found.prefix, try found.bytes()) } catch {
            throw CodecError(
                error.code, at: TextPosition(offset: text.count - 7, in: text), error.reason,
                hint: "a segwit address has a number of five bits, its version, before its bytes")
        }
    }
}
