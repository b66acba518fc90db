import ArcaCore
import ArcaVectors
internal import ArcaTestSupport
import Testing

/// Known failures, and the reports that CI servers read.
@Suite struct FindingsReportTests {
    private static let text = """
        lines 4
        a1 msg= digest=\(RunnerTests.empty)
        a2 msg=00 digest=\(RunnerTests.empty)
        a3 msg=00 digest=\(RunnerTests.empty)
        s4
        """
    private static let baseline: VectorBaseline = {
        var baseline = VectorBaseline()
        for id in ["a1", "a2", "gone"] { baseline.add(.init(program: "arca", file: "file0", id: id), reason: "why") }
        baseline.add(.init(program: "other", file: "file0", id: "a3"), reason: "")
        return baseline
    }()

    @Test("known failures do not fail a run, and entries that pass or have no case are stale")
    func known() {
        let report = RunnerTests.run(Self.text) { $0.baseline = Self.baseline }
        #expect(report.totals.known == 1 && report.totals.failed == 1 && report.totals.passed == 1)
        #expect(report.files[0].failures.map(\.id) == ["a3"] && report.files[0].knownFailures.map(\.id) == ["a2"])
        #expect(report.stale.map(\.id) == ["a1", "gone"])
        #expect(!report.isGood)
        var all = Self.baseline
        all.add(.init(program: "arca", file: "file0", id: "a3"), reason: "")
        #expect(RunnerTests.run(Self.text) { $0.baseline = all }.isGood)
        // A case that was not run is not stale.
        let some = RunnerTests.run(Self.text) {
            $0.baseline = Self.baseline
            $0.onlyCases = ["a2"]
        }
        #expect(some.stale.isEmpty)
    }

    @Test("a written baseline is read again, and a malformed one is refused with the place")
    func files() throws {
        let read = try VectorBaseline(Self.baseline.bytes)
        #expect(read.entries == Self.baseline.entries && read.entries.count == 4)
        for (text, place) in [
            ("{}", "schema"), ("{\"schema\": 2, \"known\": []}", "schema is not 1"), ("[", ""),
            ("{\"schema\": 1, \"known\": [{\"program\": \"arca\"}]}", "known[0].file"),
            ("{\"schema\": 1, \"known\": [], \"new\": 1}", "new"),
        ] {
            let error = #expect(throws: VectorError.self) { try VectorBaseline(text.utf8) }
            #expect(error?.reason.contains(place) == true, "\(text): \(error?.reason ?? "")")
        }
    }

    @Test("SARIF has the required members, states and escaped locations")
    func sarif() throws {
        var runner = VectorRunner()
        runner.formats = FormatTable([LineFormat.self])
        let name = "./a folder/<ü>%.txt"
        var baseline = VectorBaseline()
        for id in ["a1", "a2"] { baseline.add(.init(program: "arca", file: name, id: id), reason: "") }
        runner.baseline = baseline
        let report = runner.run(VectorTree(inputs: [VectorInput(name: name, bytes: Array(Self.text.utf8))]))
        let root = try JSONReader.read(VectorReport.Form.sarif.bytes(of: report))
        #expect(root["version"] == "2.1.0" && root["$schema"]?.string?.hasSuffix("sarif-2.1.0.json") == true)
        let run = try #require(root["runs"]?[0])
        #expect(run["tool"]?["driver"]?["name"] == "arca vectors")
        let rules = Set(try #require(run["tool"]?["driver"]?["rules"]?.array).compactMap { $0["id"]?.string })
        let results = try #require(run["results"]?.array)
        #expect(results.count == 3)
        #expect(results.compactMap { $0["baselineState"]?.string } == ["new", "unchanged", "absent"])
        #expect(results.compactMap { $0["level"]?.string } == ["error", "note", "note"])
        #expect(results[1]["suppressions"]?[0]?["kind"] == "external" && results[0]["suppressions"] == nil)
        for result in results {
            #expect(rules.contains(result["ruleId"]?.string ?? "") && result["message"]?["text"]?.string != nil)
            let place = result["locations"]?[0]?["physicalLocation"]
            #expect(place?["artifactLocation"]?["uri"] == "a%20folder/%3C%C3%BC%3E%25.txt")
            #expect(place?["region"]?["startLine"] == 1)
        }
        let plain = try JSONReader.read(VectorReport.Form.sarif.bytes(of: RunnerTests.run(Self.text)))
        #expect(plain["runs"]?[0]?["results"]?[0]?["baselineState"] == nil)
    }

    @Test("JUnit XML is well-formed, with consistent counts", .enabled(if: Peer.has("python3")))
    func junit() throws {
        var runner = VectorRunner()
        runner.formats = FormatTable([LineFormat.self])
        var baseline = VectorBaseline()
        baseline.add(.init(program: "arca", file: "<&\">", id: "a2"), reason: "")
        runner.baseline = baseline
        let tree = VectorTree(inputs: [VectorInput(name: "<&\">", bytes: Array(Self.text.utf8))])
        let report = runner.run(tree)
        let script = """
            import sys, xml.etree.ElementTree as tree
            root = tree.fromstring(sys.stdin.buffer.read())
            suites = [suite for suite in root if suite.get("name") != "run"]
            print(*(root.get(name) for name in ("tests", "failures", "skipped")),
                  *(sum(int(s.get(name)) for s in suites) for name in ("tests", "failures", "skipped")),
                  *(sum(len(s.findall(f".//{kind}")) for s in suites) for kind in ("failure", "skipped")))
            """
        let answer = try Peer.python(script, input: VectorReport.Form.junit.bytes(of: report))
        #expect(answer.text == "4 1 2 4 1 2 1 2\n", "\(answer.text) \(answer.errors)")
    }
}
