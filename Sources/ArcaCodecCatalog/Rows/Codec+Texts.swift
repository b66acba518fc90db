internal import ArcaCodecs

// Escapes, dumps and other text forms of bytes.
extension Codec {
    static let texts: [Codec] = [percent, unicode, html, xml, json, hexdump, dataURI, pem, cArray, swiftArray, unwrap]

    package static let percent = text(
        "percent", ["url", "uri", "urlencode", "percent-encoding"],
        "%20 and its like (forms: component, path, segment, query, form)", .singleLine, clue: .percent, encode: [.form],
        decode: [.lenient, .form]
    ) { (options) throws(StreamFailure) in
        try options.choice(
            .form,
            [
                "component": PercentEncoding.component, "path": .path, "segment": .pathSegment, "query": .query,
                "form": .form,
            ], of: "percent")
    }

    package static let unicode = text(
        "unicode", ["unicode-escapes", "escapes"],
        "\\u00E9 and its like (forms: utf16, braces, long, hex, decimal, codepoint)", .free, clue: .unicode,
        encode: [.form, .all],
        decode: [.lenient]
    ) { (options) throws(StreamFailure) in
        let form = try options.choice(
            .form,
            [
                "utf16": UnicodeEscape.Form.utf16, "braces": .braces, "long": .long, "hex": .hexReference,
                "decimal": .decimalReference, "codepoint": .codePoint,
            ], of: "unicode")
        return UnicodeEscape(form: form, escapesAll: options[flag: .all])
    }

    package static let html = references(
        "html", ["html-entities"], "character references as in HTML: &amp; &eacute; &#233;", clue: .html, .html)

    // The search reads it as HTML, which has the same references and more.
    package static let xml = references(
        "xml", ["xml-entities"], "character references as in XML: &amp; &#233;", clue: .unsearched, .xml)

    private static func references(
        _ name: String, _ aliases: [String], _ summary: String, clue: Clue, _ standard: HTMLReferences.Standard
    ) -> Codec {
        Codec(
            name, aliases, summary, clue: clue,
            encode: Way([.limit]) {
                whole(name, $0) { (bytes, _) throws(StreamFailure) in HTMLReferences.encode(bytes) }
            },
            decode: Way([.lenient, .limit]) { (options) throws(StreamFailure) in
                whole(name, options) { (bytes, _) throws(StreamFailure) in
                    try HTMLReferences.decode(
                        bytes, as: standard, strictness: options[flag: .lenient] ? .lenient : .strict)
                }
            })
    }

    package static let json = Codec(
        "json", ["json-string"], "text as a string of JSON, in quotes (RFC 8259, section 7)", clue: .json,
        encode: Way([.limit]) {
            whole("json", $0) { (bytes, _) throws(StreamFailure) in Array(JSONValue.string(try text(bytes)).text().utf8)
            }
        },
        decode: Way([.limit]) {
            whole("json", $0, cut: CutText.closing("\"")) { (bytes, _) throws(StreamFailure) in
                guard let text = try JSONReader.read(bytes).string else {
                    throw CodecError(
                        .invalidSyntax, at: TextPosition(offset: 0, in: bytes), "the JSON value is not a string",
                        hint: "a string stands in double quotes")
                }
                return Array(text.utf8)
            }
        })

