internal import ArcaTestSupport
import ArcaSystem
import ArcaVectors
import Foundation
import Testing

/// Files of NIST, CCTV, the IETF drafts and Wycheproof, if available.
@Suite(.enabled(if: SharedSamples.arePresent)) struct EncapsulationSampleTests {
    private static let folders: [(name: String, passed: Int, skipped: [String: Int])] = [
        ("acvp", 130, [:]), ("cctv", 778, [:]), ("x-wing", 3, [:]), ("wycheproof-form", 10, [:]),
        (
            "hpke", 1,
            ["Arca has no HPKE with MLKEM768-P256": 2, "Arca has no HPKE with the one-stage KDF SHAKE256": 1]
        ),
    ]

    @Test("passes every sample file", arguments: folders)
    func verifies(folder: String, passed: Int, skipped: [String: Int]) {
        let tree = VectorTree([BytePath(SharedSamples.url("ml-kem/\(folder)").path)])
        let report = VectorRunner().run(tree)
        #expect(report.totals.failed == 0, "\(report.reasons)")
        #expect(report.totals.passed == passed)
        #expect(report.totals.skipReasons == skipped)
    }

    @Test("checks each intermediate value that is not passed over")
    func intermediate() throws {
        let text = String(decoding: try SharedSamples.data("ml-kem/cctv/intermediate-768.txt"), as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        let checked = ["d", "ρ", "σ", "t", "ek", "z", "H(ek)", "dk", "m", "K", "c1", "c2", "c", "KBar"]
        for name in checked + ["dkPKE", "r"] {
            let index = try #require(lines.firstIndex { $0.hasPrefix(name + " = ") })
            var changed = lines
            changed[index] = changedDigit(of: lines[index])
            let report = VectorReport.of(changed.joined(separator: "\n"), named: "intermediate-768.txt")
            #expect(report.totals.failed == 1 && report.totals.total == 1, "\(name)")
        }
        let renamed = VectorReport.of(text.replacing("KBar", with: "LBar"), named: "intermediate-768.txt")
        #expect(renamed.totals.failed == 1)
        let cut = VectorReport.of(lines.dropLast().joined(separator: "\n"), named: "intermediate-768.txt")
        #expect(cut.reasons == ["the case has no KBar"])
    }

    /// The line with a different last digit.
    private func changedDigit(of line: String) -> String { line.dropLast() + (line.hasSuffix("0") ? "1" : "0") }
}
