internal import ArcaCodecCatalog
internal import ArcaCore
internal import ArcaCompression
internal import ArcaSystem

/// A chain of streams that remembers recent input to show the location of errors.
final class CodecChain {
    typealias Step = (name: String, stream: any CodecStream)

    private let steps: [Step]
    private var recent: [RecentInput]
    private let output: (Span<UInt8>) throws -> Void
    /// The input size of each step in bytes, followed by the output size.
    private(set) var byteCounts: [Int]
    /// Whether a step dropped an incomplete sequence at the end of its input.
    private(set) var isCut = false

    init(_ steps: [Step], _ output: @escaping (Span<UInt8>) throws -> Void) {
        self.steps = steps
        recent = [RecentInput](repeating: RecentInput(), count: steps.count)
        self.output = output
        byteCounts = [Int](repeating: 0, count: steps.count + 1)
    }

    /// Passes an input through steps to an output.
    ///
    /// `beginning` has bytes already read from the input. With `allowsCut`, the input may be truncated.
    ///
    /// - Returns: The input size of each step followed by the output size, in bytes, and whether the input was
    ///   truncated.
    /// - Throws: ``CodecFailure`` if a step rejects its input.
    @discardableResult static func pump(
        _ input: inout FileReader, after beginning: [UInt8] = [], through steps: [Step], _ line: ProgressLine,
        allowsCut: Bool = false, to output: (Span<UInt8>) throws -> Void
    ) throws -> (byteCounts: [Int], isCut: Bool) {
        try withoutActuallyEscaping(output) { output in
            let chain = CodecChain(steps, output)
            func take(_ bytes: Span<UInt8>) throws {
                try chain.take(bytes)
                line.add(bytes.count)
            }
            if !beginning.isEmpty { try take(beginning.span) }
            try ReadAhead.forEachPiece(of: &input, take)
            try chain.finish(allowsCut: allowsCut)
            return (chain.byteCounts, chain.isCut)
        }
    }

    /// Passes the next bytes through all steps; throws ``CodecFailure`` if one rejects them.
    func take(_ bytes: Span<UInt8>) throws { try push(bytes, 0) }

    /// Finishes each step in turn; throws ``CodecFailure`` if one fails.
    func finish(allowsCut: Bool = false) throws {
        for (index, step) in steps.enumerated() {
            do {
                if allowsCut {
                    isCut = try step.stream.finishCut { try push($0, index + 1) } || isCut
                } else {
                    try step.stream.finish { try push($0, index + 1) }
                }
            } catch let error as CodecError {
                throw failure(index, error, Span())
            } catch let error as CompressionError {
                throw failure(index, error, Span())
            }
        }
    }

    private func push(_ bytes: Span<UInt8>, _ index: Int) throws {
        byteCounts[index] += bytes.count
        guard index < steps.count else { return try output(bytes) }
        let step = steps[index]
        do {
            try step.stream.update(bytes) { try push($0, index + 1) }
        } catch let error as CodecError {
            throw failure(index, error, bytes)
        } catch let error as CompressionError {
            throw failure(index, error, bytes)
        }
        recent[index].append(bytes)
    }

    private func failure(_ index: Int, _ error: any ArcaError, _ bytes: Span<UInt8>) -> CodecFailure {
        var excerpt: InputExcerpt?
        if case .text(let position) = error.place {
            excerpt =
                steps[index].stream.heldInput.map { RecentInput().excerpt(at: position.offset, $0.span) }
                ?? recent[index].excerpt(at: position.offset, bytes)
        }
        return CodecFailure(cause: error, step: stepName(index), excerpt: excerpt)
    }

    /// `step 2, gunzip`; nil if there is only one step.
    private func stepName(_ index: Int) -> String? {
        steps.count > 1 ? "step \(index + 1), \(steps[index].name)" : nil
    }
}
