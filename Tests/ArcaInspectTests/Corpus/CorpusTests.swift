import ArcaTestSupport
internal import Foundation
import Testing

/// The search on the corpus of this folder; `scripts/decode-report` measures other seeds and sizes.
@Suite struct CorpusTests {
    private static let isLong = ProcessInfo.processInfo.environment["ARCA_LONG_TESTS"] != nil

    private static func check(_ measurement: CorpusMeasurement) {
        let certain = measurement.reliability(0.99..<2)
        let wrong = certain.count - certain.right
        #expect(certain.value >= 0.98 || wrong <= 1, "99 % and more: \(certain.text)\n\(measurement.failures)")
        for (group, least) in [("plain", 0.96), ("pasted", 0.85), ("cipher", 0.95), ("keyed", 0.5), ("forms", 0.9)] {
            let share = measurement.accuracy(group)
            #expect(share.value >= least, "\(group): \(share.text)\n\(measurement.failures)")
        }
        let plain = measurement.accuracy("not encoded")
        #expect(
            (plain.count - plain.right) * 1000 <= plain.count, "not encoded: \(plain.text)\n\(measurement.failures)")
    }

    @Test("finds the layers of a small corpus, is right where it is certain, and leaves alone what is not encoded")
    func small() { Self.check(CorpusMeasurement(seed: 11, chains: 160, keyed: 8, strings: 200)) }

    @Test("does so on a larger corpus", .enabled(if: Self.isLong, "takes minutes in a debug build"))
    func large() { Self.check(CorpusMeasurement(seed: 2026_11, chains: 800, keyed: 80, strings: 2000)) }

    @Test("makes the same corpus of a seed")
    func repeatable() {
        var (first, second) = (CorpusContent(seed: 5), CorpusContent(seed: 5))
        for group in CorpusChain.Group.allCases {
            #expect(CorpusChain.make(group, &first).input == CorpusChain.make(group, &second).input)
            #expect(first.plain().text == second.plain().text)
        }
    }

    @Test(
        "measures a corpus of the seed and size that ARCA_CORPUS names",
        .enabled(if: ProcessInfo.processInfo.environment["ARCA_CORPUS"] != nil))
    func measure() throws {
        let words = (ProcessInfo.processInfo.environment["ARCA_CORPUS"] ?? "").split(separator: ",").map {
            Int($0) ?? 0
        }
        let measurement = CorpusMeasurement(
            seed: UInt64(words[0]), chains: words[1], keyed: words[1] / 10, strings: words[2])
        let folder = ProcessInfo.processInfo.environment["ARCA_CORPUS_FOLDER"] ?? NSTemporaryDirectory()
        try measurement.report.write(toFile: folder + "/report.md", atomically: true, encoding: .utf8)
        try measurement.features.write(toFile: folder + "/features.tsv", atomically: true, encoding: .utf8)
        try measurement.failures.write(toFile: folder + "/failures.tsv", atomically: true, encoding: .utf8)
    }
}
