internal import ArcaCodecCatalog
internal import ArcaCodecs
internal import ArcaCore

/// Codecs: `encode` and `decode`; the algorithm is the codec.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `encode` | `form`, `bytes` | `text`, as bytes |
/// | `decode` | `form`, `allow` (options, separated by commas), `text` | `bytes` |
enum CodecOperation: VectorOperation {
    static let names = ["encode", "decode"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let (codec, form) = (request.algorithm, try inputs.text("form"))
        if let forms = readers[codec] {
            guard let read = forms[form] else {
                throw OperationError.unsupported("Arca has no form \(form) of \(codec)")
            }
            guard request.operation == "decode" else {
                throw OperationError.unsupported("\(codec) can only be decoded here")
            }
            return ["bytes": .bytes(try read(inputs.bytes("text")))]
        }
        guard let text = try textCodec(codec, form) else { return try respond(request, as: step(codec, form)) }
        guard request.operation == "encode" else {
            let options = try options(inputs.text("allow"))
            return ["bytes": .bytes(try text.allowing(options).decode(inputs.bytes("text")))]
        }
        return ["text": .bytes(try text.encodeToBytes(inputs.bytes("bytes")))]
    }

    static func decodes(_ codec: String) -> Bool { readers[codec] != nil || (try? Codec(named: codec)) != nil }

    static func encodes(_ codec: String) -> Bool {
        readers[codec] == nil && (try? Codec(named: codec))?.supports(.encoding) ?? false
    }

    /// The response of a catalog codec, for codecs that do not map bytes to text.
    private static func respond(_ request: Request, as step: Codec.Step) throws -> NamedValues {
        var options = step.options
        guard request.operation == "encode" else {
            for name in try request.inputs.text("allow").split(separator: ",") {
                guard name == "lenient" else {
                    throw VectorError(.invalidField, at: "allow", "\(step.codec) can only be lenient, not \(name)")
                }
                options[flag: .lenient] = true
            }
            return ["bytes": .bytes(try step.codec.decode(request.inputs.bytes("text"), options))]
        }
        return ["text": .bytes(try step.codec.encode(request.inputs.bytes("bytes"), options))]
    }

    /// A catalog codec with the options in `form`, in recipe syntax.
    private static func step(_ codec: String, _ form: String) throws -> Codec.Step {
        do {
            return try form == "standard" ? Codec.Step(codec) : Codec.Step("\(codec)(\(form))")
        } catch {
            throw OperationError.unsupported("Arca has no form \(form) of \(codec)")
        }
    }

    // MARK: Forms

    /// The codec for a name and form in `Vectors/codecs`, or nil if it does not map bytes to text.
    private static func textCodec(_ codec: String, _ form: String) throws -> (any TextCodec)? {
        if codec == "base64", form == "pem" { return Base64.pem }
        let known = forms["\(codec) \(form)"] ?? (form == "standard" ? (codec, [:]) : nil)
        guard let known else { return nil }
        return try Codec(named: known.codec).textCodec(known.options)
    }

    private static let forms: [String: (codec: String, options: Codec.Options)] = [
        "ascii85 adobe": ("ascii85", [.adobe: true]), "ascii85 btoa": ("ascii85", [.btoa: true]),
        "base16 upper": ("base16", [.upper: true]), "base32 hex": ("base32hex", [:]),
        "base32 zBase32": ("zbase32", [:]), "base58 ripple": ("base58", [.alphabet: "ripple"]),
        "base58 flickr": ("base58", [.alphabet: "flickr"]), "base62 lowerFirst": ("base62", [.alphabet: "lower-first"]),
        "base64 url": ("base64url", [:]), "base64 urlUnpadded": ("base64url", [.noPadding: true]),
        "base64 mime": ("mime", [:]), "crockford checked": ("crockford", [.check: true]),
        "crockford hyphens": ("crockford", [.hyphens: 4]), "hexdump canonical": ("hexdump", [.layout: "canonical"]),
        "hexdump plain": ("hexdump", [.layout: "plain"]), "percent component": ("percent", [.form: "component"]),
        "percent form": ("percent", [.form: "form"]), "percent path": ("percent", [.form: "path"]),
        "percent pathSegment": ("percent", [.form: "segment"]), "percent query": ("percent", [.form: "query"]),
        "qp standard": ("qp", [.crlf: true]), "qp binary": ("qp", [.binary: true, .crlf: true]),
        "unicode braces": ("unicode", [.form: "braces"]), "unicode long": ("unicode", [.form: "long"]),
        "unicode hexReference": ("unicode", [.form: "hex"]),
        "unicode decimalReference": ("unicode", [.form: "decimal"]),
        "unicode codePoint": ("unicode", [.form: "codepoint"]),
    ]

    private static func options(_ names: String) throws(VectorError) -> DecodingOptions {
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

    /// Formats for which only decoding is tested, because they contain more than bytes.
    private static let readers: [String: [String: @Sendable ([UInt8]) throws -> [UInt8]]] = [
        "json": ["standard": { Array(try JSONReader.read($0).text().utf8) }],
        "data-uri": ["rfc2397": { try dataURI($0, .rfc2397) }, "whatwg": { try dataURI($0, .whatwg) }],
        "pem": [
            "standard": {
                try PEM.decode($0).flatMap { Array("\($0.label)=\(Base16.standard.encode($0.bytes))\n".utf8) }
            }
        ],
        "mime-word": [
            "text": { try word($0, .text) }, "phrase": { try word($0, .phrase) }, "comment": { try word($0, .comment) },
        ],
        "mime-parameters": [
            "standard": { try HeaderParameters($0).all.flatMap { Array("\($0.name)=\($0.value)\n".utf8) } }
        ],
    ]

    private static func dataURI(_ text: [UInt8], _ rules: DataURI.Rules) throws -> [UInt8] {
        try DataURI(String(decoding: text, as: UTF8.self), rules: rules).bytes
    }

    private static func word(_ text: [UInt8], _ context: EncodedWord.Context) throws -> [UInt8] {
        Array(try EncodedWord.decode(text, context: context).utf8)
    }
}

/// Parsing as in browsers: `read-base64`, `read-data-url` and `read-mime-type`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `read-base64` | `text` | `bytes` |
/// | `read-data-url` | `text` | `type`, `bytes` |
/// | `read-mime-type` | `text` | `type`, serialized as in the standard |
///
/// Source: WHATWG Infra, section 7; Fetch, section 6; MIME Sniffing, section 4.
enum WebPlatformOperation: VectorOperation {
    static let names = ["read-base64", "read-data-url", "read-mime-type"]

    static func respond(to request: Request) throws -> NamedValues {
        let text = try request.inputs.text("text")
        switch request.operation {
        case "read-mime-type":
            guard let type = MediaType(sniffing: text) else { throw OperationError.refused("no MIME type") }
            return ["type": .text(type.description)]
        case "read-base64":
            // Arca decodes Base64 as in browsers only in data: URLs, which are percent-decoded first.
            let escaped = text.utf8.map { "%" + Base16.upper.encode([$0]) }.joined()
            return ["bytes": .bytes(try DataURI("data:;base64," + escaped, rules: .whatwg).bytes)]
        default:
            let url = try DataURI(text, rules: .whatwg)
            return ["type": .text(url.mediaType.description), "bytes": .bytes(url.bytes)]
        }
    }
}
