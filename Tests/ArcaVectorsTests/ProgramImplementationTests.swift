import ArcaVectors
internal import ArcaTestSupport
import Testing

/// Other programs, and programs that do not keep to the protocol.
@Suite(.enabled(if: Peer.has("python3")))
struct ProgramImplementationTests {
    private static let folder = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    private static let text = "lines 2\na1 msg= digest=\(RunnerTests.empty)\na2 msg=00 digest=\(RunnerTests.empty)"

    private static func run(_ command: String) -> VectorReport {
        RunnerTests.run(text) {
            $0.implementation = ProgramImplementation(command: command)
            $0.reference = ArcaImplementation()
        }
    }

    @Test(
        "the programs in Examples agree with the file and with Arca",
        arguments: ["answer-openssl.py", "answer-python.py"])
    func examples(name: String) {
        let report = Self.run("python3 '\(Self.folder)/Examples/vectors/\(name)'")
        #expect(report.totals.passed == 1 && report.totals.failed == 1)
        #expect(report.files[0].failures.map(\.id) == ["a2"])
        #expect(report.files[0].differences.isEmpty)
    }

    @Test("a program that lies fails, and the report tells where Arca differs")
    func lies() {
        let script =
            "import sys,json\nfor l in sys.stdin: print(json.dumps({'id':json.loads(l)['id'],'outputs':{'digest':'00'}}),flush=True)"
        let report = Self.run("python3 -c \"\(script)\"")
        #expect(report.totals.failed == 2)
        #expect(report.files[0].differences.map(\.id) == ["a1"])
        #expect(report.files[0].differences[0].referenceOutcome == .passed)
    }

    @Test(
        "what is no answer fails the case with the reason",
        arguments: [
            ("exit 3", "status 3"), ("cat", "not a known member"),
            ("echo '{}'; cat >/dev/null", "answer.id is missing"),
            ("echo no; cat >/dev/null", "not understood"), ("/no/such/program 2>/dev/null", "status 127"),
            ("sed -u 's/.*/{\"id\": 99, \"refused\": \"no\"}/'", "not that of the request"),
        ])
    func noAnswers(command: String, reason: String) {
        let report = Self.run(command)
        #expect(report.totals.failed == 2)
        #expect(
            report.files[0].failures.allSatisfy { $0.failure.reason.contains(reason) }, "\(report.files[0].failures)")
    }

    @Test("a program may say that it has no such thing")
    func unsupported() {
        let script =
            "import sys,json\nfor l in sys.stdin: print(json.dumps({'id':json.loads(l)['id'],'unsupported':'not me'}),flush=True)"
        #expect(Self.run("python3 -c \"\(script)\"").totals.skipReasons == ["not me": 2])
    }
}
