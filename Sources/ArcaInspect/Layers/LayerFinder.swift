internal import ArcaCodecCatalog
public import ArcaCodecs

/// Finds the encodings and compressions around some content, layer by layer.
///
/// Every reading is decoded in full by strict decoders, then by lenient ones that take white space and missing padding.
/// The readings are compared by what their content would cost in bits (``Plausibility``): an encoding is taken off only
/// when what is under it is much likelier to be meant than the text as it stands. So words, names, identifiers, digests
/// and URLs stay as they are. A recipe is executed before it is reported. The same input gives the same report.
///
/// ```swift
/// let report = LayerFinder().find("SGVsbG8sIHdvcmxkIQ==".utf8)
/// report.recipe?.steps                                // base64
/// String(decoding: report.output, as: UTF8.self)      // Hello, world!
/// ```
///
/// Memory: a few times the input, and what it decodes to, within ``Limits``.
public struct LayerFinder: Sendable {
    /// How far the search goes.
    public struct Limits: Sendable, Hashable {
        /// The largest input, in bytes; a larger one is not looked into.
        public var inputByteCount = 64 << 20
        /// The maximum number of bytes that one layer may decode to.
        ///
        /// Of this, a layer may take ``baseOutputByteCount`` and eight times its input.
        public var outputByteCount = 256 << 20
        /// What a layer may decode to however short it is: a short input cannot ask for much memory.
        public var baseOutputByteCount = 24 << 20
        /// The maximum number of layers, 1 or more.
        public var depth = 8
        /// Bytes that all decoding together may read and write: it bounds the time.
        public var workByteCount = 256 << 20

        /// Makes the standard limits: 64 MiB of input, 256 MiB for a layer, and for that of a short input 24 MiB and
        /// eight times its length, 8 layers, 256 MiB of work.
        public init() {}

        /// The standard limits.
        public static let standard = Limits()

        /// What a layer of this length may decode to.
        func outputByteCount(forInput count: Int) -> Int {
            count > 1 << 40 ? outputByteCount : min(outputByteCount, baseOutputByteCount + 8 * count)
        }
    }

    /// How far the search goes.
    public let limits: Limits

    /// The maximum number of alternatives that are reported.
    private static let alternativeCount = 10

    /// Whether reports say what was tried.
    public var recordsTrials = false
    /// The confidence below which a reading is an alternative and not the best one.
    public let minimumConfidence: Double
    /// The confidence that a best reading has unless told otherwise.
    public static let standardConfidence = LayerCertainty.threshold

    /// Makes a finder.
    ///
    /// - Parameters:
    ///   - limits: How far the search goes.
    ///   - minimumConfidence: What a reading must have to be the best one, 0 to 1.
    public init(limits: Limits = .standard, minimumConfidence: Double = standardConfidence) {
        self.limits = limits
        self.minimumConfidence = minimumConfidence
    }

    /// Bytes at the beginning of a longer input that decide how it is decoded.
    public static let windowByteCount = 128 << 10

    /// Finds the layers of an input.
    ///
    /// Of an input of more than ``windowByteCount`` bytes the beginning decides; the rest only has to decode.
    ///
    /// - Parameter bytes: The whole input, at most ``Limits/inputByteCount`` bytes.
    /// - Returns: What was found; it has no best reading when the input is best left as it is, or too large.
    public func find(_ bytes: borrowing some Bytes) -> Report {
        bytes.withBytes { span in find(span: span) }
    }

    /// Finds the layers of an input by its beginning.
    ///
    /// The recipe of the best reading then decodes the whole input piece by piece: with ``Codec/makeStream(_:_:)`` memory stays
    /// constant, however long it is.
    ///
    /// - Parameter bytes: The beginning, ``windowByteCount`` bytes; of fewer less can be told.
    /// - Returns: What was found, and what comes out of the beginning.
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
        // What was left out at the end of the beginning is there; the end of the input may be missing as well.
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

    /// What to say where the innermost layer is compressed, and was left because it inflates to too much.
    private func stopNotes(_ innermost: [UInt8]) -> [String] {
        guard TextKinds.kind(of: innermost.span, Plausibility(innermost)).identifier == "gzip" else { return [] }
        do throws(CodecError) {
            let limit = limits.outputByteCount(forInput: innermost.count)
            _ = try Codec.gunzip.run(.decoding, innermost, [:], limit: limit)
        } catch  where error.code == .limitExceeded {
            return ["the gzip data was left as it is: \(error.reason)"]
        } catch {}
        return []
    }

