import ArcaCore
import ArcaVectors
internal import ArcaTestSupport
import Testing

/// Other programs, including some that violate the protocol.
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
        arguments: ["answer-openssl.py", "answer-python.py", "answer-libgcrypt.py"])
    func examples(name: String) {
        let report = Self.run("python3 '\(Self.folder)/Examples/vectors/\(name)'")
        #expect(report.totals.passed == 1 && report.totals.failed == 1)
        #expect(report.files[0].failures.map(\.id) == ["a2"])
        #expect(report.files[0].differences.isEmpty)
    }

    @Test("a program with wrong answers fails, and the report shows the differences")
    func lies() {
        let script =
            "import sys,json\nfor l in sys.stdin: print(json.dumps({'id':json.loads(l)['id'],'outputs':{'digest':'00'}}),flush=True)"
        let report = Self.run("python3 -c \"\(script)\"")
        #expect(report.totals.failed == 2)
        #expect(report.files[0].differences.map(\.id) == ["a1"])
        #expect(report.files[0].differences[0].referenceOutcome == .passed)
    }

    /// A program that gives a number of good answers, then executes `line` for each request.
    private static func program(good: Int, then line: String) -> String {
        let code = """
            import sys, json, time
            for number, text in enumerate(sys.stdin):
                q = json.loads(text)
                good = {'id': q['id'], 'outputs': {'digest': '\(RunnerTests.empty)'}}
                if number < \(good): print(json.dumps(good), flush=True)
                else: \(line)
            """
        return "exec python3 -c \"\(code)\""
    }

    private static let four = "lines 4\n" + (1...4).map { "a\($0) msg= digest=\(RunnerTests.empty)\n" }.joined()

    @Test(
        "a program that never answers ends the run at the first case, with the reason",
        arguments: [
            ("exit 3", "status 3"), ("cat", "not a known member"),
            ("echo '{}'; cat >/dev/null", "answer.id is missing"),
            ("echo no; cat >/dev/null", "not understood"), ("/no/such/program 2>/dev/null", "status 127"),
            ("sed -u 's/.*/{\"id\": 99, \"refused\": \"no\"}/'", "not that of the request"),
            ("printf '{\"id\"'", "in the middle of a line"), ("exec sleep 60", "did not answer within 1 s"),
        ])
    func noStart(command: String, reason: String) {
        let report = RunnerTests.run(Self.four, Self.four) {
            $0.workerCount = 1
            $0.implementation = ProgramImplementation(command: command, secondsPerAnswer: 1)
        }
        #expect(report.problem?.code == .otherProgram)
        #expect(report.problem?.reason.contains(reason) == true, "\(report.problem?.reason ?? "")")
        #expect(report.problem?.reason.hasPrefix(command) == true)
        #expect(!report.isGood)
        #expect(report.files.count <= 1)
        #expect(report.totals.passed == 0)
    }

    @Test(
        "a program that violates the protocol fails the current case with the reason, and continues",
        arguments: [
            ("sys.exit(3)", "status 3"),
            ("print(json.dumps({**good, 'id': q['id'] + 1}), flush=True)", "answers come in the order"),
            ("print(json.dumps(good)[:20], flush=True)", "not understood"),
            ("sys.stdout.write(json.dumps(good)[:20]); sys.stdout.flush(); sys.exit(0)", "in the middle of a line"),
            ("time.sleep(60)", "did not answer within 1 s"),
            ("print(json.dumps({'id': q['id'], 'outputs': {}, 'refused': 'no'}), flush=True)", "one of outputs"),
        ])
    func halfWay(line: String, reason: String) {
        // Each process answers one request well, so the second and fourth of four cases fail.
        let report = RunnerTests.run(Self.four) {
            $0.workerCount = 1
            $0.implementation = ProgramImplementation(
                command: Self.program(good: 1, then: line), secondsPerAnswer: 1, maximumProcesses: 1)
        }
        #expect(report.files[0].failures.map(\.id) == ["a2", "a4"])
        #expect(report.files[0].failures.allSatisfy { $0.failure.reason.contains(reason) }, "\(report.reasons)")
        #expect(report.totals.passed == 2 && !report.isGood)
    }

    @Test("a program that keeps violating the protocol is given up, and the remaining cases fail")
    func givenUp() {
        let count = 200
        let text = "lines \(count)\n" + (1...count).map { "a\($0) msg= digest=\(RunnerTests.empty)\n" }.joined()
        let report = RunnerTests.run(text) {
            $0.implementation = ProgramImplementation(
                command: Self.program(good: 1, then: "sys.exit(3)"), maximumProcesses: 1)
        }
        #expect(
            report.totals.passed <= 21 && report.totals.passed + report.totals.failed == count,
            "\(report.totals) \(report.problem?.reason ?? "")")
        #expect(report.reasons.last?.contains("is not asked any more, because 20 times") == true)
    }

    @Test("requests and answers that fill both pipes do not cause a deadlock")
    func fullPipes() {
        // Requests of 40,000 bytes each, and equally long answers, before the program reads the next one.
        let digest = String(repeating: "00", count: 20_000)
        let count = 64
        let text = "lines \(count)\n" + (1...count).map { "a\($0) msg=\(digest) digest=\(digest)\n" }.joined()
        let code = """
            import sys, json
            for text in sys.stdin:
                q = json.loads(text)
                print(json.dumps({'id': q['id'], 'outputs': {'digest': q['inputs']['msg']}}), flush=True)
            """
        let report = RunnerTests.run(text) {
            $0.implementation = ProgramImplementation(command: "exec python3 -c \"\(code)\"", maximumProcesses: 1)
        }
        #expect(report.totals.passed == count, "\(report.totals) \(report.problem?.reason ?? "")")
        #expect(report.isGood)
    }

    @Test("a program may report a request as unsupported")
    func unsupported() {
        let script =
            "import sys,json\nfor l in sys.stdin: print(json.dumps({'id':json.loads(l)['id'],'unsupported':'not me'}),flush=True)"
        let report = Self.run("python3 -c \"\(script)\"")
        #expect(report.totals.skipReasons == ["not me": 2])
        #expect(report.problem?.reason == "no case passed: all were skipped" && !report.isGood)
    }
}
