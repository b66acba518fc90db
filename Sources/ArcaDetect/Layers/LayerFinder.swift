// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaCodecCatalog
@_exported public import ArcaCodecs
@_exported public import ArcaCore

/// Finds the encodings and compressions around content, layer by layer.
///
/// Every reading is decoded in full by strict decoders, then by lenient ones that accept white space and missing
/// padding. Readings are compared by the cost of their content in bits (``Plausibility``): an encoding is removed only
/// if its content is much more likely to be intended than the text itself. Words, names, identifiers, digests and URLs
/// therefore stay unchanged. A recipe is executed before it is reported. The same input always gives the same report.
///
/// ```swift
/// let report = LayerFinder().find("SGVsbG8sIHdvcmxkIQ==".utf8)
/// report.recipe?.steps                                // base64
/// String(decoding: report.output, as: UTF8.self)      // Hello, world!
/// ```
///
/// Memory: a few times the size of the input and of its decoded data, within ``Limits``.
public struct LayerFinder: Sendable {
    /// Limits on the work and memory of a search.
    public struct Limits: Sendable, Hashable {
        /// Maximum size of the input, in bytes; larger input is not searched.
        public var inputByteCount = 64 << 20
        /// Maximum size of one decoded layer, in bytes.
        ///
        /// A layer is also limited to ``baseOutputByteCount`` plus eight times its input.
        public var outputByteCount = 256 << 20
        /// Base limit on a layer's output, in bytes, which keeps short input from using much memory.
        public var baseOutputByteCount = 24 << 20
        /// Maximum number of layers, at least 1.
        public var depth = 8
        /// Maximum number of bytes that all decoding together may read and write; it bounds the time.
        public var workByteCount = 256 << 20

        /// Creates the standard limits.
        ///
        /// These are 64 MiB of input, 8 layers, 256 MiB of work, and 256 MiB per layer, but at most 24 MiB plus eight
        /// times the layer's input.
        public init() {}

        /// The standard limits.
        public static let standard = Limits()

        func outputByteCount(forInput count: Int) -> Int {
            count >= outputByteCount / 8 ? outputByteCount : min(outputByteCount, baseOutputByteCount + 8 * count)
        }
    }

    /// The limits of the search.
    public let limits: Limits

    private static let alternativeCount = 10

    /// Whether reports list the steps that were tried.
    public var recordsTrials = false
    /// Minimum confidence of the best reading; readings below it are alternatives.
    public let minimumConfidence: Double
    /// The default minimum confidence of the best reading.
    public static let standardConfidence = LayerCertainty.threshold

    /// Creates a finder.
    ///
    /// - Parameters:
    ///   - limits: The limits of the search.
    ///   - minimumConfidence: Minimum confidence of the best reading, from 0 to 1.
    public init(limits: Limits = .standard, minimumConfidence: Double = standardConfidence) {
        self.limits = limits
        self.minimumConfidence = minimumConfidence
    }

    /// The size of the prefix that decides how longer input is decoded, in bytes.
    public static let windowByteCount = 128 << 10

    /// Finds the layers of an input.
    ///
    /// For input longer than ``windowByteCount`` bytes, the prefix decides; the rest only has to decode.
    ///
    /// - Parameter bytes: The complete input, at most ``Limits/inputByteCount`` bytes.
    /// - Returns: The report. It has no best reading if the input is too large or best left unchanged.
    public func find(_ bytes: borrowing some Bytes) -> Report {
        bytes.withBytes { span in find(span: span) }
    }

    /// Finds the layers of an input from its prefix.
    ///
    /// The best reading's recipe can then decode the whole input piece by piece. With ``Codec/makeStream(_:_:)`` memory
    /// use stays constant, whatever the length.
    ///
    /// - Parameter bytes: The first ``windowByteCount`` bytes; a shorter prefix gives a less reliable result.
    /// - Returns: The report, with the decoded prefix as output.
    public func find(beginning bytes: borrowing some Bytes) -> Report {
        var report = bytes.withBytes { span in self.report(span, isBeginning: true) }
        report.best?.recipe.isCut = false
        return report
    }

