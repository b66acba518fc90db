import ArcaInspect
internal import Dispatch
internal import Foundation
import ArcaTestSupport

/// What the search says of the corpus: accuracy by group, codec, depth and kind, and how often an answer is right that it is
/// certain of.
struct CorpusMeasurement {
    /// One input and what was said of it.
    struct Sample: Sendable {
        let group: String
        let kind: String
        let steps: [String]
        /// Whether the content came out; of a string that is not encoded, whether it was left alone.
        let isRight: Bool
        /// The certainty given; nil where nothing was decoded.
        let confidence: Double?
        let input: String
        let answer: String
        /// What the certainty of the likeliest reading was made of, whether or not it was given.
        let features: String
    }

    private(set) var samples: [Sample] = []

    /// Measures chains and strings of a seed, on all cores; `keyed` chains have a cipher whose key takes long to find.
    init(seed: UInt64, chains: Int, keyed: Int, strings: Int) {
        var content = CorpusContent(seed: seed)
        let weights: [CorpusChain.Group] = [.plain, .plain, .plain, .pasted, .cipher, .forms, .forms, .unknown]
        var work: [@Sendable (LayerFinder) -> Sample] = []
        for index in 0..<chains + keyed {
            let chain = CorpusChain.make(index < chains ? weights[index % weights.count] : .keyed, &content)
            let (group, kind, steps, input, bytes) = (
                chain.group.rawValue, chain.kind.rawValue, chain.steps, chain.input, chain.content
            )
            work.append { finder in
                let report = finder.find(input)
                // The line end of what was pasted is not part of the content.
                let isRight = report.output == bytes || report.output == bytes + [0x0a]
                return Sample(
                    group: group, kind: kind, steps: steps, isRight: isRight, confidence: report.best.map(\.confidence),
                    input: Self.excerpt(input),
                    answer: "\(report.recipe?.description ?? "none") -> \(Self.excerpt(report.output))",
                    features: Self.features(report))
            }
        }
        for _ in 0..<strings {
            let (kind, text) = content.plain()
            work.append { finder in
                let report = finder.find(text.utf8)
                return Sample(
                    group: "not encoded", kind: kind, steps: [], isRight: report.best == nil,
                    confidence: report.best.map(\.confidence), input: text,
                    answer: "\(report.recipe?.description ?? "none") -> \(Self.excerpt(report.output))",
                    features: Self.features(report))
            }
        }
        samples = Self.run(work)
    }

    private static func run(_ work: [@Sendable (LayerFinder) -> Sample]) -> [Sample] {
        final class Results: @unchecked Sendable {
            let lock = NSLock()
            var values: [Sample?]
            init(_ count: Int) { values = Array(repeating: nil, count: count) }
            func set(_ index: Int, _ sample: Sample) { lock.withLock { values[index] = sample } }
        }
        let results = Results(work.count)
        let finder = LayerFinder()
        DispatchQueue.concurrentPerform(iterations: work.count) { results.set($0, work[$0](finder)) }
        return results.values.compactMap { $0 }
    }

    private static func features(_ report: LayerFinder.Report) -> String {
        guard let certainty = (report.best ?? report.alternatives.first)?.certainty else { return "" }
        return
            "\(certainty.sense.rawValue)\t\(certainty.margin)\t\(certainty.byteCount)\t\(certainty.isFramed ? 1 : 0)\t\(certainty.hasCipher ? 1 : 0)"
    }

    private static func excerpt(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix(90).map { (0x20...0x7e).contains($0) || $0 > 0x7f ? $0 : 0x2e }, as: UTF8.self)
    }

    /// Parts of a whole.
    struct Share {
        var right = 0
        var count = 0
        var value: Double { count == 0 ? 1 : Double(right) / Double(count) }
        var text: String { "\(right) of \(count) (\(String(format: "%.1f", value * 100)) %)" }
        mutating func add(_ isRight: Bool) {
            count += 1
            if isRight { right += 1 }
        }
    }

    /// How many of the samples of a group are right; those that are given at less than 80 % count as not found.
    func accuracy(_ group: String) -> Share {
        samples.filter { $0.group == group }.reduce(into: Share()) { $0.add($1.isRight) }
    }

    /// Answers whose certainty lies in a range.
    func reliability(_ range: Range<Double>) -> Share {
        samples.filter { $0.confidence.map(range.contains) ?? false }.reduce(into: Share()) {
            $0.add($1.isRight && $1.group != "not encoded")
        }
    }

    static let ranges: [(String, Range<Double>)] = [
        ("99 % and more", 0.99..<2), ("95 to 98 %", 0.95..<0.99), ("90 to 94 %", 0.9..<0.95), ("80 to 89 %", 0.8..<0.9),
        ("50 to 79 %", 0.5..<0.8), ("below 50 %", 0..<0.5),
    ]

    /// The tables as Markdown.
    var report: String {
        var text = "| certainty given | right |\n|---|---|\n"
        for (name, range) in Self.ranges { text += "| \(name) | \(reliability(range).text) |\n" }
        text += "\n| what | right |\n|---|---|\n"
        for group in CorpusChain.Group.allCases.map(\.rawValue) + ["not encoded"] {
            text += "| \(group) | \(accuracy(group).text) |\n"
        }
        let chains = samples.filter { !$0.steps.isEmpty && $0.group != "unknown" }
        text += table("layers", chains) { ["\($0.steps.count)"] } + table("content", chains) { [$0.kind] }
        text += table("codec in the chain", chains) { Array(Set($0.steps)) }
        return text
    }

    private func table(_ title: String, _ samples: [Sample], _ keys: (Sample) -> [String]) -> String {
        var shares: [String: Share] = [:]
        for sample in samples { for key in keys(sample) { shares[key, default: Share()].add(sample.isRight) } }
        return "\n| \(title) | right |\n|---|---|\n"
            + shares.sorted { $0.key < $1.key }.map { "| \($0.key) | \($0.value.text) |\n" }.joined()
    }

    /// The features of all answers, a line each.
    var features: String {
        samples.filter { $0.confidence != nil }.map {
            "\($0.isRight && $0.group != "not encoded" ? 1 : 0)\t\($0.features)\t\($0.group)\t\($0.kind)\n"
        }.joined()
    }

    /// What went wrong, a line each.
    var failures: String {
        samples.filter {
            !$0.isRight && $0.group != "unknown" || $0.group == "unknown" && $0.confidence != nil && !$0.isRight
        }.map {
            "\($0.group)\t\($0.kind)\t\($0.steps.joined(separator: ","))\t\($0.confidence.map { String(format: "%.3f", $0) } ?? "-")\t\($0.answer)\t<= \($0.input)\n"
        }.joined()
    }
}
