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
        /// The most bytes that one layer may decode to.
        public var outputByteCount = 256 << 20
        /// The most layers, 1 or more.
        public var depth = 8
        /// Bytes that all decoding together may read and write: it bounds the time.
        public var workByteCount = 2 << 30

        /// Makes the standard limits: 64 MiB of input, 256 MiB for a layer, 8 layers, 2 GiB of work.
        public init() {}

        /// The standard limits.
        public static let standard = Limits()
    }

    /// How far the search goes.
    public let limits: Limits

    /// The most alternatives that are reported.
    private static let alternativeCount = 5

    /// Makes a finder.
    ///
    /// - Parameter limits: How far the search goes.
    public init(limits: Limits = .standard) { self.limits = limits }

    /// Finds the layers of an input.
    ///
    /// - Parameter bytes: The whole input, at most ``Limits/inputByteCount`` bytes.
    /// - Returns: What was found; it has no best reading when the input is best left as it is, or too large.
    public func find(_ bytes: borrowing some Bytes) -> LayerReport {
        bytes.withBytes { span in find(span: span) }
    }

    private func find(span bytes: Span<UInt8>) -> LayerReport {
        guard bytes.count <= limits.inputByteCount else {
            let head = bytes.extracting(0..<min(bytes.count, 4096))
            let note = "the input is larger than \(limits.inputByteCount) bytes: nothing was tried"
            return LayerReport(
                best: nil, output: [], layers: [], input: TextKinds.kind(of: head, Plausibility(head)), alternatives: [],
                notes: [note])
        }
        var search = LayerSearch(limits)
        let found = search.explore(bytes)
        let plausibility = Plausibility(bytes)
        let input = TextKinds.kind(of: bytes, plausibility)
        var readings: [(candidate: LayerCandidate, recipe: Recipe, output: [UInt8])] = []
        var isPlainBest: Bool?
        for candidate in found where readings.count <= Self.alternativeCount {
            guard !candidate.ways.isEmpty else {
                isPlainBest = isPlainBest ?? readings.isEmpty
                continue
            }
            // Beginnings of the best recipe are its layers, not other readings.
            if let best = readings.first?.recipe, isPlainBest == false || isPlainBest == nil,
                best.codecs.starts(with: candidate.ways.map(\.codec))
            { continue }
            let isWanted = readings.isEmpty && isPlainBest == nil || candidate.isPresentable
            guard isWanted, let (recipe, output) = verified(candidate, bytes) else { continue }
            readings.append((candidate, recipe, output))
        }
        let total = Self.weight(of: found, relativeTo: found.first?.bits ?? 0)
        func reading(_ entry: (candidate: LayerCandidate, recipe: Recipe, output: [UInt8])) -> LayerReport.Reading {
            let share = Self.weight(of: [entry.candidate], relativeTo: found.first?.bits ?? 0) / total
            return LayerReport.Reading(
                recipe: entry.recipe, content: TextKinds.kind(of: entry.output.span, Plausibility(entry.output)),
                byteCount: entry.output.count, confidence: min(share, 0.9999))
        }
        let best = isPlainBest == true ? nil : readings.first
        return LayerReport(
            best: best.map(reading), output: best?.output ?? [],
            layers: best.map { layers($0.recipe, bytes) } ?? [], input: input,
            alternatives: readings.dropFirst(best == nil ? 0 : 1).prefix(Self.alternativeCount).map(reading),
            notes: search.notes(input, isPlain: best == nil))
    }

    /// The recipe of a candidate, when executing it gives what the search saw.
    private func verified(_ candidate: LayerCandidate, _ bytes: Span<UInt8>) -> (Recipe, [UInt8])? {
        guard let options = RecipeOptions(merging: candidate.ways.map(\.options)) else { return nil }
        let recipe = Recipe(candidate.ways.map(\.codec), options: options)
        guard let output = recipe.replay(bytes, limits: limits), Fingerprint(output.span) == candidate.fingerprint else {
            return nil
        }
        return (recipe, output)
    }

    private func layers(_ recipe: Recipe, _ bytes: Span<UInt8>) -> [Layer] {
        var layers: [Layer] = []
        var current = [UInt8](bytes: bytes)
        for codec in recipe.codecs {
            guard let next = codec.decode(current.span, recipe.options, limit: limits.outputByteCount) else { break }
            layers.append(
                Layer(
                    codec: codec, inputByteCount: current.count, outputByteCount: next.count,
                    content: TextKinds.kind(of: next.span, Plausibility(next))))
            current = next
        }
        return layers
    }

    /// The likelihoods of candidates together; the model is rough, so that two bits count as one.
    private static func weight(of candidates: [LayerCandidate], relativeTo bits: Double) -> Double {
        candidates.reduce(0) { $0 + Double(sign: .plus, exponent: -Int(min(1000, ($1.bits - bits) / 2)), significand: 1) }
    }
}
