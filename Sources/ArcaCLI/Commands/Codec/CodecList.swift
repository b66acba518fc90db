internal import ArcaCodecCatalog
internal import ArcaCore
internal import ArcaSystem

/// The list of codecs: `arca encode list`, `arca decode list`, `arca help codecs`.
enum CodecList {
    static func print(_ direction: Codec.Direction, isJSON: Bool) throws {
        guard isJSON else { return try Messages.print(text(direction)) }
        let codecs = direction.codecs.map { codec -> JSONValue in
            var object = JSONObject()
            object["name"] = .string(codec.name)
            object["aliases"] = .array(codec.aliases.map(JSONValue.string))
            object["summary"] = .string(codec.summary)
            object["options"] = .array(codec.spellings(direction).map(JSONValue.string))
            return .object(object)
        }
        try JSONReport.print([("codecs", .array(codecs))])
    }

    /// The summary of `auto`, which is not a codec and is listed last.
    private static let autoSummary = "detects the codecs, layer by layer, and reports them"

    /// Rejects files and codec options, which do not apply to the list.
    static func refuse(_ settings: CodecSettings, _ file: BytePath?) throws(UsageError) {
        if let file {
            throw UsageError(.surplusArgument, "unexpected argument '\(file)'", hint: "list takes no file")
        }
        if let option = settings.given.first {
            throw UsageError(.conflict, "\(option) does not apply to list", hint: "name a codec")
        }
    }

    static let topic: String = {
        let names = Codec.all.map { codec in
            let mark = codec.supports(.encoding) ? "" : " (decode only)"
            let summary = TextLayout.wrap(codec.summary, width: 73).map { "\n      \($0)" }
            return "  \(codec.name)\(mark)\(summary.joined())"
        }
        return """
            The first word after 'arca encode' or 'arca decode' is a codec; 'arca encode list' prints other names and \
            options too. Decoding takes several with commas, as in base64,gunzip.

            \(names.joined(separator: "\n"))
            """
    }()

    /// One paragraph per codec: name and summary, then aliases, then options.
    static func text(_ direction: Codec.Direction) -> String {
        let codecs = direction.codecs
        let column = 2 + (codecs.map { $0.name.utf8.count }.max() ?? 0)
        let indentation = String(repeating: " ", count: column)
        var text = ""
        for codec in codecs {
            text += codec.name + indentation.dropFirst(codec.name.utf8.count) + codec.summary + "\n"
            if !codec.aliases.isEmpty { text += indentation + "also: " + codec.aliases.joined(separator: ", ") + "\n" }
            let options = codec.spellings(direction)
            if !options.isEmpty { text += indentation + options.joined(separator: " ") + "\n" }
        }
        if direction == .decoding {
            text += "auto" + indentation.dropFirst(4) + autoSummary + "\n" + indentation + "--limit --depth --json\n"
        }
        return text
    }
}
