internal import ArcaCodecCatalog
internal import ArcaCore

struct LayerCandidate {
    /// Cost in bits of the content and each step.
    var bits: Double
    var steps: [DecodingStep]
    var isCut: Bool { steps.contains { $0.isCut } }
    let fingerprint: Fingerprint
    /// Whether the content is readable text or a known format.
    let isPresentable: Bool
    let sense: LayerCertainty.Sense
}

struct Fingerprint: Hashable {
    private let count: Int
    private let low: UInt64
    private let high: UInt64

    init(_ bytes: Span<UInt8>) {
        count = bytes.count
        // Two multiplicative hashes of 8-byte words. Collisions by chance are unlikely, and nothing requires more.
        var low: UInt64 = 0x9e37_79b9_7f4a_7c15
        var high: UInt64 = 0xc2b2_ae3d_27d4_eb4f
        bytes.withUnsafeBufferPointer { source in
            let raw = UnsafeRawBufferPointer(source)
            var index = 0
            while index < raw.count {
                var word: UInt64 = 0
                if index + 8 <= raw.count {
                    word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                } else {
                    for place in index..<raw.count { word = word << 8 | UInt64(raw[place]) }
                }
                low = (low ^ word) &* 0xff51_afd7_ed55_8ccd
                low ^= low >> 32
                high = (high &+ word) &* 0xc4ce_b9fe_1a85_ec53
                high ^= high >> 29
                index += 8
            }
        }
        self.low = low
        self.high = high
    }
}

struct LayerSearch {
    private let limits: LayerFinder.Limits
    private var known: [Visit: Known] = [:]
    private var workLeft: Int
    /// Bytes read and written by all decoding, plus 4 KiB per step.
    var workByteCount: Int { limits.workByteCount - workLeft }
    private var nodesLeft = 4000
    private(set) var trials: [LayerFinder.Trial] = []
    private let recordsTrials: Bool
    private static let trialLimit = 1000
    /// Steps that decode the input to unrecognized bytes.
    private var noisy: [(step: DecodingStep, byteCount: Int)] = []

    /// State accumulated along a search path.
    private struct Path: Hashable {
        /// Whether no further cipher of letters is searched: one was undone, or an 8-bit charset, which has letters that
        /// such ciphers leave alone.
        var hasCipher = false
        var isCut = false
        /// Whether UTF-16 or UTF-32 was undone; it is rarely nested, and any bytes look like it.
        var isWide = false
    }

    private struct Visit: Hashable {
        let fingerprint: Fingerprint
        let path: Path
    }

    private struct Known {
        let depth: Int
        let candidates: [LayerCandidate]
    }

    /// Fixed cost of a step, in bytes.
    private static let stepByteCount = 4096
    /// Penalty for a final result of unknown format.
    private static let disappointment = 30.0
    /// Maximum input of a codec with quadratic running time, in bytes.
    private static let quadraticLimit = 65_536
    /// Input of such a codec, in bytes, that takes as long as the same number of bytes of any other.
    private static let quadraticUnit = 64
    /// Cost of treating the input as truncated, in bits.
    private static let cutBits = 20.0
    private static let keptCount = 8

    init(_ limits: LayerFinder.Limits, recordsTrials: Bool = false) {
        self.limits = limits
        self.recordsTrials = recordsTrials
        workLeft = limits.workByteCount
    }

    /// The cheapest readings of the input, cheapest first, including the unchanged input; a prefix may be cut anywhere.
    mutating func explore(_ bytes: Span<UInt8>, isBeginning: Bool = false) -> [LayerCandidate] {
        explore(bytes, Fingerprint(bytes), depth: 0, Path(isCut: isBeginning))
    }

