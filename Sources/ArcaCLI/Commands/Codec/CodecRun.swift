internal import ArcaCodecCatalog
internal import ArcaCore
internal import ArcaDetect
internal import ArcaSystem

/// Passes an input through a chain of codecs, in constant memory if the codecs allow it.
struct CodecRun {
    let direction: Codec.Direction
    let layers: [Codec.Operation]
    let settings: CodecSettings
    let file: BytePath?
    let progress: ProgressOptions
    var allowsCut = false

    private var codecs: [Codec] { layers.map(\.step.codec) }

    var name: String { codecs.map(\.name).joined(separator: ",") }

    /// Creates the streams, after checking that each option applies to some codec.
    func streams(of layers: some Sequence<Codec.Operation>) throws(UsageError) -> [CodecChain.Step] {
        try checkOptions()
        var steps: [CodecChain.Step] = []
        for layer in layers {
            steps.append((layer.step.codec.name, try Codec.stream(layer.step, layer.direction, settings.options)))
        }
        // Text from Windows may have a byte order mark, or be UTF-16.
        if let first = layers.first(where: { _ in true }), first.direction == .decoding,
            first.step.codec.options(for: .decoding).contains(.lenient)
        {
            let isLenient = first.step.options[flag: .lenient] || settings.options[flag: .lenient]
            steps[0].stream = MarkedTextStream(steps[0].stream, converts: isLenient)
        }
        return steps
    }

    func checkOptions() throws(UsageError) {
        let taken = layers.flatMap { $0.step.codec.spellings($0.direction) }
        if let foreign = settings.given.first(where: { !taken.contains($0) }) {
            throw UsageError(
                .conflict, "\(foreign) does not apply to \(name)",
                hint: taken.isEmpty ? "\(name) has no options" : "\(name) takes \(taken.joined(separator: ", "))")
        }
    }

    /// With `endsLine`, text on a terminal gets a final newline if it is missing.
    func run(to output: OutputOptions, endsLine: Bool) throws {
        let steps = try streams(of: layers)
        var input = try InputFile.open(file)
        var target = try output.openScreened(isSecret: false, inputs: [input.identity])
        let needsLineEnd = endsLine && target.isTerminal
        var last: UInt8 = 0x0a
        let isCut = try pump(&input, steps) { bytes in
            if needsLineEnd { last = bytes[bytes.count - 1] }
            try target.write(bytes)
        }
        if last != .newline { try target.write([.newline]) }
        try target.commit()
        for step in steps { step.stream.notes.forEach(Messages.note) }
        if isCut { Messages.note(Self.cutNote) }
    }

    /// Runs all codecs except the last and returns the first bytes of their output.
    func headBeforeLast(byteCount: Int) throws -> [UInt8] {
        // Thrown to stop reading; the input may never end.
        struct Enough: Error {}
        let steps = try streams(of: layers.dropLast())
        var input = try InputFile.open(file)
        var head: [UInt8] = []
        do {
            try pump(&input, steps) { bytes in
                head.append(contentsOf: bytes.extracting(0..<min(bytes.count, byteCount - head.count)))
                if head.count == byteCount { throw Enough() }
            }
        } catch is Enough {}
        return head
    }

    static let cutNote = "the input is truncated: the incomplete end was ignored"

    @discardableResult private func pump(
        _ input: inout FileReader, _ steps: [CodecChain.Step], _ output: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        let line = progress.start(input.byteCount)
        let name = input.name
        do {
            let result = try CodecChain.pump(&input, through: steps, line, allowsCut: allowsCut, to: output)
            line.finish()
            return result.isCut
        } catch let failure as CodecFailure {
            let mark = (steps.first?.stream as? MarkedTextStream)?.mark
            let markHint = mark.flatMap { takes(.lenient) ? "the text is \($0.name): --lenient reads it" : nil }
            throw failure.report(
                name, hint: markHint ?? (failure.cause as? CodecError).map(hint) ?? failure.cause.hint)
        }
    }

    /// Whether an option that is not given would apply.
    private func takes(_ option: Codec.Option) -> Bool {
        settings.options[option] == nil && codecs.contains { $0.options(for: direction).contains(option) }
    }

    /// The hint for an error, naming the option that would allow the input.
    private func hint(_ error: CodecError) -> String? {
        if error.code == .lineLength, takes(.wrap), takes(.lenient), let column = error.position?.column {
            return "--wrap \(column - 1) reads lines of that length, --lenient skips line ends"
        }
        guard let hint = error.hint, let known = error.knownHint else { return error.hint }
        return switch known {
        case .delimiters where takes(.adobe): "\(hint): --adobe reads that"
        case .limit where takes(.limit) || settings.options[.limit] != nil: "--limit N raises that"
        case _ where known.isForLenience && takes(.lenient): "\(hint): --lenient does"
        default: hint
        }
    }
}

enum RecipeFormat: String, CaseIterable, ArgumentValue {
    case arca, cyberchef
    case cyberchefJSON = "cyberchef-json"

    func text(_ operations: [Codec.Operation]) throws(CodecError) -> String {
        switch self {
        case .arca: operations.map(\.step.description).joined(separator: ",")
        case .cyberchef: try CyberChefRecipe(operations).text()
        case .cyberchefJSON: try CyberChefRecipe(operations).json().text()
        }
    }

    func print(_ run: CodecRun) throws {
        _ = try run.streams(of: run.layers)
        let operations = run.layers.map { layer in
            var options = run.settings.options.restricted(to: layer.step.codec, layer.direction)
            for option in layer.step.options.given { options[option] = layer.step.options[option] }
            return Codec.Operation(Codec.Step(layer.step.codec, options), layer.direction)
        }
        if self == .arca, let other = operations.first(where: { $0.direction != run.direction }) {
            throw UsageError(
                .conflict, "'\(other.step)' goes the other way than 'arca \(run.direction.name)'",
                hint: "split the recipe, and pipe one command into the other")
        }
        do { try Messages.print(text(operations) + "\n") } catch let error as CodecError {
            throw UsageError(.invalidValue, error.reason, hint: error.hint)
        }
    }
}