    package static let hexdump = Codec(
        "hexdump", ["xxd", "hex-dump", "od"], "dumps of xxd, hexdump, od, tcpdump, hexyl, Wireshark and others",
        clue: .hexdump,
        encode: Way([.upper, .layout, .addresses, .columns, .group]) { (options) throws(StreamFailure) in
            guard let dump = try foreignDump(options) else { return transforming(try dump(options).makeEncoder()) }
            return whole("hexdump", options, limit: foreignLimit) { (bytes, _) throws(StreamFailure) in
                dump.encode(bytes)
            }
        },
        decode: Way([.lenient, .layout, .columns, .group]) { (options) throws(StreamFailure) in
            if let layout = try foreignDump(options)?.layout {
                guard options[.columns] == nil else {
                    throw CodecError(
                        .invalidOption, "'columns' cannot be combined with layout \(layout.rawValue)",
                        hint: "the length of its lines is detected")
                }
                return foreignDecoder(layout, isLenient: options[flag: .lenient])
            }
            guard options[.layout] == nil, options[.columns] == nil, options[.group] == nil else {
                return transforming(try dump(options).allowing(options.accepted).makeDecoder())
            }
            return HexDumpStream(options: options.accepted) { foreignDecoder(nil, isLenient: options[flag: .lenient]) }
        },
        value: erased { (options) throws(StreamFailure) -> HexDump? in
            guard options[text: .layout].flatMap(ForeignDump.Layout.init) == nil else { return nil }
            return try dump(options)
        })

    /// The maximum length of another program's dump, which is buffered, in bytes.
    private static let foreignLimit = 1 << 30

    private static func foreignDecoder(_ layout: ForeignDump.Layout?, isLenient: Bool) -> any CodecStream {
        whole("hexdump", [:], limit: foreignLimit) { (bytes, _) throws(StreamFailure) in
            let strictness: Strictness = isLenient ? .lenient : .strict
            if layout == nil, !ForeignDump.recognizes(bytes) {
                if AnnotatedDump.recognizes(bytes) { return try AnnotatedDump.decode(bytes, strictness: strictness) }
                if ForeignDump.recognizesBare(bytes) {
                    return try ForeignDump.decodeBare(bytes, strictness: strictness)
                }
            }
            return try ForeignDump.decode(bytes, as: layout, strictness: strictness)
        }
    }

    private static func foreignDump(_ options: Options) throws(StreamFailure) -> ForeignDump? {
        guard let layout = options[text: .layout].flatMap(ForeignDump.Layout.init) else {
            guard options[.addresses] == nil else {
                throw CodecError(.invalidOption, "'addresses' is for the layouts of od", hint: "such as layout od")
            }
            return nil
        }
        if let option = [Option.upper, .group].first(where: { options[$0] != nil }) {
            throw CodecError(.invalidOption, "'\(option.rawValue)' cannot be combined with layout \(layout.rawValue)")
        }
        return try ForeignDump(
            layout, addresses: options[text: .addresses].flatMap(ForeignDump.Addresses.init),
            columns: options[number: .columns])
    }

    private static func dump(_ options: Options) throws(StreamFailure) -> HexDump {
        let (columns, isUpper) = (options[number: .columns], options[flag: .upper])
        let layout = try options.choice(
            .layout, ["xxd": HexDump.Layout.xxd, "canonical": .canonical, "plain": .plain], of: "hexdump")
        let foreign: [Option] =
            switch layout {
            case .xxd: []
            case .plain: [.group]
            case .canonical: [.upper, .columns, .group]
            }
        if let option = foreign.first(where: { options[$0] != nil }) {
            throw CodecError(
                .invalidOption, "'\(option.rawValue)' cannot be combined with layout \(options[.layout] ?? "")",
                hint: layout == .canonical ? "its lines have 16 bytes, its digits are small" : "it has no groups")
        }
        switch layout {
        case .xxd:
            return try .xxd(columns: columns ?? 16, groupSize: options[number: .group] ?? 2, isUpper: isUpper)
        case .plain: return try .plain(columns: columns ?? 30, isUpper: isUpper)
        case .canonical: return .canonical
        }
    }

