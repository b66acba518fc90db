internal import ArcaCodecCatalog
internal import ArcaCodecs
internal import ArcaDetect
internal import ArcaSystem

/// `arca decode auto`: detects the layers of an input, decodes them and reports the recipe.
struct LayerDecoding {
    let file: BytePath?
    let depth: Int
    /// The codec options; only `--limit` applies.
    let settings: CodecSettings
    let progress: ProgressOptions
    let isJSON: Bool
    /// Whether to decode with the likeliest codecs even if they are uncertain.
    let isForced: Bool
    let showsTrials: Bool
    /// Whether to list the interpretations instead of decoding.
    let showsAll: Bool
    let recipeFormat: RecipeFormat

    private static let previewByteCount = 400

    func run(to output: OutputOptions) throws {
        let limits = try limits()
        var input = try InputFile.open(file)
        var finder = finder(limits)
        finder.recordsTrials = showsTrials
        let window = LayerFinder.windowByteCount
        let limit = settings.options[number: .limit]
        let bytes =
            try limit.map { try Self.read(&input, limit: $0, for: "auto") } ?? Self.beginning(&input, window + 1)
        let isBeginning = limit == nil && bytes.count > window
        var report = isBeginning ? finder.find(beginning: bytes.prefix(window)) : finder.find(bytes)
        if showsTrials { explain(report.trials) }
        if showsAll { return try list(report, isBeginning ? Array(bytes.prefix(window)) : bytes, limits) }
        var byteCounts = report.layers.prefix(1).map(\.inputByteCount) + report.layers.map(\.outputByteCount)
        var notes = report.notes
        if let best = report.best, !isJSON || output.file != nil || isBeginning {
            var target =
                isJSON && output.file == nil
                ? nil : try output.openScreened(isSecret: false, inputs: input.inputIdentities)
            if isBeginning {
                let isCut: Bool
                (byteCounts, isCut, notes) = try stream(best, bytes, &input) { try target?.write($0) }
                report.best?.recipe.isCut = isCut
            } else {
                try target?.write(report.output)
            }
            try target?.commit()
        }
        if isJSON {
            try JSONReport.print(members(report, byteCounts, notes))
        } else {
            explain(
                report, byteCounts, notes: notes, name: input.name,
                isByLine: report.best == nil && Self.isByLine(bytes))
        }
        if report.best == nil { throw ExitStatus.notFound }
    }

    private static func beginning(_ input: inout FileReader, _ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try bytes.append(addingCapacity: count) { output throws(SystemError) in
            while !output.isFull {
                let before = output.count
                try input.read(into: &output)
                if output.count == before { return }
            }
        }
        return bytes
    }

    /// Memory limit of a codec that buffers its whole input; with its output, it stays below 100 MB.
    private static let maximumWholeByteCount = 16 << 20

    /// Streams an input through the recipe found for its prefix; returns the byte count of each layer, whether the
    /// input is truncated, and notes for the report.
    private func stream(
        _ reading: LayerFinder.Reading, _ beginning: [UInt8], _ input: inout FileReader,
        to output: (Span<UInt8>) throws -> Void
    ) throws -> (byteCounts: [Int], isCut: Bool, notes: [String]) {
        let steps = try reading.recipe.layers.map { step in
            var options = step.options
            if step.codec.takesWholeInput(.decoding, options) {
                options[.limit] = .number(settings.options[number: .limit] ?? Self.maximumWholeByteCount)
            }
            return (name: step.codec.name, stream: try step.codec.makeStream(.decoding, options))
        }
        let line = progress.start(input.byteCount)
        let name = input.name
        do {
            let result = try CodecChain.pump(
                &input, after: beginning, through: steps, line, allowsCut: true, to: output)
            line.finish()
            return (result.byteCounts, result.isCut, steps.flatMap(\.stream.notes))
        } catch let failure as CodecFailure {
            let way = (failure.cause as? CodecError)?.code == .limitExceeded ? "--limit N raises that; " : ""
            throw failure.report(name, hint: "\(way)its beginning is as \(reading.recipe.description) has it")
        }
    }

    /// Maximum work for all lines of a file, in bytes; takes a few seconds.
    private static let maximumLineWork = 1 << 30

