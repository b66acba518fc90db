internal import ArcaCodecs

// Escapes, dumps and other text forms of bytes.
extension Codec {
    static let texts: [Codec] = [
        percent, unicode, html, json, hexdump, dataURI, pem, byteArray("c"), byteArray("swift"),
    ]

    private static let percent = Codec(
        "percent", ["url", "uri", "urlencode", "percent-encoding"],
        "%20 and its like (--form component, path, segment, query, form)",
        encode: [.form],
        { settings in
            let codec = try settings.form(
                [
                    "component": PercentEncoding.component, "path": .path, "segment": .pathSegment, "query": .query,
                    "form": .form,
                ], of: "percent")
            return stream(codec.makeEncoder())
        },
        decode: [.form, .lenient],
        { settings in
            let codec = try settings.form(["component": PercentEncoding.component, "form": .form], of: "percent")
            return inOneLine(codec.allowing(options(settings)).makeDecoder())
        })

    private static let unicode = Codec(
        "unicode", ["unicode-escapes", "escapes"],
        "\\u00E9 and its like (--form utf16, braces, long, hex, decimal, codepoint)",
        encode: [.form, .escapesAll],
        { settings in
            let form = try settings.form(
                [
                    "utf16": UnicodeEscape.Form.utf16, "braces": .braces, "long": .long, "hex": .hexReference,
                    "decimal": .decimalReference, "codepoint": .codePoint,
                ], of: "unicode")
            return stream(UnicodeEscape(form: form, escapesAll: settings.escapesAll).makeEncoder())
        },
        decode: [.lenient],
        { settings in stream(UnicodeEscape.standard.allowing(options(settings)).makeDecoder()) })

    private static let html = Codec(
        "html", ["xml", "html-entities"], "character references: &amp; &eacute; &#233; (HTML 4.01, XML)",
        encode: [.limit], { settings in whole("html", settings) { HTMLReferences.encode($0) } },
        decode: [.limit], { settings in whole("html", settings) { try HTMLReferences.decode($0) } })

    private static let json = Codec(
        "json", ["json-string"], "text as a string of JSON, in quotes (RFC 8259, section 7)",
        encode: [.limit],
        { settings in
            whole("json", settings) { Array(JSONValue.string(try text($0)).text().utf8) }
        },
        decode: [.limit],
        { settings in
            whole("json", settings) { bytes in
                guard let text = try JSONReader.read(bytes).string else {
                    throw CodecError(
                        .invalidSyntax, at: TextPosition(offset: 0, in: bytes), "the JSON value is not a string",
                        hint: "a string stands in double quotes")
                }
                return Array(text.utf8)
            }
        })

    private static let hexdump = Codec(
        "hexdump", ["xxd", "hex-dump"],
        "hex dumps: --layout xxd, canonical (hexdump -C) or plain (xxd -p)",
        encode: [.layout, .columns, .group, .upper],
        { settings in stream(try dump(settings).makeEncoder()) },
        decode: [.layout, .columns, .group, .lenient],
        { settings in
            guard settings.layout == nil, settings.columns == nil, settings.group == nil else {
                return stream(try dump(settings).allowing(options(settings)).makeDecoder())
            }
            return [DumpStage(options: options(settings))]
        })

    private static func dump(_ settings: CodecSettings) throws -> HexDump {
        let layout = settings.layout ?? .xxd
        func refuse(_ option: String, _ isGiven: Bool) throws(UsageError) {
            guard isGiven else { return }
            throw UsageError(
                .conflict, "\(option) does not go with --layout \(layout.rawValue)",
                hint: layout == .canonical ? "its lines have 16 bytes, its digits are small" : "it has no groups")
        }
        switch layout {
        case .xxd:
            return try HexDump.xxd(
                columns: settings.columns ?? 16, groupSize: settings.group ?? 2, isUpper: settings.isUpper)
        case .plain:
            try refuse("--group", settings.group != nil)
            return try HexDump.plain(columns: settings.columns ?? 30, isUpper: settings.isUpper)
        case .canonical:
            try refuse("--group", settings.group != nil)
            try refuse("--columns", settings.columns != nil)
            try refuse("--upper", settings.isUpper)
            return .canonical
        }
    }

    private static let dataURI = Codec(
        "data-uri", ["data-url", "data"], "data: links (RFC 2397; --form base64, percent, or the shorter one)",
        encode: [.mediaType, .form, .limit],
        { settings in
            let usesBase64 = try settings.form(
                ["automatic": nil, "base64": true, "percent": false] as KeyValuePairs<String, Bool?>, of: "data-uri")
            let type = try settings.mediaType.map { text throws(CodecError) in try MediaType(text) } ?? .octetStream
            return whole("data-uri", settings) { bytes in
                Array(DataURI(bytes: bytes, mediaType: type).text(usesBase64: usesBase64).utf8)
            }
        },
        decode: [.lenient, .limit],
        { settings in
            whole("data-uri", settings) { bytes in
                let uri = try DataURI(try text(line(bytes)), rules: settings.isLenient ? .whatwg : .rfc2397)
                settings.note("the media type is \(uri.mediaType.description)")
                if let fragment = uri.fragment { settings.note("after the data stands #\(fragment)") }
                return uri.bytes
            }
        })

    private static let pem = Codec(
        "pem", [], "Base64 between BEGIN and END lines with a --label (RFC 7468)",
        encode: [.label, .limit],
        { settings in
            let label = try CodecSettings.required(
                settings.label, "--label", "pem", hint: "the label says what the bytes are: --label CERTIFICATE")
            _ = try PEMBlock(label: label, bytes: [])
            return whole("pem", settings) { bytes in
                Array(PEM.encode([try PEMBlock(label: label, bytes: bytes)]).utf8)
            }
        },
        decode: [.label, .lenient, .limit],
        { settings in
            whole("pem", settings) { bytes in
                let found = try PEM.find(in: bytes, options: settings.isLenient ? .lenient : [])
                let blocks = found.filter { settings.label == nil || $0.label == settings.label }
                guard let block = blocks.first, blocks.count == 1 else {
                    var labels: [String] = []
                    for block in found where !labels.contains("'\(block.label)'") { labels.append("'\(block.label)'") }
                    let place = blocks.count > 1 ? blocks[1].range.lowerBound : 0
                    throw CodecError(
                        blocks.isEmpty ? .invalidSyntax : .trailingData, at: TextPosition(offset: place, in: bytes),
                        blocks.isEmpty ? "no block has this label" : "there is more than one block",
                        hint: "the labels are \(labels.joined(separator: ", "))"
                            + (settings.label == nil && labels.count > 1 ? "; --label takes one" : ""))
                }
                let decoded = try block.block(from: bytes).bytes
                if settings.label == nil { settings.note("the label is '\(block.label)'") }
                return decoded
            }
        })

    private static func byteArray(_ language: String) -> Codec {
        let isC = language == "c"
        return Codec(
            isC ? "c-array" : "swift-array", isC ? ["c", "xxd-i"] : ["swift"],
            isC ? "an array in C, as xxd -i writes it, named by --label" : "an array in Swift, named by --label",
            encode: [.label, .limit],
            { settings in
                let name = settings.label ?? "bytes"
                let codec = isC ? try ByteLiteral.c(name: name) : try ByteLiteral.swift(name: name)
                return whole("\(language)-array", settings) { codec.encodeToBytes($0) }
            },
            decode: [.limit],
            { settings in whole("\(language)-array", settings) { try ByteLiteral.decode($0) } })
    }
}
