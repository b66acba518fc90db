import ArcaCore
import Synchronization
import Testing

@testable import ArcaVectors

/// A test format: lines of `id name=value …`; the first line may declare the number of cases.
enum LineFormat: VectorFormat {
    static let name = "lines"

    static func claims(_ source: VectorSource) -> Bool { source.lines().first?.hasPrefix("lines") == true }

    static func family(of kind: VectorKind) -> (any VectorFamily)? { LetterFamily(kind) }

    static func read(_ source: VectorSource) throws -> VectorFile {
        let lines = source.lines(within: source.bytes.count).filter { !$0.isEmpty }
        let cases = lines.dropFirst().map { line in
            let words = line.split(separator: " ")
            let fields = words.dropFirst().map { word in
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return VectorField(String(parts[0]), .text(String(parts[1])))
            }
            return VectorCase(
                id: String(words[0]), kind: VectorKind(String(words[0].prefix(1))), fields: fields)
        }
        return VectorFile(cases: cases, declaredCount: Int(lines[0].dropFirst(5).filter { $0 != " " }))
    }
}

/// Test families, by the first letter of the case ID.
struct LetterFamily: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard ["a", "b", "n", "s"].contains(kind.type) else { return nil }
        name = kind.type == "b" ? "beta-two" : "alpha"
        type = kind.type
    }

    private let type: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        switch type {
        case "n": return .steps([])
        case "s": return .skip("no such thing")
        default:
            let validity = fields.has("result") ? try fields.validity() : .valid
            let digest = try fields.value("digest")
            return .step(
                "hash", "sha256", inputs: ["msg": try fields.value("msg")],
                expected: validity.expectation(["digest": digest]))
        }
    }
}

@Suite("VectorRunner")
struct RunnerTests {
    static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    static func run(_ texts: String..., configure: (inout VectorRunner) -> Void = { _ in }) -> VectorReport {
        var runner = VectorRunner()
        runner.formats = FormatTable([LineFormat.self])
        configure(&runner)
        return runner.run(
            VectorTree(
                inputs: texts.enumerated().map {
                    VectorInput(name: "file\($0.offset)", bytes: Array($0.element.utf8))
                }))
    }

    @Test("counts every outcome")
    func outcomes() {
        let report = Self.run(
            """
            lines 6
            a1 msg= digest=\(Self.empty)
            a2 result=invalid msg=00 digest=\(Self.empty)
            a3 result=acceptable msg= digest=\(Self.empty)
            s4
            a5 msg=00 digest=\(Self.empty)
            a6 result=invalid msg= digest=\(Self.empty)
            """)
        let totals = report.totals
        #expect(totals.passed == 2)
        #expect(totals.failed == 2)
        #expect(totals.acceptableTaken == 1)
        #expect(totals.total == 6)
        #expect(totals.skipReasons == ["no such thing": 1])
        let failures = report.files[0].failures
        #expect(failures.map(\.id) == ["a5", "a6"])
        #expect(failures[0].failure.expected == "digest = \(Self.empty)")
        #expect(failures[0].failure.got.hasPrefix("digest = 6e340b9cffb37a98"))
        #expect(failures[0].fields.map(\.name) == ["msg", "digest"])
        #expect(!report.isGood)
    }

    @Test(
        "ignores nothing silently",
        arguments: [
            ("a field that the family does not read", "lines\na1 msg= digest=\(empty) extra=1", "extra"),
            ("a case that no family knows", "lines\nz1 msg=", "have no kind of case z"),
            ("a case of which nothing is checked", "lines\nn1", "nothing of the case was checked"),
            ("a missing field", "lines\na1 msg=", "no digest"),
            ("a field of another form", "lines\na1 msg=xy digest=00", "not hexadecimal"),
            ("an unknown result", "lines\na1 msg= digest=00 result=maybe", "not valid, invalid"),
            ("fewer cases than declared", "lines 2\na1 msg= digest=\(empty)", "declares 2 cases and has 1"),
            ("more cases than declared", "lines 0\na1 msg= digest=\(empty)", "declares 0 cases and has 1"),
            ("no case", "lines 0\n", "no case"),
            ("a file that no format claims", "other\n", "no test-vector format"),
            ("a file that is empty", "", "no test-vector format"),
            ("JSON that is cut", "{\"a\": ", "not valid JSON"),
        ])
    func nothingIsSilent(_ what: String, _ text: String, _ reason: String) throws {
        let report = Self.run(text)
        #expect(!report.isGood, "\(what)")
        #expect(report.totals.failed == 1)
        let failure = try #require(report.files[0].failures.first)
        #expect(failure.failure.reason.contains(reason), "\(failure.failure.reason)")
    }

    @Test("fails if there is nothing to run")
    func nothingToRun() {
        let report = VectorRunner().run(VectorTree(inputs: []))
        #expect(!report.isGood)
        #expect(report.totals.failed == 1)
        #expect(report.problem?.code == .empty)
    }

    @Test("counts skipped cases as failures in strict mode")
    func strict() {
        #expect(Self.run("lines\na1 msg= digest=\(Self.empty)\ns1").isGood)
        // A run in which no case passed is not good.
        #expect(!Self.run("lines\ns1").isGood)
        let report = Self.run("lines\ns1") { $0.isStrict = true }
        #expect(report.totals.failed == 1 && report.totals.skipped == 0)
        #expect(report.files[0].failures[0].failure.reason == "skipped: no such thing")
    }

    @Test("runs selected families, by name or first part, and counts the excluded cases")
    func only() {
        let text = "lines 2\na1 msg= digest=\(Self.empty)\nb2 msg= digest=\(Self.empty)"
        for name in ["beta", "beta-two"] {
            let report = Self.run(text) { $0.only = [name] }
            #expect(report.totals.passed == 1, "\(name)")
            #expect(report.leftOut == 1, "\(name)")
            #expect(report.isGood, "\(name)")
        }
        #expect(!Self.run(text) { $0.only = ["bet"] }.isGood)
        // A case without a family cannot be matched against the selection.
        #expect(!Self.run("lines\nz1\nb2 msg= digest=\(Self.empty)") { $0.only = ["beta"] }.isGood)
    }

    @Test("keeps the order of files, for any number of threads", arguments: [1, 2, 7])
    func order(_ workerCount: Int) {
        let texts = (0..<40).map { index in
            "lines\n" + (0...index).map { "a\($0) msg= digest=\(Self.empty)" }.joined(separator: "\n")
        }
        var runner = VectorRunner()
        runner.formats = FormatTable([LineFormat.self])
        runner.workerCount = workerCount
        let steps = Mutex<[Int]>([])
        let report = runner.run(
            VectorTree(
                inputs: texts.enumerated().map { VectorInput(name: "\($0.offset)", bytes: Array($0.element.utf8)) })
        ) { progress in steps.withLock { $0.append(progress.files) } }
        #expect(report.files.map(\.path) == (0..<40).map(String.init))
        #expect(report.files.map(\.tally.passed) == (1...40).map { $0 })
        #expect(steps.withLock { $0 } == Array(1...40))
    }
}
