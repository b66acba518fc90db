internal import ArcaCodecs

/// Codecs by name and form, as `Vectors/codecs` has them.
enum CodecChoice {
    /// A form decodes with options, and encodes unless it is for reading alone.
    struct Form {
        let decode: @Sendable (_ text: [UInt8], _ options: DecodingOptions) throws -> [UInt8]
        let encode: (@Sendable (_ bytes: [UInt8]) throws -> [UInt8])?

        init(_ codec: some TextCodec) {
            decode = { try codec.allowing($1).decode($0) }
            encode = { try codec.encodeToBytes($0) }
        }

        init(decode: @escaping @Sendable ([UInt8], DecodingOptions) throws -> [UInt8]) {
            self.decode = decode
            encode = nil
        }
    }

    /// The names of all codecs.
    static var names: some Collection<String> { forms.keys }

    /// Whether a codec also encodes.
    static func encodes(_ codec: String) -> Bool { forms[codec]?.values.first?.encode != nil }

    static func form(_ codec: String, _ name: String) throws(OperationError) -> Form {
        guard let forms = forms[codec] else { throw .unsupported("Arca has no codec \(codec)") }
        guard let form = forms[name] else { throw .unsupported("Arca has no form \(name) of \(codec)") }
        return form
    }

    static func options(_ names: String) throws(VectorError) -> DecodingOptions {
        var options: DecodingOptions = []
        for name in names.split(separator: ",") {
            guard let option = optionNames[String(name)] else {
                throw VectorError(.invalidField, at: "allow", "no option of decoding is called \(name)")
            }
            options.formUnion(option)
        }
        return options
    }

    private static let optionNames: [String: DecodingOptions] = [
        "whitespace": .whitespace, "letterCase": .letterCase, "missingPadding": .missingPadding,
        "mixedAlphabets": .mixedAlphabets, "trailingBits": .trailingBits, "expandedGroups": .expandedGroups,
        "longLines": .longLines, "rawBytes": .rawBytes, "invalidEscapes": .invalidEscapes,
    ]

    private static let forms: [String: [String: Form]] = [
        "ascii85": ["standard": Form(Ascii85.standard), "adobe": Form(Ascii85.adobe), "btoa": Form(Ascii85.btoa)],
        "base16": ["standard": Form(Base16.standard), "upper": Form(Base16.upper)],
        "base32": ["standard": Form(Base32.standard), "hex": Form(Base32.hex), "zBase32": Form(Base32.zBase32)],
        "base45": ["standard": Form(Base45.standard)],
        "base58": ["standard": Form(Base58.standard), "ripple": Form(Base58.ripple), "flickr": Form(Base58.flickr)],
        "base58check": ["standard": Form(Base58Check.standard)],
        "base62": ["standard": Form(Base62.standard), "lowerFirst": Form(Base62.lowerFirst)],
        "base64": [
            "standard": Form(Base64.standard), "url": Form(Base64.url), "urlUnpadded": Form(Base64.urlUnpadded),
            "mime": Form(Base64.mime), "pem": Form(Base64.pem),
        ],
        "base85": ["standard": Form(Base85.standard)],
        "crockford": [
            "standard": Form(Crockford.standard), "checked": Form(Crockford(hasCheckSymbol: true)),
            "hyphens": Form(Crockford(hyphenInterval: 4)),
        ],
        "hexdump": [
            "standard": Form(HexDump.standard), "canonical": Form(HexDump.canonical), "plain": Form(HexDump.plain),
        ],
        "imap": ["standard": Form(IMAPMailboxName.standard)],
        "percent": [
            "component": Form(PercentEncoding.component), "form": Form(PercentEncoding.form),
            "path": Form(PercentEncoding.path), "pathSegment": Form(PercentEncoding.pathSegment),
            "query": Form(PercentEncoding.query),
        ],
        "qp": ["standard": Form(QuotedPrintable.standard), "binary": Form(QuotedPrintable.binary)],
        "unicode": [
            "standard": Form(UnicodeEscape.standard), "braces": Form(UnicodeEscape.braces),
            "long": Form(UnicodeEscape.long), "hexReference": Form(UnicodeEscape.hexReference),
            "decimalReference": Form(UnicodeEscape.decimalReference), "codePoint": Form(UnicodeEscape.codePoint),
        ],
        "z85": ["standard": Form(Z85.standard)],
        "json": ["standard": Form { text, _ in Array(try JSONReader.read(text).text().utf8) }],
        "data-uri": ["rfc2397": dataURI(.rfc2397), "whatwg": dataURI(.whatwg)],
        "pem": [
            "standard": Form { text, _ in
                try PEM.decode(text).flatMap { Array("\($0.label)=\(Base16.encode($0.bytes))\n".utf8) }
            }
        ],
        "mime-word": ["text": word(.text), "phrase": word(.phrase), "comment": word(.comment)],
        "mime-parameters": [
            "standard": Form { text, _ in
                try HeaderParameters(text).all.flatMap { Array("\($0.name)=\($0.value)\n".utf8) }
            }
        ],
    ]

    private static func dataURI(_ rules: DataURI.Rules) -> Form {
        Form { text, _ in try DataURI(String(decoding: text, as: UTF8.self), rules: rules).bytes }
    }

    private static func word(_ context: EncodedWord.Context) -> Form {
        Form { text, _ in Array(try EncodedWord.decode(text, context: context).utf8) }
    }
}