    /// Executes the recipes of candidates, cheapest first: those that cost less than the input as it is are better than
    /// that, and the first of them the best; the others are further readings, as far as they make sense.
    private func readings(
        _ found: [LayerCandidate], _ bytes: Span<UInt8>
    ) -> (best: (reading: Reading, peeled: Peeled)?, others: [Reading]) {
        var best: (reading: Reading, peeled: Peeled)?
        var others: [Reading] = []
        var seen: Set<Fingerprint> = []
        var isDecided = false
        for candidate in found where others.count < Self.alternativeCount {
            guard !candidate.ways.isEmpty else {
                isDecided = true
                continue
            }
            // Beginnings of the best recipe are its layers, not other readings.
            let isBeginning = best?.reading.recipe.codecs.starts(with: candidate.ways.map(\.codec)) ?? false
            guard !isBeginning, !seen.contains(candidate.fingerprint), !isDecided || candidate.isPresentable,
                let (recipe, peeled) = verified(candidate, bytes), let content = peeled.layers.last?.content
            else { continue }
            seen.insert(candidate.fingerprint)
            let rivals = found.filter { !isSame($0, candidate, peeled.output, bytes) }
            let certainty = Self.certainty(of: candidate, content, among: rivals, byteCount: peeled.output.count)
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

    /// Whether another candidate leads to what one does, or, where the input ends in the middle, all but a few bytes at the
    /// end of it.
    private func isSame(
        _ other: LayerCandidate, _ candidate: LayerCandidate, _ output: [UInt8], _ bytes: Span<UInt8>
    ) -> Bool {
        if other.fingerprint == candidate.fingerprint { return true }
        // What is much less likely changes nothing, and decoding it takes time.
        guard other.isCut || candidate.isCut, !other.ways.isEmpty, other.bits < candidate.bits + Self.tieBits,
            let (_, peeled) = verified(other, bytes), abs(peeled.output.count - output.count) <= Self.endByteCount
        else { return false }
        return peeled.output.starts(with: output.dropLast(Self.endByteCount))
    }

    /// Bits from which on a reading leaves no doubt of a likelier one.
    private static let tieBits = 60.0
    /// Bytes at the end of what was cut that may come out in one way or another.
    private static let endByteCount = 4

    /// The recipe of a candidate and what it did, when executing it gives what the search saw.
    private func verified(_ candidate: LayerCandidate, _ bytes: Span<UInt8>) -> (Recipe, Peeled)? {
        var recipe = Recipe(candidate.ways.map { Codec.Step($0.codec, $0.options) })
        recipe.isCut = candidate.isCut
        // Of what is long the search saw the beginning.
        guard let peeled = peel(recipe, bytes),
            Fingerprint(
                peeled.output.span.extracting(0..<min(peeled.output.count, Self.windowByteCount)))
                == candidate.fingerprint
        else { return nil }
        return (recipe, peeled)
    }

    /// What the steps of a recipe did.
    private struct Peeled {
        var output: [UInt8]
        var layers: [Layer] = []
        var notes: [String] = []
    }

    /// Executes a recipe; nil when a step refuses its input.
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

    /// Kinds of text that are recognized though their characters are random.
    private static let madeToBeRandom: Set<String> = [
        "digest", "uuid", "jwt", "base58check", "bech32", "password-hash",
    ]

    private static func certainty(
        of candidate: LayerCandidate, _ content: Recognition, among rivals: [LayerCandidate], byteCount: Int
    ) -> LayerCertainty {
        // Documents are known by their shape, whatever their letters.
        let isDocument = content.isText && content.evidenceBits >= 16
        let margin = (rivals.map(\.bits).min() ?? 0) - candidate.bits
        // What is hexadecimal digits can be a digest, or not yet the end.
        let isMeant = Self.madeToBeRandom.contains(content.identifier) && content.identifier != "digest"
        return LayerCertainty(
            sense: isDocument
                ? .text
                : candidate.sense == .token && isMeant
                    ? .words : candidate.sense == .token && content.identifier == "digest" ? .signs : candidate.sense,
            margin: candidate.ways.compactMap(\.margin).reduce(margin) { min($0, LayerCiphers.keyMarginWeight * $1) },
            byteCount: byteCount,
            isFramed: candidate.ways.contains { $0.evidenceBits ?? 0 > 40 || $0.codec == .pem || $0.codec == .dataURI },
            hasCipher: candidate.ways.contains { LayerSearch.letterCiphers.contains($0.codec) })
    }
}
