internal import ArcaCodecCatalog
internal import ArcaCodecs
internal import ArcaInspect
internal import ArcaSystem

/// `arca decode auto`: finds the layers of an input, takes them off, and says how.
struct LayerDecoding {
    /// The input; nil for standard input.
    let file: BytePath?
    /// The maximum number of layers.
    let depth: Int
    /// The options for codecs; only a limit makes sense.
    let settings: CodecSettings
    /// Whether to print the report as JSON instead of the decoded bytes.
    let isJSON: Bool
    /// Whether to decode with the likeliest codecs whatever the certainty.
    let isForced: Bool
    /// Whether to print what was tried.
    let showsTrials: Bool
    /// Whether to list readings instead of decoding.
    let showsAll: Bool

    /// Bytes of text that the JSON report shows.
    private static let previewByteCount = 400

    /// Searches, writes the decoded bytes and reports.
    func run(to output: OutputOptions) throws {
        let limits = try limits()
        var input = try InputFile.open(file)
        let name = input.name
        let bytes = try Self.read(&input, limit: limits.inputByteCount, for: "auto")
        var finder = finder(limits)
        finder.recordsTrials = showsTrials
        let report = finder.find(bytes)
        if showsTrials { explain(report.trials) }
        if showsAll { return try list(report, bytes, limits) }
        if let best = report.best, !isJSON || output.file != nil {
            var target = try output.open(best.content.isText ? .text : .binary, inputs: input.inputIdentities)
            try target.write(report.output)
            try target.commit()
        }
        if isJSON {
            try JSONOptions.print(schema: 1, members(report))
        } else {
            explain(report, name)
        }
        if report.best == nil { throw ExitStatus.notFound }
    }

    /// The same for each line by itself.
    func runByLine(to output: OutputOptions) throws {
        let limits = try limits()
        let finder = finder(limits)
        let lines = LineDecoding(file: file, limit: limits.inputByteCount) { line in
            let report = finder.find(line)
            return report.best == nil ? nil : report.output
        }
        try lines.run(to: output)
    }

    private func finder(_ limits: LayerFinder.Limits) -> LayerFinder {
        LayerFinder(limits: limits, minimumConfidence: isForced ? 0 : LayerFinder.standardConfidence)
    }

    /// How far the search goes, by the options.
    private func limits() throws(UsageError) -> LayerFinder.Limits {
        if let option = settings.given.first(where: { $0 != "--limit" }) {
            throw UsageError(
                .conflict, "\(option) does not apply to auto",
                hint: "auto finds the options; it takes --depth and --limit")
        }
        var limits = LayerFinder.Limits.standard
        limits.depth = depth
        if let limit = settings.options[number: .limit] {
            limits.inputByteCount = limit
            limits.outputByteCount = limit
        }
        return limits
    }

    /// Reads an input that is taken as a whole.
    static func read(_ input: inout FileReader, limit: Int, for user: String) throws -> [UInt8] {
        do throws(SystemError) {
            return try input.readAll(limit: limit)
        } catch {
            guard error.code == .limitExceeded else { throw error }
            Messages.error("\(error.reason): \(user) takes its input as a whole")
            Messages.hint("--limit N raises that")
            throw ExitStatus.malformed
        }
    }

    // MARK: Reports

    /// Prints what was tried as a tree: each step, what it gave, and what that costs in bits.
    private func explain(_ trials: [LayerFinder.Trial]) {
        for trial in trials {
            let indentation = String(repeating: "  ", count: trial.depth)
            let result =
                trial.content.map { content in
                    let size = "\(trial.byteCount) \(trial.byteCount == 1 ? "byte" : "bytes")"
                    return "\(size), \(content.name), \(Int(trial.bits)) bits"
                } ?? "refused"
            Messages.note("\(indentation)\(trial.step.description): \(result)")
        }
    }

    /// Prints the likeliest readings with the beginning of what they give.
    private func list(_ report: LayerFinder.Report, _ bytes: [UInt8], _ limits: LayerFinder.Limits) throws {
        let readings = ([report.best].compactMap { $0 } + report.alternatives).prefix(10)
        guard !readings.isEmpty else {
            Messages.error("nothing to decode was found (\(report.input.name))")
            throw ExitStatus.notFound
        }
        var text = ""
        for reading in readings {
            let percent = reading.percentage
            text += String(repeating: " ", count: max(0, 13 - percent.utf8.count)) + percent
            text += "  \(reading.recipe.description)\n" + String(repeating: " ", count: 15)
            let output = reading.recipe.replay(bytes, limits: limits) ?? []
            text += "\(reading.content.name): \(Self.excerpt(output, isText: reading.content.isText))\n"
        }
        try Messages.print(text)
    }