    private mutating func explore(
        _ bytes: Span<UInt8>, _ fingerprint: Fingerprint, depth: Int, _ path: Path
    ) -> [LayerCandidate] {
        // Content is reached along several paths; results from a greater depth may be incomplete.
        let visit = Visit(fingerprint: fingerprint, path: path)
        if let known = known[visit], known.depth <= depth {
            return known.candidates.filter { $0.steps.count + depth <= limits.depth }
        }
        // Guards against cycles: during the search, content has no readings.
        known[visit] = Known(depth: depth, candidates: [])
        let plausibility = Plausibility(span: bytes)
        nodesLeft -= 1
        // Evaluating content takes as long as decoding it.
        workLeft -= depth > 0 ? bytes.count : Self.stepByteCount
        var plain = LayerCandidate(
            bits: plausibility.bits, steps: [], fingerprint: fingerprint, isPresentable: plausibility.isPresentable,
            sense: plausibility.sense)
        if depth > 0, !plain.isPresentable { plain.bits += Self.disappointment }
        var candidates = [plain]
        if depth < limits.depth, bytes.count > 1 {
            for group in DecodingStep.groups(for: bytes, plausibility, hasCipher: path.hasCipher, isInner: depth > 0) {
                if path.hasCipher, group.first?.codec.clue.excludesCiphers == true { continue }
                if path.isWide, !Self.hasZeroPairs(bytes), group.first?.codec.clue.stage == .charset {
                    continue
                }
                candidates += follow(group, bytes, fingerprint: fingerprint, depth: depth, path: path)
            }
        }
        // Sentences do not encode noise, even if their bytes look unusual.
        if plausibility.isProse { candidates.removeAll { !$0.steps.isEmpty && $0.sense == .noise } }
        candidates = Self.kept(candidates)
        known[visit] = Known(depth: depth, candidates: candidates)
        return candidates
    }

    /// The cheapest readings, cheapest first: at most two per content, and always the unchanged content.
    ///
    /// Many paths lead to the same content; they must not crowd out the readings it is compared with.
    private static func kept(_ candidates: [LayerCandidate]) -> [LayerCandidate] {
        var counts: [Fingerprint: Int] = [:]
        var kept = candidates.sorted { $0.bits < $1.bits }.filter { candidate in
            counts[candidate.fingerprint, default: 0] += 1
            return counts[candidate.fingerprint] ?? 0 <= 2 || candidate.steps.isEmpty
        }
        let surplus = kept.dropFirst(keptCount)
        kept.removeLast(surplus.count)
        return kept + surplus.filter { $0.steps.isEmpty }
    }

    /// Follows the first step of a group that succeeds, and explores its output.
    ///
    /// The steps are variants of one another. If all fail, and one of them only at the end of the input, the input is
    /// treated as truncated.
    private mutating func follow(
        _ group: [DecodingStep], _ bytes: Span<UInt8>, fingerprint: Fingerprint, depth: Int, path: Path
    ) -> [LayerCandidate] {
        var cut: (step: DecodingStep, outcome: Codec.Outcome)?
        for step in group {
            guard workLeft > 0, nodesLeft > 0 else { return [] }
            let isQuadratic = step.codec.clue.isQuadratic
            if isQuadratic, bytes.count > Self.quadraticLimit { continue }
            let (outcome, readCount) = outcome(of: step, bytes, path)
            let effort = step.codec.clue.effort
            workLeft -= effort * (readCount + (outcome?.bytes.count ?? 0)) + Self.stepByteCount
            if isQuadratic { workLeft -= bytes.count / Self.quadraticUnit * readCount }
            record(step, outcome, depth)
            guard let outcome, !outcome.bytes.isEmpty else { continue }
            guard outcome.isCut else { return explore(step, outcome, bytes, fingerprint, depth, path) }
            if cut == nil { cut = (step, outcome) }
            // The end of truncated input proves nothing, and a variant that accepts it would change the rest.
            if path.isCut { break }
        }
        guard let (first, outcome) = cut else { return [] }
        var step = first
        step.isCut = true
        // The final checksum is missing, but noise would have failed early.
        step.evidenceBits = step.evidenceBits.map { min($0, $0 / 2 + Double(bytes.count / 8)) }
        return explore(step, outcome, bytes, fingerprint, depth, path)
    }