    func runByLine(to output: OutputOptions) throws {
        let limits = try limits()
        let finder = finder(limits)
        var workLeft = Self.maximumLineWork
        let lines = LineDecoding(file: file, limit: limits.inputByteCount) { line in
            guard workLeft > 0 else { return .notTried }
            let report = finder.find(line)
            workLeft -= report.workByteCount
            return report.best == nil ? .failed : .decoded(report.output)
        }
        try lines.run(to: output)
    }

    private func finder(_ limits: LayerFinder.Limits) -> LayerFinder {
        LayerFinder(limits: limits, minimumConfidence: isForced ? 0 : LayerFinder.standardConfidence)
    }

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

    static func read(_ input: inout FileReader, limit: Int, for user: String) throws -> [UInt8] {
        do throws(SystemError) {
            return try input.readAll(limit: limit)
        } catch {
            guard error.code == .limitExceeded else { throw error }
            Messages.error("\(error.reason): \(user) needs the whole input at once")
            Messages.hint("--limit N raises that")
            throw ExitStatus.malformed
        }
    }

    // MARK: Reports

    /// Prints the attempts as a tree: each step, its result, and its cost in bits.
    private func explain(_ trials: [LayerFinder.Trial]) {
        for trial in trials {
            let indentation = String(repeating: "  ", count: trial.depth)
            let result =
                trial.content.map { content in
                    let size = "\(trial.byteCount) \(trial.byteCount == 1 ? "byte" : "bytes")"
                    return "\(size), \(content.name), \(Int(trial.bits)) bits"
                } ?? "refused"
            let cut = trial.isCut ? ", without the incomplete end" : ""
            Messages.note("\(indentation)\(trial.step.description)\(cut): \(result)")
        }
    }

