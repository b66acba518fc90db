import ArcaCorpus
internal import Foundation
import Testing

/// Runs the search on a small corpus; `scripts/decode-report` measures other seeds and sizes.
@Suite struct CorpusTests {
    private static let isLong = ProcessInfo.processInfo.environment["ARCA_LONG_TESTS"] != nil

    /// The shares are less precise with few chains; `scripts/decode-report` measures the whole corpus.
    private static func check(_ measurement: CorpusMeasurement) {
        let demands = CorpusMeasurement.demands.merging(["plain": 0.96, "pasted": 0.94, "cut": 0.85]) { $1 }
        let shortfalls = measurement.shortfalls(demands)
        #expect(shortfalls.isEmpty, "\(measurement.failures)")
    }

    @Test("finds the layers of a small corpus with calibrated confidence, and leaves unencoded strings unchanged")
    func small() { Self.check(CorpusMeasurement(seed: 11, chains: 160, keyed: 8, strings: 200)) }

    @Test("leaves source files and documents unchanged, including their strings and escapes")
    func files() {
        let files = CorpusMeasurement.projectFiles(
            URL(fileURLWithPath: #filePath.components(separatedBy: "/Tests/")[0]))
        let some =
            stride(from: 0, to: files.count, by: 60).map { files[$0] }
            + files.filter { $0.path.hasSuffix("TOUR.md") }
        #expect(some.count > 10)
        let measurement = CorpusMeasurement(seed: 1, chains: 0, keyed: 0, strings: 0, files: some)
        #expect(measurement.shortfalls([:]).isEmpty, "\(measurement.failures)")
    }

    @Test("meets the same targets on a larger corpus", .enabled(if: Self.isLong, "takes minutes in a debug build"))
    func large() { Self.check(CorpusMeasurement(seed: 2026_11, chains: 800, keyed: 80, strings: 2000)) }

    @Test("a seed always gives the same corpus")
    func repeatable() {
        var (first, second) = (CorpusContent(seed: 5), CorpusContent(seed: 5))
        for group in CorpusChain.Group.allCases {
            #expect(CorpusChain.make(group, &first).input == CorpusChain.make(group, &second).input)
            #expect(first.plain().text == second.plain().text)
        }
    }
}
