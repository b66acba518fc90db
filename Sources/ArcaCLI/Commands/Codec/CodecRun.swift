internal import ArcaCodecCatalog
internal import ArcaCore
internal import ArcaSystem

/// Sends an input through codecs to an output, in constant memory where the codecs allow it.
struct CodecRun {
    /// Which way it goes.
    let direction: Codec.Direction
    /// The codecs in order, each with its direction and the options that are its own.
    let layers: [Codec.Operation]
    /// The options for all of them.
    let settings: CodecSettings
    /// The input; nil for standard input.
    let file: BytePath?
    /// Where progress shows.
    let progress: ProgressOptions
    /// Whether the input may end in the middle.
    var allowsCut = false

    private var codecs: [Codec] { layers.map(\.step.codec) }

    /// The codecs as the command line names them.
    var name: String { codecs.map(\.name).joined(separator: ",") }

    /// The streams of steps, after a check that each option belongs to one of all codecs.
    func streams(of layers: some Sequence<Codec.Operation>) throws(UsageError) -> [CodecChain.Step] {
        try checkOptions()
        var steps: [CodecChain.Step] = []
        for layer in layers {
            steps.append((layer.step.codec.name, try Codec.stream(layer.step, layer.direction, settings.options)))
        }
        return steps
    }

    /// Throws when an option is given that none of the codecs has.
    func checkOptions() throws(UsageError) {
        let taken = layers.flatMap { $0.step.codec.spellings($0.direction) }
        if let foreign = settings.given.first(where: { !taken.contains($0) }) {
            throw UsageError(
                .conflict, "\(foreign) does not apply to \(name)",
                hint: taken.isEmpty ? "\(name) has no options" : "\(name) takes \(taken.joined(separator: ", "))")
        }
    }

    /// Sends everything through the codecs; with `endsLine` text on a terminal gets a line end where it has none.
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
        if last != 0x0a { try target.write([0x0a]) }
        try target.commit()
        for step in steps { step.stream.notes.forEach(Messages.note) }
        if isCut { Messages.note(Self.cutNote) }
    }

    /// Sends everything through all codecs but the last and keeps the beginning of what comes out.
    func headBeforeLast(byteCount: Int) throws -> [UInt8] {
        // Thrown to stop reading: more may never come.
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

    /// What is said of an input that ends in the middle.
    static let cutNote = "the input ends in the middle: what is incomplete at its end was left out"

    /// Sends an input through steps, and says whether it ended in the middle.
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
            throw failure.report(name, hint: (failure.cause as? CodecError).map(hint) ?? failure.cause.hint)
        }
    }

    /// What would be right, with the option of the command that allows it.
    private func hint(_ error: CodecError) -> String? {
        func takes(_ option: Codec.Option) -> Bool {
            settings.options[option] == nil && codecs.contains { $0.options(for: direction).contains(option) }
        }
        if error.code == .lineLength, takes(.wrap), takes(.lenient), let column = error.position?.column {
            return "--wrap \(column - 1) reads lines of that length, --lenient skips line ends"
        }
        switch error.hint {
        case let hint? where hint.hasPrefix("allow ") && takes(.lenient): return "\(hint): --lenient does"
        case let hint? where hint.hasSuffix("between <~ and ~>") && takes(.adobe): return "\(hint): --adobe reads that"
        case "raise the limit"? where takes(.limit) || settings.options[.limit] != nil: return "--limit N raises that"
        case let hint: return hint
        }
    }
}
