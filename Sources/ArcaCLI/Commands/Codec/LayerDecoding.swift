internal import ArcaCodecs
internal import ArcaInspect
internal import ArcaSystem

/// `arca decode auto`: finds the layers of an input, takes them off, and says how.
struct LayerDecoding {
    /// The input; nil for standard input.
    let file: BytePath?
    /// The most layers.
    let depth: Int
    /// The options for codecs; only a limit makes sense.
    let settings: CodecSettings
    /// Whether to print the report as JSON instead of the decoded bytes.
    let isJSON: Bool

    /// Bytes of text that the JSON report shows.
    private static let previewByteCount = 400

    /// A reading with what its recipe gives when it is carried out by the codecs of `arca decode`.
    private struct Reading {
        let reading: LayerReport.Reading
        let output: [UInt8]

        /// The command that does it again.
        var command: String { "arca decode \(reading.recipe.description)" }

        /// The kind of content and its size.
        var content: String {
            "\(reading.content.name), \(reading.byteCount) \(reading.byteCount == 1 ? "byte" : "bytes")"
        }

        /// `98 %`.
        var percentage: String { reading.confidence < 0.01 ? "less than 1 %" : "\(Int(reading.confidence * 100)) %" }
    }

    /// Searches, writes the decoded bytes and reports.
    func run(to output: OutputOptions) throws {
        if let option = settings.given.subtracting(.limit).names.first {
            throw UsageError(
                .conflict, "\(option) does not apply to auto",
                hint: "auto finds the options; it takes --depth and --limit")
        }
        var limits = LayerFinder.Limits.standard
        limits.depth = depth
        if let limit = settings.limit {
            limits.inputByteCount = limit
            limits.outputByteCount = limit
        }
        var input = try InputFile.open(file)
        let name = input.name
        let bytes = try read(&input, limit: limits.inputByteCount)
        let report = LayerFinder(limits: limits).find(bytes)
        let best = report.best.flatMap { carriedOut($0, bytes) }
        let others = report.alternatives.compactMap { carriedOut($0, bytes) }
        if let best, !isJSON || output.file != nil {
            var target = try output.open(
                best.reading.content.isText ? .text : .binary, inputs: input.inputIdentities)
            try target.write(best.output)
            try target.commit()
        }
        if isJSON {
            try JSONOptions.print(schema: 1, members(report, best, others))
        } else {
            explain(report, best, others, name)
        }
        if best == nil { throw ExitStatus.notFound }
    }

    private func read(_ input: inout FileReader, limit: Int) throws -> [UInt8] {
        do throws(SystemError) {
            return try input.readAll(limit: limit)
        } catch {
            guard error.code == .limitExceeded else { throw error }
            Messages.error("\(error.reason): auto takes its input as a whole")
            Messages.hint("--limit N raises that")
            throw ExitStatus.malformed
        }
    }

    /// Does what a recipe says the way `arca decode` would; nil when that is not what was found, so that nothing is ever
    /// proposed that then fails.
    private func carriedOut(_ reading: LayerReport.Reading, _ bytes: [UInt8]) -> Reading? {
        var settings = CodecSettings(reading.recipe.options)
        settings.limit = self.settings.limit
        settings.isQuiet = true
        var output: [UInt8] = []
        do {
            let stages = try reading.recipe.codecs.flatMap { layer in
                try Codec.find(Argument(layer.name), Decoding.self).stages(Decoding.self, settings)
                    .map { (name: layer.name, stage: $0) }
            }
            let chain = CodecChain(stages) { output.append(contentsOf: $0) }
            try chain.take(bytes.span)
            try chain.finish()
        } catch {
            return nil
        }
        return output.count == reading.byteCount ? Reading(reading: reading, output: output) : nil
    }

    // MARK: Reports

    private func explain(_ report: LayerReport, _ best: Reading?, _ others: [Reading], _ name: String) {
        if let best {
            var count = report.layers.first?.inputByteCount ?? 0
            for layer in report.layers {
                Messages.note("\(layer.codec.name): \(count) to \(layer.outputByteCount) bytes, \(layer.content.name)")
                count = layer.outputByteCount
            }
            Messages.note("recipe: \(best.command) (\(best.percentage))")
        } else {
            let what =
                report.input == .empty ? "it is empty" : "nothing to decode was found: it is \(report.input.name)"
            Messages.error("\(name): \(what)")
        }
        for note in report.notes { Messages.note(note) }
        for other in others { Messages.note("also fits: \(other.command) (\(other.percentage)): \(other.content)") }
    }

    private func members(_ report: LayerReport, _ best: Reading?, _ others: [Reading]) -> [(String, JSONValue)] {
        let layers = best == nil ? [] : report.layers
        return [
            ("input", object(report.input)), ("best", best.map { object($0, showsText: true) } ?? .null),
            (
                "layers",
                .array(
                    layers.map { layer in
                        var object = JSONObject()
                        object["codec"] = .string(layer.codec.name)
                        object["inputByteCount"] = .integer(layer.inputByteCount)
                        object["outputByteCount"] = .integer(layer.outputByteCount)
                        object["content"] = self.object(layer.content)
                        return .object(object)
                    })
            ), ("alternatives", .array(others.map { object($0, showsText: false) })),
            ("notes", .array(report.notes.map(JSONValue.string))),
        ]
    }

    private func object(_ content: Recognition) -> JSONValue {
        var object = JSONObject()
        object["identifier"] = .string(content.identifier)
        object["name"] = .string(content.name)
        return .object(object)
    }

    private func object(_ reading: Reading, showsText: Bool) -> JSONValue {
        var object = JSONObject()
        object["recipe"] = .string(reading.reading.recipe.steps)
        object["arguments"] = .array(reading.reading.recipe.arguments.map(JSONValue.string))
        object["byteCount"] = .integer(reading.reading.byteCount)
        object["content"] = self.object(reading.reading.content)
        object["confidence"] = JSONNumber(reading.reading.confidence).map(JSONValue.number) ?? .null
        if showsText, reading.reading.content.isText {
            // Cut at a character, as far as there are any.
            var head = reading.output.prefix(Self.previewByteCount)
            for _ in 0..<3 where head.count < reading.output.count && reading.output[head.count] & 0xc0 == 0x80 {
                head.removeLast()
            }
            object["text"] = .string(String(decoding: head, as: UTF8.self))
        }
        return .object(object)
    }
}

extension CodecSettings {
    /// The options of a recipe, as the command line would give them.
    init(_ options: RecipeOptions) {
        self.init()
        isLenient = options.isLenient
        shift = options.shift
        isAdobe = options.isAdobe
        form = options.isForm ? "form" : nil
        layout = options.layout.flatMap { HexDumpLayout(rawValue: $0.rawValue) }
    }
}
