import ArcaVectors
import Testing

/// Gives the same response to every request.
private struct Parrot: VectorImplementation {
    let reply: TestPlan.Response
    func respond(to request: TestPlan.Request) throws(VectorError) -> TestPlan.Response { reply }
}

/// A family with given expectations.
private struct OneStep: VectorFamily {
    nonisolated(unsafe) static var expectations: [TestPlan.Expectation] = []
    let name = "one"
    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        .steps(Self.expectations.map { .init(TestPlan.Request("hash", "x", [:]), $0) })
    }
}

/// A format that assigns all cases to ``OneStep``.
private enum OneStepFormat: VectorFormat {
    static let name = "one"
    static func claims(_ source: VectorSource) -> Bool { true }
    static func read(_ source: VectorSource) throws -> VectorFile { try LineFormat.read(source) }
    static func family(of kind: VectorKind) -> (any VectorFamily)? { OneStep() }
}

@Suite("Checker", .serialized)
struct CheckerTests {
    private func tally(_ answer: TestPlan.Response, _ expectations: TestPlan.Expectation...) -> CaseTally {
        OneStep.expectations = expectations
        var runner = VectorRunner()
        runner.formats = FormatTable([OneStepFormat.self])
        runner.implementation = Parrot(reply: answer)
        return runner.run(VectorTree(inputs: [VectorInput(name: "f", bytes: Array("lines\na1".utf8))])).totals
    }

    private static let good = TestPlan.Response.outputs(["ct": .bytes([1]), "tag": .bytes([2])])
    private static let other = TestPlan.Response.outputs(["ct": .bytes([1]), "tag": .bytes([3])])
    private static let no = TestPlan.Response.refused(.init(code: "authenticationFailed", place: "3", "no"))
    private static let wanted: NamedValues = ["tag": .bytes([2]), "ct": .bytes([1])]

    @Test("a valid case requires the given result")
    func valid() {
        #expect(tally(Self.good, .outputs(Self.wanted)).passed == 1)
        #expect(tally(Self.other, .outputs(Self.wanted)).failed == 1)
        #expect(tally(Self.no, .outputs(Self.wanted)).failed == 1)
        #expect(tally(.outputs([:]), .outputs(Self.wanted)).failed == 1)
        #expect(tally(.outputs(["ct": .bytes([1])]), .outputs(Self.wanted)).failed == 1)
    }

    @Test("an invalid case requires rejection or another result")
    func invalid() {
        #expect(tally(Self.good, .notOutputs(Self.wanted)).failed == 1)
        #expect(tally(Self.other, .notOutputs(Self.wanted)).passed == 1)
        #expect(tally(Self.no, .notOutputs(Self.wanted)).passed == 1)
        #expect(tally(.outputs([:]), .notOutputs([:])).failed == 1)
        #expect(tally(Self.good, .refusal).failed == 1)
        #expect(tally(Self.no, .refusal).passed == 1)
    }

    @Test("an acceptable case allows rejection, but no other result")
    func acceptable() {
        #expect(tally(Self.good, .outputsOrRefusal(Self.wanted)).acceptableTaken == 1)
        #expect(tally(Self.no, .outputsOrRefusal(Self.wanted)).acceptableRefused == 1)
        #expect(tally(Self.other, .outputsOrRefusal(Self.wanted)).failed == 1)
        #expect(tally(Self.good, .outputsOrRefusal(Self.wanted), .outputsOrRefusal(Self.wanted)).acceptable == 1)
    }

    @Test("a rejection may require a certain code and location")
    func reason() {
        #expect(tally(Self.no, .refusalWith(code: "authenticationFailed", place: "3")).passed == 1)
        #expect(tally(Self.no, .refusalWith(code: "authenticationFailed", place: nil)).passed == 1)
        #expect(tally(Self.no, .refusalWith(code: "authenticationFailed", place: "4")).failed == 1)
        #expect(tally(Self.no, .refusalWith(code: "invalidKeyLength", place: nil)).failed == 1)
        #expect(tally(Self.good, .refusalWith(code: "authenticationFailed", place: nil)).failed == 1)
    }

    @Test("every step counts, and unsupported steps are skipped")
    func steps() {
        #expect(tally(Self.good, .outputs(Self.wanted), .outputs([:])).failed == 1)
        #expect(tally(.unsupported("never heard of it"), .outputs(Self.wanted)).skipReasons == ["never heard of it": 1])
    }
}
