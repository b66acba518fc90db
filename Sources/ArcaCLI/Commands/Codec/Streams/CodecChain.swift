internal import ArcaCodecs
internal import ArcaCompression
internal import ArcaSystem

/// Stages one after the other, with what a message needs to show the place of an error.
final class CodecChain {
    private final class Step {
        let name: String
        let stage: any CodecStage
        var recent = RecentInput()

        init(_ name: String, _ stage: any CodecStage) {
            self.name = name
            self.stage = stage
        }
    }
    private let steps: [Step]
    private let output: (Span<UInt8>) throws -> Void

    /// Makes a chain of stages, each with the name of its codec, and of what receives the bytes of the last one.
    init(_ stages: [(name: String, stage: any CodecStage)], _ output: @escaping (Span<UInt8>) throws -> Void) {
        steps = stages.map { Step($0.name, $0.stage) }
        self.output = output
    }

    /// Sends all of an input through stages to an output; `line` counts what is done.
    ///
    /// Throws ``CodecFailure`` when a stage refuses something.
    static func pump(
        _ input: inout FileReader, through stages: [(name: String, stage: any CodecStage)], _ line: ProgressLine,
        to output: (Span<UInt8>) throws -> Void
    ) throws {
        try withoutActuallyEscaping(output) { output in
            let chain = CodecChain(stages, output)
            try ReadAhead.forEachPiece(of: &input) { bytes in
                try chain.take(bytes)
                line.add(bytes.count)
            }
            try chain.finish()
        }
    }

    /// Sends the next bytes through all stages; throws ``CodecFailure`` when one refuses them.
    func take(_ bytes: Span<UInt8>) throws { try push(bytes, 0) }

    /// Ends the stream of each stage in turn; throws ``CodecFailure`` when one refuses to end.
    func finish() throws {
        for (index, step) in steps.enumerated() {
            do {
                try step.stage.finish { try push($0, index + 1) }
            } catch let error as CodecError {
                throw failure(index, error, Span())
            } catch let error as CompressionError {
                throw failure(index, error)
            }
        }
    }

    private func push(_ bytes: Span<UInt8>, _ index: Int) throws {
        guard index < steps.count else { return try output(bytes) }
        let step = steps[index]
        do {
            try step.stage.take(bytes) { try push($0, index + 1) }
        } catch let error as CodecError {
            throw failure(index, error, bytes)
        } catch let error as CompressionError {
            throw failure(index, error)
        }
        step.recent.append(bytes)
    }

    private func failure(_ index: Int, _ error: CodecError, _ bytes: Span<UInt8>) -> CodecFailure {
        let step = steps[index]
        var excerpt: InputExcerpt?
        if let offset = error.position?.offset {
            excerpt =
                step.stage.heldInput.map { held in RecentInput().excerpt(at: offset, held.span) }
                ?? step.recent.excerpt(at: offset, bytes)
        }
        return CodecFailure(
            error, step: stepName(index), position: error.position, excerpt: excerpt, hint: error.hint,
            reason: error.reason)
    }

    private func failure(_ index: Int, _ error: CompressionError) -> CodecFailure {
        CodecFailure(error, step: stepName(index), reason: error.description)
    }

    /// `step 2, gunzip`; nil when there is only one.
    private func stepName(_ index: Int) -> String? {
        steps.count > 1 ? "step \(index + 1), \(steps[index].name)" : nil
    }
}