    /// Prints the likeliest interpretations with an excerpt of their results.
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
            text += "  \(String(printable: reading.recipe.description.utf8))\n" + String(repeating: " ", count: 15)
            let output = reading.recipe.replay(bytes, limits: limits) ?? []
            text +=
                "\(String(printable: reading.content.name.utf8)): \(Self.excerpt(output, isText: reading.content.isText))\n"
        }
        try Messages.print(text)
    }

    /// A one-line excerpt: the first characters of text, or the first bytes in hexadecimal.
    private static func excerpt(_ bytes: [UInt8], isText: Bool) -> String {
        guard isText else { return Base16.standard.encode(Array(bytes.prefix(24))) + (bytes.count > 24 ? "…" : "") }
        var head = bytes.prefix(64)
        for _ in 0..<3 where head.count < bytes.count && bytes[head.count] & 0xc0 == 0x80 { head.removeLast() }
        let words = String(printable: head.map { $0 == .newline || $0 == .carriageReturn || $0 == .tab ? .space : $0 })
        return words + (bytes.count > head.count ? "…" : "")
    }

    /// The lines that are tried, and the maximum length of each, in bytes.
    private static let (triedLineCount, triedLineByteCount) = (4, 4096)

    /// Whether the first lines are encoded separately.
    private static func isByLine(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.prefix((triedLineCount + 1) * triedLineByteCount).split {
            $0 == .newline || $0 == .carriageReturn
        }
        .prefix(triedLineCount)
        guard lines.count > 1, lines.allSatisfy({ $0.count <= triedLineByteCount }) else { return false }
        var limits = LayerFinder.Limits.standard
        limits.workByteCount = 8 << 20
        let finder = LayerFinder(limits: limits)
        return lines.allSatisfy { finder.find($0).best != nil }
    }

    private func explain(
        _ report: LayerFinder.Report, _ byteCounts: [Int], notes: [String], name: String, isByLine: Bool
    ) {
        if let best = report.best {
            for (index, layer) in report.layers.enumerated() {
                let size = Count.text(byteCounts[index + 1], "byte")
                Messages.note("\(layer.codec.name): \(byteCounts[index]) to \(size), \(layer.content.name)")
            }
            Messages.note("recipe: \(best.command) (\(best.percentage))")
            if best.recipe.isCut { Messages.note(CodecRun.cutNote) }
            if recipeFormat != .arca {
                do throws(CodecError) {
                    let text = try recipeFormat.text(best.recipe.layers.map { Codec.Operation($0, .decoding) })
                    Messages.note("recipe for CyberChef: \(text)")
                } catch { Messages.note("no recipe for CyberChef: \(error.reason)") }
            }
            if let opener = best.content.opener { Messages.note("'\(opener)' opens what came out") }
        } else {
            let candidate = report.alternatives.first.map { $0.confidence >= 0.5 } ?? false
            let what =
                report.input == .empty
                ? "it is empty"
                : candidate
                    ? "no interpretation is certain: it may be \(report.input.name)"
                    : "nothing to decode was found (\(report.input.name))"
            Messages.error("\(name): \(what)")
            if candidate { Messages.hint("--force decodes with the likeliest recipe, --all shows what each one gives") }
            if isByLine { Messages.hint("--lines decodes each line separately") }
            if report.notes.contains(where: { $0.hasSuffix("look random") }) {
                Messages.hint("if it is encrypted, 'arca cipher find' finds out how, given the key")
            }
            if let opener = report.input.opener { Messages.hint("'\(opener)' opens it") }
            if report.input.identifier == "jwt" { Messages.hint("'arca inspect \(name)' shows its header and claims") }
        }
        for note in notes { Messages.note(note) }
        for other in report.alternatives.prefix(5) {
            let size = "\(other.byteCount) \(other.byteCount == 1 ? "byte" : "bytes")"
            Messages.note("also fits: \(other.command) (\(other.percentage)): \(other.content.name), \(size)")
        }
    }

    private func members(
        _ report: LayerFinder.Report, _ byteCounts: [Int], _ notes: [String]
    ) -> [(String, JSONValue)] {
        let layers = report.layers.enumerated().map { index, layer in
            var object = JSONObject()
            object["codec"] = .string(layer.codec.name)
            object["inputByteCount"] = .integer(byteCounts[index])
            object["outputByteCount"] = .integer(byteCounts[index + 1])
            object["content"] = self.object(layer.content)
            return JSONValue.object(object)
        }
        return [
            ("input", object(report.input)),
            ("best", report.best.map { object($0, byteCounts.last, text: report.output) } ?? .null),
            ("layers", .array(layers)),
            ("alternatives", .array(report.alternatives.map { object($0, nil, text: nil) })),
            ("notes", .array(notes.map(JSONValue.string))),
        ]
    }

    private func object(_ content: Recognition) -> JSONValue {
        var object = JSONObject()
        object["identifier"] = .string(content.identifier)
        object["name"] = .string(content.name)
        return .object(object)
    }

    private func object(_ reading: LayerFinder.Reading, _ byteCount: Int?, text: [UInt8]?) -> JSONValue {
        var object = JSONObject()
        object["recipe"] = .string(reading.recipe.steps)
        object["arguments"] = .array(reading.recipe.arguments.map(JSONValue.string))
        if recipeFormat != .arca {
            let operations = reading.recipe.layers.map { Codec.Operation($0, .decoding) }
            object["cyberChef"] = (try? recipeFormat.text(operations)).map(JSONValue.string) ?? .null
        }
        object["byteCount"] = .integer(byteCount ?? reading.byteCount)
        object["content"] = self.object(reading.content)
        object["confidence"] = JSONNumber(reading.confidence).map(JSONValue.number) ?? .null
        if let text, reading.content.isText {
            // Do not cut inside a UTF-8 sequence.
            var head = text.prefix(Self.previewByteCount)
            for _ in 0..<3 where head.count < text.count && text[head.count] & 0xc0 == 0x80 { head.removeLast() }
            object["text"] = .string(String(decoding: head, as: UTF8.self))
        }
        return .object(object)
    }
}

extension LayerFinder.Reading {
    fileprivate var command: String {
        let text = recipe.description
        let options = recipe.arguments.dropFirst().map { " " + $0 }.joined()
        guard text.contains(where: { "()\\ $&|;<>*?[]#~=%!{}'\"".contains($0) }) else {
            return "arca decode \(text)\(options)"
        }
        return "arca decode \(text.shellQuoted)\(options)"
    }

    /// `98 %`.
    fileprivate var percentage: String { confidence < 0.01 ? "less than 1 %" : "\(Int(confidence * 100)) %" }
}
