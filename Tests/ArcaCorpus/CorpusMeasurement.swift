internal import ArcaDetect
internal import Dispatch
package import Foundation

/// Results of the search on the corpus: accuracy by group, codec, depth and kind, and how often confident answers are
/// correct.
package struct CorpusMeasurement {
    /// An input and the answer.
    struct Sample: Sendable {
        let group: String
        let kind: String
        let steps: [String]
        /// Whether the content was found or, for an unencoded string, left unchanged.
        let isRight: Bool
        /// The reported confidence, or nil if nothing was decoded.
        let confidence: Double?
        let input: String
        let encoded: String
        let answer: String
        /// The evidence for the most likely reading, reported or not.
        let features: String
    }

    private(set) var samples: [Sample] = []

    /// Measures generated chains and strings on all cores.
    ///
    /// Keys of `keyed` chains take long to find; `files` are unencoded texts that may contain encoded strings.
    package init(seed: UInt64, chains: Int, keyed: Int, strings: Int, files: [(path: String, bytes: [UInt8])] = []) {
        var content = CorpusContent(seed: seed)
        let weights: [CorpusChain.Group] = [.plain, .plain, .plain, .pasted, .cipher, .forms, .forms, .unknown]
        var work: [@Sendable (LayerFinder) -> Sample] = []
        func add(_ group: CorpusChain.Group) {
            let chain = CorpusChain.make(group, &content)
            work.append { finder in
                let report = finder.find(chain.input)
                return Sample(
                    group: group.rawValue, kind: chain.kind.rawValue, steps: chain.steps,
                    isRight: chain.isRight(report.output), confidence: report.best.map(\.confidence),
                    input: Self.excerpt(chain.input), encoded: Data(chain.input).base64EncodedString(),
                    answer: "\(report.recipe?.description ?? "none") -> \(Self.excerpt(report.output))",
                    features: Self.features(report))
            }
        }
        for index in 0..<chains { add(weights[index % weights.count]) }
        for _ in 0..<keyed { add(.keyed) }
        func addPlain(_ kind: String, _ text: String) {
            work.append { finder in
                let report = finder.find(text.utf8)
                return Sample(
                    group: "not encoded", kind: kind, steps: [], isRight: report.best == nil,
                    confidence: report.best.map(\.confidence), input: Self.excerpt(Array(text.utf8)),
                    encoded: Data(text.utf8).base64EncodedString(),
                    answer: "\(report.recipe?.description ?? "none") -> \(Self.excerpt(report.output))",
                    features: Self.features(report))
            }
        }
        for _ in 0..<strings {
            let (kind, text) = content.plain()
            addPlain(kind, text)
        }
        // Generated last, so the preceding chains and strings match older tables.
        for _ in 0..<chains / 10 { add(.cut) }
        for _ in 0..<chains / 20 { add(.token) }
        for _ in 0..<strings / 5 { addPlain("table", content.table()) }
        for (path, bytes) in files {
            work.append { finder in
                let report = finder.find(bytes)
                return Sample(
                    group: "files", kind: "file", steps: [], isRight: report.best == nil,
                    confidence: report.best.map(\.confidence), input: path, encoded: "",
                    answer: "\(report.recipe?.description ?? "none") -> \(Self.excerpt(report.output))",
                    features: Self.features(report))
            }
        }
        samples = Self.run(work)
    }

    /// The project's own source files and documents, none of them encoded.
    ///
    /// - Parameter root: The root of the repository.
    /// - Returns: The relative path and content of each file, sorted by path.
    package static func projectFiles(_ root: URL) -> [(path: String, bytes: [UInt8])] {
        var files: [(String, [UInt8])] = []
        for folder in ["Sources", "Documentation", "scripts", "Examples"] {
            let folder = root.appendingPathComponent(folder)
            let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            for name in names.sorted()
            where ["swift", "md", "py", "sh", "txt"].contains((name as NSString).pathExtension) {
                guard let bytes = try? Data(contentsOf: folder.appendingPathComponent(name)) else { continue }
                files.append(("\(folder.lastPathComponent)/\(name)", Array(bytes)))
            }
        }
        return files
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

    /// Correct answers among all.
    package struct Share {
        package var right = 0
        package var count = 0
        package var value: Double { count == 0 ? 1 : Double(right) / Double(count) }
        package var text: String { "\(right) of \(count) (\(String(format: "%.1f", value * 100)) %)" }
        mutating func add(_ isRight: Bool) {
            count += 1
            if isRight { right += 1 }
        }
    }

    /// The share of correct samples in a group; answers below 80 % confidence count as not found.
    package func accuracy(_ group: String) -> Share {
        samples.filter { $0.group == group }.reduce(into: Share()) { $0.add($1.isRight) }
    }

    /// The share of correct answers in a range of confidence.
    package func reliability(_ range: Range<Double>) -> Share {
        samples.filter { $0.confidence.map(range.contains) ?? false }.reduce(into: Share()) {
            $0.add($1.isRight && !Self.plainGroups.contains($1.group))
        }
    }

    /// Groups of unencoded input, which must stay unchanged.
    private static let plainGroups = ["not encoded", "files"]

    static let ranges: [(String, Range<Double>)] = [
        ("99 % and more", 0.99..<2), ("95 to 98 %", 0.95..<0.99), ("90 to 94 %", 0.9..<0.95), ("80 to 89 %", 0.8..<0.9),
        ("50 to 79 %", 0.5..<0.8), ("below 50 %", 0..<0.5),
    ]

    /// Required accuracy by group.
    ///
    /// There are few truncated chains and tokens: 1 in 50 is 2 %.
    package static let demands = [
        "plain": 0.98, "pasted": 0.98, "cut": 0.88, "token": 0.96, "cipher": 0.95, "keyed": 0.5, "forms": 0.9,
    ]

    /// One sentence for each requirement that is missed: by a group, by confident answers, or by unencoded strings.
    ///
    /// - Parameter demands: The required accuracy by group.
    /// - Returns: The sentences; empty if all requirements are met.
    package func shortfalls(_ demands: [String: Double] = Self.demands) -> [String] {
        var sentences: [String] = []
        for (group, least) in demands.sorted(by: { $0.key < $1.key }) {
            let share = accuracy(group)
            if share.value < least { sentences.append("\(group): \(share.text), demanded \(least * 100) %") }
        }
        let certain = reliability(0.99..<2)
        if certain.value < 0.98 { sentences.append("99 % and more: \(certain.text), demanded 98 %") }
        for group in Self.plainGroups {
            let plain = accuracy(group)
            if (plain.count - plain.right) * 1000 > plain.count {
                sentences.append("\(group): \(plain.text), demanded 99.9 %")
            }
        }
        return sentences
    }

    package var report: String {
        var text = "| certainty given | right |\n|---|---|\n"
        for (name, range) in Self.ranges { text += "| \(name) | \(reliability(range).text) |\n" }
        text += "\n| what | right |\n|---|---|\n"
        for group in CorpusChain.Group.allCases.map(\.rawValue) + Self.plainGroups {
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

    /// The features of all answers, one per line.
    package var features: String {
        samples.filter { $0.confidence != nil }.map {
            "\($0.isRight && !Self.plainGroups.contains($0.group) ? 1 : 0)\t\($0.features)\t\($0.group)\t\($0.kind)\n"
        }.joined()
    }

    /// The wrong answers, one per line.
    package var failures: String {
        samples.filter {
            !$0.isRight && $0.group != "unknown" || $0.group == "unknown" && $0.confidence != nil && !$0.isRight
        }.map {
            "\($0.group)\t\($0.kind)\t\($0.steps.joined(separator: ","))\t\($0.confidence.map { String(format: "%.3f", $0) } ?? "-")\t\($0.answer)\t<= \($0.input)\t\($0.encoded)\n"
        }.joined()
    }
}
