internal import ArcaCodecs
internal import ArcaSystem

/// Sends an input through codecs to an output, in constant memory where the codecs allow it.
struct CodecRun {
    /// The codecs in order.
    let codecs: [Codec]
    /// Their options.
    let settings: CodecSettings
    /// The input; nil for standard input.
    let file: BytePath?
    /// Where progress shows.
    let progress: ProgressOptions

    /// Checks that each option belongs to one of the codecs, and that they make sense.
    func stages(_ direction: any CodecDirection.Type) throws -> [(name: String, stage: any CodecStage)] {
        try refuseForeignOptions(direction)
        return try codecs.flatMap { codec in
            // Options that another codec of the list has are not this one's.
            try codec.stages(direction, settings).map { (codec.name, $0) }
        }
    }

    /// Throws when an option is given that none of the codecs has.
    func refuseForeignOptions(_ direction: any CodecDirection.Type) throws(UsageError) {
        let taken = codecs.reduce(into: CodecOption()) { $0.formUnion(direction.way(of: $1)?.options ?? []) }
        guard let foreign = settings.given.subtracting(taken).names.first else { return }
        let names = codecs.map(\.name).joined(separator: ",")
        throw UsageError(
            .conflict, "\(foreign) does not apply to \(names)",
            hint: taken.isEmpty ? "\(names) has no options" : "\(names) takes \(taken.names.joined(separator: ", "))")
    }

    /// Sends everything through `stages`; with `endsLine` text on a terminal gets a line end where it has none.
    func run(
        _ stages: [(name: String, stage: any CodecStage)], to output: OutputOptions, endsLine: Bool
    ) throws {
        var input = try InputFile.open(file)
        var target = try output.open(.text, inputs: [input.identity])
        let needsLineEnd = endsLine && target.isTerminal
        var last: UInt8 = 0x0a
        try pump(&input, stages) { bytes in
            if needsLineEnd { last = bytes[bytes.count - 1] }
            try target.write(bytes)
        }
        if last != 0x0a { try target.write([0x0a]) }
        try target.commit()
    }

    /// Sends everything through `stages` and keeps the beginning of what comes out.
    func head(_ stages: [(name: String, stage: any CodecStage)], byteCount: Int) throws -> [UInt8] {
        // Thrown to stop reading: more may never come.
        struct Enough: Error {}
        var input = try InputFile.open(file)
        var head: [UInt8] = []
        do {
            try pump(&input, stages) { bytes in
                head.append(contentsOf: bytes.extracting(0..<min(bytes.count, byteCount - head.count)))
                if head.count == byteCount { throw Enough() }
            }
        } catch is Enough {}
        return head
    }

    private func pump(
        _ input: inout FileReader, _ stages: [(name: String, stage: any CodecStage)],
        _ output: (Span<UInt8>) throws -> Void
    ) throws {
        let line = progress.start(input.byteCount)
        let name = input.name
        do {
            try CodecChain.pump(&input, through: stages, line, to: output)
        } catch let failure as CodecFailure {
            let isLenientPossible = codecs.contains { $0.decoding?.options.contains(.lenient) ?? false }
            throw failure.report(name, isLenientPossible: isLenientPossible && !settings.isLenient)
        }
        line.finish()
    }
}