    private func find(span bytes: Span<UInt8>) -> Report {
        guard bytes.count <= limits.inputByteCount else {
            let head = bytes.extracting(0..<min(bytes.count, 4096))
            let note = "the input is larger than \(limits.inputByteCount) bytes: nothing was tried"
            return Report(
                best: nil, output: [], layers: [], input: TextKinds.kind(of: head, Plausibility(head)),
                alternatives: [], trials: [], notes: [note])
        }
        guard bytes.count > Self.windowByteCount else { return report(bytes, isBeginning: false) }
        let report = self.report(bytes.extracting(0..<Self.windowByteCount), isBeginning: true)
        guard let best = report.best else { return report }
        // What was cut from the prefix is now available, but the whole input may be truncated too.
        for isCut in best.recipe.isCut ? [false, true] : [false] {
            var recipe = best.recipe
            recipe.isCut = isCut
            guard let whole = peel(recipe, bytes) else { continue }
            let reading = Reading(
                recipe: recipe, content: best.content, byteCount: whole.output.count, confidence: best.confidence,
                certainty: best.certainty)
            let work = whole.layers.reduce(report.workByteCount) { $0 + $1.inputByteCount + $1.outputByteCount }
            return Report(
                best: reading, output: whole.output, layers: whole.layers, input: report.input,
                alternatives: report.alternatives, trials: report.trials, notes: whole.notes, workByteCount: work)
        }
        let note = "it begins as \(best.recipe.description) has it, but goes on in another way"
        return Report(
            best: nil, output: [], layers: [], input: report.input, alternatives: [], trials: report.trials,
            notes: [note], workByteCount: report.workByteCount + bytes.count)
    }

    private func report(_ bytes: Span<UInt8>, isBeginning: Bool) -> Report {
        var search = LayerSearch(limits, recordsTrials: recordsTrials)
        let found = search.explore(bytes, isBeginning: isBeginning)
        let (best, others) = readings(found, bytes)
        let input = TextKinds.kind(of: bytes, Plausibility(bytes))
        return Report(
            best: best?.reading, output: best?.peeled.output ?? [], layers: best?.peeled.layers ?? [], input: input,
            alternatives: others, trials: search.trials,
            notes: (best?.peeled.notes ?? []) + search.notes(isPlain: best == nil)
                + stopNotes(best?.peeled.output ?? [UInt8](bytes: bytes)), workByteCount: search.workByteCount)
    }

    /// The remark for an innermost compressed layer that was kept because it exceeds a limit.
    private func stopNotes(_ innermost: [UInt8]) -> [String] {
        let kind = TextKinds.kind(of: innermost.span, Plausibility(innermost))
        guard let codec = Codec.decompressing(kind.identifier) else { return [] }
        do throws(CodecError) {
            let limit = limits.outputByteCount(forInput: innermost.count)
            _ = try codec.run(.decoding, innermost, [:], limit: limit)
        } catch  where error.kind == .tooCostly {
            return ["the \(kind.name) was not decompressed: \(error.reason)"]
        } catch {}
        return []
    }

    /// Executes the candidates' recipes, cheapest first.
    ///
    /// The first one that costs less than the unchanged input is the best; the others become alternatives if they are
    /// presentable.
    private func readings(
        _ found: [LayerCandidate], _ bytes: Span<UInt8>
    ) -> (best: (reading: Reading, peeled: Peeled)?, others: [Reading]) {
        var best: (reading: Reading, peeled: Peeled)?
        var others: [Reading] = []
        var seen: Set<Fingerprint> = []
        var isDecided = false
        for candidate in found where others.count < Self.alternativeCount {
            guard !candidate.steps.isEmpty else {
                isDecided = true
                continue
            }
            // A prefix of the best recipe is not another reading.
            let isBeginning = best?.reading.recipe.codecs.starts(with: candidate.steps.map { $0.codec }) ?? false
            guard !isBeginning, !seen.contains(candidate.fingerprint), !isDecided || candidate.isPresentable,
                let (recipe, peeled) = verified(candidate, bytes), let content = peeled.layers.last?.content
            else { continue }
            seen.insert(candidate.fingerprint)
            let rivals = found.filter { !isSame($0, candidate, output: peeled.output, bytes: bytes) }
            let same = found.filter { $0.fingerprint == candidate.fingerprint }
            let certainty = Self.certainty(
                of: candidate, content, alike: same, among: rivals, byteCount: peeled.output.count)
            let reading = Reading(
                recipe: recipe, content: content, byteCount: peeled.output.count, confidence: certainty.confidence,
                certainty: certainty)
            if isDecided || reading.confidence < minimumConfidence {
                others.append(reading)
            } else {
                best = (reading, peeled)
            }
            isDecided = true
        }
        return (best, others)
    }