    /// Whether every other leading byte is zero, as in UTF-16 with Latin letters.
    private static func hasZeroPairs(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= 8 else { return false }
        return (2..<8).allSatisfy { (bytes[$0] == 0) != (bytes[$0 - 1] == 0) }
    }

    private mutating func record(_ step: DecodingStep, _ outcome: Codec.Outcome?, _ depth: Int) {
        guard recordsTrials, trials.count < Self.trialLimit else { return }
        let decoded = outcome?.bytes
        let weighed = decoded.map { Plausibility($0) }
        trials.append(
            LayerFinder.Trial(
                depth: depth, step: Codec.Step(step.codec, step.options), isCut: outcome?.isCut ?? false,
                content: decoded.flatMap { bytes in weighed.map { TextKinds.kind(of: bytes.span, $0) } },
                byteCount: decoded?.count ?? 0, bits: weighed?.bits ?? 0))
    }

    private mutating func explore(
        _ step: DecodingStep, _ outcome: Codec.Outcome, _ bytes: Span<UInt8>, _ fingerprint: Fingerprint, _ depth: Int,
        _ path: Path
    ) -> [LayerCandidate] {
        let output = outcome.bytes
        let next = Fingerprint(output.span)
        guard next != fingerprint, !Self.breaksCharacters(step.codec, bytes, output) else { return [] }
        let cipher = step.codec.clue.cipher
        let inner = Path(
            hasCipher: path.hasCipher || step.codec.clue.excludesCiphers,
            isCut: path.isCut || step.isCut || outcome.isBeginning,
            isWide: path.isWide || step.codec.clue.stage == .charset)
        var children = explore(output.span, next, depth: depth + 1, inner)
        if depth == 0, let first = children.first, first.steps.isEmpty, !first.isPresentable, cipher == nil {
            noisy.append((step, output.count))
        }
        // A substitution turns letters into other letters, so only a recognized language confirms it.
        if let cipher {
            let least: LayerCertainty.Sense = cipher.acceptsWords ? .words : .text
            children.removeAll { $0.sense.rawValue < least.rawValue }
        }
        // Line breaks and quotes are not evidence of an encoding.
        if step.isWrapping { children.removeAll { $0.steps.isEmpty } }
        guard let cheapest = children.first else { return [] }
        var extra = step.bits + InformationLoss.bits(step, bytes, output)
        // Content inside truncated data is truncated too.
        if step.isCut, !path.isCut { extra += Self.cutBits }
        if let evidence = step.evidenceBits {
            // Compressed data never costs more than its own bytes, whatever it decompresses to.
            extra += min(0, ByteCensus(bytes).rawBits(bytes) - evidence - cheapest.bits)
        }
        for index in children.indices {
            children[index].bits += extra
            children[index].steps.insert(step, at: 0)
        }
        return children
    }

    /// Whether escapes in non-ASCII text would decode to invalid UTF-8; then they are not escapes.
    private static func breaksCharacters(_ codec: Codec, _ bytes: Span<UInt8>, _ output: [UInt8]) -> Bool {
        guard codec.clue.isEscape, UTF8Check.firstInvalid(output.span) != nil, UTF8Check.firstInvalid(bytes) == nil
        else { return false }
        return ByteCensus(bytes).hasHighBytes
    }