    package static let dataURI = Codec(
        "data-uri", ["data-url", "data"], "data: links (RFC 2397; forms: automatic, the shorter; base64, percent)",
        clue: .dataURI,
        encode: Way([.form, .type, .limit]) { (options) throws(StreamFailure) in
            let usesBase64 = try options.choice(
                .form, ["automatic": nil, "base64": true, "percent": false] as KeyValuePairs<String, Bool?>,
                of: "data-uri")
            let type = try options[text: .type].map { (text) throws(CodecError) in try MediaType(text) } ?? .octetStream
            return whole("data-uri", options) { (bytes, _) throws(StreamFailure) in
                Array(DataURI(bytes: bytes, mediaType: type).text(usesBase64: usesBase64).utf8)
            }
        },
        decode: Way([.lenient, .limit]) { (options) throws(StreamFailure) in
            whole("data-uri", options) { (bytes, notes) throws(StreamFailure) in
                let uri = try DataURI(try text(line(bytes)), rules: options[flag: .lenient] ? .whatwg : .rfc2397)
                notes.append("the media type is \(uri.mediaType.description)")
                if let fragment = uri.fragment { notes.append("after the data stands #\(fragment)") }
                return uri.bytes
            }
        })

    package static let pem = Codec(
        "pem", [], "Base64 between BEGIN and END lines with a label (RFC 7468)", clue: .pem,
        encode: Way([.label, .limit], requires: Requirement(option: .label, example: "CERTIFICATE")) {
            (options) throws(StreamFailure) in
            let label = options[text: .label] ?? ""
            // Checking here makes a wrong label a usage error.
            _ = try PEMBlock(label: label, bytes: [])
            return whole("pem", options) { (bytes, _) throws(StreamFailure) in
                Array(PEM.encode([try PEMBlock(label: label, bytes: bytes)]).utf8)
            }
        },
        decode: Way([.lenient, .label, .limit]) { (options) throws(StreamFailure) in
            whole("pem", options, cut: CutText.pem) { (bytes, notes) throws(StreamFailure) in
                let label = options[text: .label]
                let found = try PEM.find(in: bytes, options: options[flag: .lenient] ? .lenient : [])
                let blocks = found.filter { label == nil || $0.label == label }
                guard let block = blocks.first, blocks.count == 1 else {
                    var labels: [String] = []
                    for block in found where !labels.contains("'\(block.label)'") { labels.append("'\(block.label)'") }
                    let place = blocks.count > 1 ? blocks[1].range.lowerBound : 0
                    throw CodecError(
                        blocks.isEmpty ? .invalidSyntax : .trailingData, at: TextPosition(offset: place, in: bytes),
                        blocks.isEmpty ? "no block has this label" : "there is more than one block",
                        hint: "the labels are \(labels.joined(separator: ", "))"
                            + (label == nil && labels.count > 1 ? "; give the label of one" : ""))
                }
                let decoded = try block.block(from: bytes).bytes
                if label == nil { notes.append("the label is '\(block.label)'") }
                return decoded
            }
        })

    package static let cArray = array(
        "c-array", ["c", "xxd-i"], "an array in C, as xxd -i writes it, named by its label", clue: .cArray,
        ByteLiteral.c)

    // The search reads it as an array in C.
    package static let swiftArray = array(
        "swift-array", ["swift"], "an array in Swift, named by its label", clue: .unsearched, ByteLiteral.swift)

    private static func array(
        _ name: String, _ aliases: [String], _ summary: String, clue: Clue,
        _ literal: @escaping @Sendable (String) throws(StreamFailure) -> ByteLiteral
    ) -> Codec {
        Codec(
            name, aliases, summary, clue: clue,
            encode: Way([.label, .limit]) { (options) throws(StreamFailure) in
                let codec = try literal(options[text: .label] ?? "bytes")
                return whole(name, options) { (bytes, _) throws(StreamFailure) in codec.encodeToBytes(bytes) }
            },
            decode: Way([.lenient, .limit]) { (options) throws(StreamFailure) in
                whole(name, options, cut: CutText.list) { (bytes, _) throws(StreamFailure) in
                    try ByteLiteral.standard.allowing(options.accepted).decode(bytes)
                }
            })
    }

    package static let unwrap = Codec(
        "unwrap", [], "lines joined, without white space and marks of quoting around them", clue: .unwrap,
        encode: nil,
        decode: Way([.limit]) { (options) throws(StreamFailure) in
            whole("unwrap", options) { (bytes, _) throws(StreamFailure) in WrappedText.unwrap(bytes) }
        })
}