    /// Whether two candidates have the same output; for truncated input, except for a few bytes at the end.
    private func isSame(
        _ other: LayerCandidate, _ candidate: LayerCandidate, output: [UInt8], bytes: Span<UInt8>
    ) -> Bool {
        if other.fingerprint == candidate.fingerprint { return true }
        // A much less likely candidate does not affect the result, and decoding it takes time.
        guard other.isCut || candidate.isCut, !other.steps.isEmpty, other.bits < candidate.bits + Self.tieBits,
            let (_, peeled) = verified(other, bytes), abs(peeled.output.count - output.count) <= Self.endByteCount
        else { return false }
        return peeled.output.starts(with: output.dropLast(Self.endByteCount))
    }

    /// Minimum cost difference at which a reading no longer affects a likelier one.
    private static let tieBits = 60.0
    /// The number of bytes at the end of truncated output that may differ.
    private static let endByteCount = 4

    /// The recipe of a candidate and its result, if executing it reproduces what the search saw.
    private func verified(_ candidate: LayerCandidate, _ bytes: Span<UInt8>) -> (Recipe, Peeled)? {
        var recipe = Recipe(candidate.steps.map { Codec.Step($0.codec, $0.options) })
        recipe.isCut = candidate.isCut
        // The search saw only a prefix of long data.
        guard let peeled = peel(recipe, bytes),
            Fingerprint(
                peeled.output.span.extracting(0..<min(peeled.output.count, Self.windowByteCount)))
                == candidate.fingerprint
        else { return nil }
        return (recipe, peeled)
    }

    private struct Peeled {
        var output: [UInt8]
        var layers: [Layer] = []
        var notes: [String] = []
    }

    private func peel(_ recipe: Recipe, _ bytes: Span<UInt8>) -> Peeled? {
        var peeled = Peeled(output: [UInt8](bytes: bytes))
        for step in recipe.layers {
            guard let outcome = recipe.outcome(of: step, peeled.output, limits) else { return nil }
            peeled.layers.append(
                Layer(
                    step: step, inputByteCount: peeled.output.count, outputByteCount: outcome.bytes.count,
                    content: TextKinds.kind(of: outcome.bytes.span, Plausibility(outcome.bytes))))
            peeled.notes += outcome.notes
            peeled.output = outcome.bytes
        }
        return peeled
    }

    /// Kinds of text that are recognized although their characters are random.
    private static let madeToBeRandom: Set<String> = [
        "digest", "uuid", "jwt", "base58check", "bech32", "password-hash",
    ]

    /// Minimum size of unrecognized content that a frame confirms, in bytes; a few numbers may be anything.
    private static let provenByteCount = 16

    /// The bits by which all recipes for a result together are likelier than the candidate alone.
    private static func sharedBits(_ candidate: LayerCandidate, _ same: [LayerCandidate]) -> Double {
        // With whole powers of two, the result does not depend on the C library.
        let share = same.reduce(0.0) { sum, other in
            sum + Double(sign: .plus, exponent: -Int(max(0, min(60, other.bits - candidate.bits))), significand: 1)
        }
        return share < 1 ? 0 : Double(share.exponent) + (share.significand - 1)
    }

    private static func certainty(
        of candidate: LayerCandidate, _ content: Recognition, alike same: [LayerCandidate],
        among rivals: [LayerCandidate],
        byteCount: Int
    ) -> LayerCertainty {
        // Documents are recognized by their shape, whatever their letters.
        let isDocument = content.isText && content.evidenceBits >= 16
        let margin = (rivals.map { $0.bits }.min() ?? 0) - candidate.bits + Self.sharedBits(candidate, same)
        // Hexadecimal digits may be a digest, or another layer.
        let isMeant = Self.madeToBeRandom.contains(content.identifier) && content.identifier != "digest"
        return LayerCertainty(
            sense: isDocument
                ? .text
                : candidate.sense == .token && isMeant
                    ? .words : candidate.sense == .token && content.identifier == "digest" ? .signs : candidate.sense,
            margin: candidate.steps.compactMap { $0.margin }
                .reduce(margin) { min($0, LayerCiphers.keyMarginWeight * $1) },
            byteCount: byteCount,
            isFramed: candidate.steps.contains {
                $0.evidenceBits ?? 0 > DecodingStep.convincingEvidence || $0.codec.clue.isFramed
            },
            isProven: !candidate.isCut && candidate.steps.last?.isProven == true && byteCount >= provenByteCount,
            hasCipher: candidate.steps.contains { $0.codec.clue.cipher != nil })
    }
}