    /// The first characters of a text, or bytes of other data, on one line.
    private static func excerpt(_ bytes: [UInt8], isText: Bool) -> String {
        guard isText else { return Base16.encode(Array(bytes.prefix(24))) + (bytes.count > 24 ? "…" : "") }
        var head = bytes.prefix(64)
        for _ in 0..<3 where head.count < bytes.count && bytes[head.count] & 0xc0 == 0x80 { head.removeLast() }
        let words = String(printable: head.map { $0 == 0x0a || $0 == 0x0d || $0 == 0x09 ? 0x20 : $0 })
        return words + (bytes.count > head.count ? "…" : "")
    }

    private func explain(_ report: LayerFinder.Report, _ name: String) {
        if let best = report.best {
            var count = report.layers.first?.inputByteCount ?? 0
            for layer in report.layers {
                Messages.note(
                    "\(layer.codec.name): \(count) to \(Count.text(layer.outputByteCount, "byte")), \(layer.content.name)"
                )
                count = layer.outputByteCount
            }
            Messages.note("recipe: \(best.command) (\(best.percentage))")
            if let opener = best.content.opener { Messages.note("'\(opener)' opens what came out") }
        } else {
            let candidate = report.alternatives.first.map { $0.confidence >= 0.5 } ?? false
            let what =
                report.input == .empty
                ? "it is empty"
                : candidate
                    ? "no reading is certain: it may be \(report.input.name)"
                    : "nothing to decode was found (\(report.input.name))"
            Messages.error("\(name): \(what)")
            if candidate { Messages.hint("--guess decodes with the likeliest recipe, --all shows what each one gives") }
            if let opener = report.input.opener { Messages.hint("'\(opener)' opens it") }
            if report.input.identifier == "jwt" { Messages.hint("'arca inspect \(name)' shows its header and claims") }
        }
        for note in report.notes { Messages.note(note) }
        for other in report.alternatives.prefix(5) {
            let size = "\(other.byteCount) \(other.byteCount == 1 ? "byte" : "bytes")"
            Messages.note("also fits: \(other.command) (\(other.percentage)): \(other.content.name), \(size)")
        }
    }

    private func members(_ report: LayerFinder.Report) -> [(String, JSONValue)] {
        let layers = report.layers.map { layer in
            var object = JSONObject()
            object["codec"] = .string(layer.codec.name)
            object["inputByteCount"] = .integer(layer.inputByteCount)
            object["outputByteCount"] = .integer(layer.outputByteCount)
            object["content"] = self.object(layer.content)
            return JSONValue.object(object)
        }
        return [
            ("input", object(report.input)), ("best", report.best.map { object($0, text: report.output) } ?? .null),
            ("layers", .array(layers)), ("alternatives", .array(report.alternatives.map { object($0, text: nil) })),
            ("notes", .array(report.notes.map(JSONValue.string))),
        ]
    }

    private func object(_ content: Recognition) -> JSONValue {
        var object = JSONObject()
        object["identifier"] = .string(content.identifier)
        object["name"] = .string(content.name)
        return .object(object)
    }

    private func object(_ reading: LayerFinder.Reading, text: [UInt8]?) -> JSONValue {
        var object = JSONObject()
        object["recipe"] = .string(reading.recipe.steps)
        object["arguments"] = .array(reading.recipe.arguments.map(JSONValue.string))
        object["byteCount"] = .integer(reading.byteCount)
        object["content"] = self.object(reading.content)
        object["confidence"] = JSONNumber(reading.confidence).map(JSONValue.number) ?? .null
        if let text, reading.content.isText {
            // Cut at a character, as far as there are any.
            var head = text.prefix(Self.previewByteCount)
            for _ in 0..<3 where head.count < text.count && text[head.count] & 0xc0 == 0x80 { head.removeLast() }
            object["text"] = .string(String(decoding: head, as: UTF8.self))
        }
        return .object(object)
    }
}

extension LayerFinder.Reading {
    /// The command that does it again.
    fileprivate var command: String {
        let text = recipe.description
        guard text.contains(where: { "()\\ $&|;<>*?[]#~=%!{}'\"".contains($0) }) else { return "arca decode \(text)" }
        return "arca decode '" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            + "'"
    }

    /// `98 %`.
    fileprivate var percentage: String { confidence < 0.01 ? "less than 1 %" : "\(Int(confidence * 100)) %" }
}