    /// Runs a step; returns its output, cut to a prefix and nil on failure, and the number of bytes read or
    /// dropped.
    ///
    /// Complete input must stay within the limits to its end.
    private func outcome(
        of step: DecodingStep, _ bytes: Span<UInt8>, _ path: Path
    ) -> (Codec.Outcome?, readCount: Int) {
        let window = LayerFinder.windowByteCount
        do throws(CodecError) {
            var outcome = try step.codec.outcome(
                .decoding, bytes, step.options, limit: limits.outputByteCount(forInput: bytes.count),
                enough: path.isCut ? window : .max, allowsCut: step.allowsCut(bytes.count))
            let surplus = max(0, outcome.bytes.count - window)
            if surplus > 0 {
                outcome.bytes = Array(outcome.bytes.prefix(window))
                outcome.isBeginning = true
            }
            return (outcome, bytes.count + surplus)
        } catch {
            // Output beyond the limit took time too.
            let limit =
                error.kind == .tooCostly && step.codec.clue.stage == .frame
                ? limits.outputByteCount(forInput: bytes.count) : 0
            return (nil, min(error.position?.offset ?? bytes.count, bytes.count) + limit)
        }
    }

    func notes(isPlain: Bool) -> [String] {
        var notes: [String] = []
        if workLeft <= 0 || nodesLeft <= 0 { notes.append("the search was ended early: the limit of work was reached") }
        guard isPlain else { return notes }
        // The most likely encodings first.
        for (step, count) in noisy.sorted(by: { $0.step.bits < $1.step.bits }).prefix(3) {
            notes.append("it is valid \(step.codec.name), but decodes to \(count) bytes that look random")
        }
        return notes
    }
}

extension Plausibility {
    /// Whether the data is a known format, or text that costs much less than random characters.
    var isPresentable: Bool {
        if census.count == 0 { return false }
        return format != nil || isText && min(bits, textBits) < 4.8 * Double(census.count) + 6
    }

    var sense: LayerCertainty.Sense {
        if let format { return format.isText ? .text : .file }
        if isMeaningful { return .text }
        guard isPresentable else { return isText ? .token : .noise }
        return textSense
    }

    /// Classifies text in no known language or format.
    private var textSense: LayerCertainty.Sense {
        guard textBits < 4.8 * Double(census.count) + 6 else { return .token }
        let hasGaps = !census.present.intersection(.whitespace).isEmpty
        // The sums include accented letters.
        let accents = text.scriptCounts[Script.latin.rawValue]
        if text.scriptCounts.reduce(0, +) > accents || accents > 0 && !hasGaps { return .words }
        // Lines of numbers are a table; a digest is a single line.
        if census[.newline] >= 16, census[.newline] * 16 > census.count,
            census.present.isSubset(of: .digits + .lineFeed)
        {
            return .signs
        }
        if census.count >= 16, census.present.isSubset(of: .hexadecimal + .lineFeed) { return .token }
        guard census.letterCount * 5 > census.count else { return hasGaps || census.count < 16 ? .words : .token }
        if bitsPerLetter < (hasGaps ? 4.65 : 4.35) || census.letterCount < (hasGaps ? 10 : 4) { return .words }
        let signCount = census.count - census.letterCount - census[.space]
        if hasGaps, signCount * 8 > census.count, bitsPerLetter < 5.5 { return .signs }
        // Languages without a model cost up to 5.7 bits per letter; mixed alphabets rarely cost less.
        let (gaps, count) = (census[.space], census.count)
        return bitsPerLetter < 5.75 && gaps * 14 > count && gaps * 3 < count
            && text.oddLetterCount * 12 < text.letterCount
            ? .gaps : .token
    }

    /// Whether the data is nearly all letters, forming words of a known language.
    var isProse: Bool {
        format == nil && !hasShape && isMeaningful && census.letterCount * 10 > census.count * 7
    }

    var isMeaningful: Bool {
        if format != nil || hasShape { return true }
        guard isPresentable else { return false }
        let isWritten = text.scriptCounts[Script.symbol.rawValue...].reduce(0, +) * 4 < text.scriptCounts.reduce(0, +)
        return text.letterCount >= 10 && bitsPerLetter < 4 || text.scriptCounts.reduce(0, +) >= 4 && isWritten
    }
}
