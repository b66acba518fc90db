import ArcaCore
internal import ArcaCrypto
internal import ArcaTestSupport
import Testing

@testable import ArcaVectors

/// Comparison tables of several programs.
@Suite(.enabled(if: Peer.has("python3")))
struct VectorComparisonTests {
    private static let text = """
        lines 4
        a1 msg= digest=\(RunnerTests.empty)
        a2 msg=00 digest=6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d
        b3 msg= digest=\(RunnerTests.empty)
        s4
        """

    /// A program that always answers with the digest of the empty message.
    private static let answers = program(
        "print(json.dumps({'id': q['id'], 'outputs': {'digest': '\(RunnerTests.empty)'}}))")
    private static let offersNothing = program("print(json.dumps({'id': q['id'], 'unsupported': 'not me'}))")

    private static func program(_ line: String) -> String {
        "exec python3 -uc \"import sys, json\nfor t in sys.stdin:\n q = json.loads(t)\n \(line)\""
    }

    private static func compare(_ text: String, _ commands: String...) -> VectorComparison {
        var runner = VectorRunner()
        runner.formats = FormatTable([LineFormat.self])
        let tree = VectorTree(inputs: [VectorInput(name: "it's", bytes: Array(text.utf8))])
        let programs = commands.enumerated().map { VectorComparison.Program(name: "p\($0)", command: $1) }
        return VectorComparison.run(tree, programs: programs, secondsPerAnswer: 20, runner: runner)
    }

    @Test("has a row per family and a cell per program, with the first failure and how to repeat it")
    func table() throws {
        let comparison = Self.compare(Self.text, Self.answers)
        #expect(comparison.rows.map(\.family) == ["alpha", "beta-two"])
        #expect(comparison.programs.map(\.name) == ["arca", "p0"])
        #expect(comparison.rows[0].cells.map(\.passed) == [2, 1])
        #expect(comparison.rows[0].cells.map(\.failed) == [0, 1])
        #expect(comparison.rows[1].cells.map(\.passed) == [1, 1])
        #expect(comparison.notAsked == ["no such thing": 1])
        #expect(!comparison.isGood)
        let failure = try #require(comparison.rows[0].cells[1].firstFailure)
        #expect(failure.id == "a2" && failure.failure.got.contains(RunnerTests.empty))
        let repetition = comparison.repetition(of: failure, by: comparison.programs[1])
        #expect(repetition.hasPrefix("arca vectors verify --case a2 --against 'exec python3 -uc"))
        #expect(repetition.hasSuffix(" 'it'\\''s'"))
        let page = String(decoding: VectorComparison.Form.html.bytes(of: comparison), as: UTF8.self)
        #expect(page.contains("<td class=\"n failed\" title=\"failed\"><a href=\"#f0-1\">1</a></td>"))
        #expect(page.contains("default-src 'none'") && page.hasSuffix("</html>\n"))
        let table = String(decoding: VectorComparison.Form.text.bytes(of: comparison, seconds: 2), as: UTF8.self)
        #expect(table.contains("alpha, p0, 1 failed, first it's, case a2: hash sha256: another value came out"))
        #expect(table.hasSuffix("\n3 cases in 1 files, in 2.0 s, 1 cases/s\n"))
        let json = try JSONReader.read(VectorComparison.Form.json.bytes(of: comparison))
        #expect(json["families"]?[0]?["results"]?[1]?["firstFailure"]?["case"] == "a2")
        #expect(json["totals"]?[1]?["failed"] == 1 && json["totals"]?[1]?["firstFailure"] == nil)
    }

    @Test("does not pass a program that supports nothing")
    func nothing() {
        let comparison = Self.compare(Self.text, Self.offersNothing)
        #expect(comparison.totals[1].notOffered == 3 && comparison.totals[1].failed == 0)
        #expect(comparison.problems.map(\.reason) == ["p0 passed no case"] && !comparison.isGood)
    }

    @Test("ends the run if a program does not start, and reports malformed cases and files as problems")
    func problems() {
        let comparison = Self.compare(Self.text, "exit 3")
        #expect(comparison.problems.first?.code == .otherProgram)
        let malformed = Self.compare(Self.text + "\na5 msg=zz digest=00", Self.answers)
        #expect(malformed.fileProblems.map(\.id) == ["", "a5"] && !malformed.isGood)
    }

    @Test("names.json has all protocol names of Arca, and the programs use no others")
    func names() throws {
        let folder = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Examples/vectors"
        let file = try Peer.run(["cat", "\(folder)/names.json"]).output
        let names = try JSONReader.read(Array(file))
        func list(_ name: String) -> Set<String> { Set(names[name]?.array?.compactMap(\.string) ?? []) }
        #expect(list("hash") == Set(AnyHashFunction.all.map { ProtocolName.algorithm($0.name) }))
        let ciphers = Cipher.all.filter(\.isAuthenticated).compactMap { CipherChoice.algorithms[$0] }
        #expect(list("seal").isSuperset(of: ciphers), "\(Set(ciphers).subtracting(list("seal")))")
        for word in ["sha-1", "SHA1", "sha1"] { #expect(ProtocolName.algorithm(word) == "sha1") }
        for word in ["sha-512/224", "sha512_224", "SHA-512/224"] {
            #expect(ProtocolName.algorithm(word) == "sha512-224")
        }
        #expect(ProtocolName.algorithm("hmac-sha-1") == "hmac-sha1")
        #expect(ProtocolName.algorithm("hmac-sha3-256") == "hmac-sha3-256")
        #expect(ProtocolName.algorithm("pbes2-sha-512/256-aes-256-cbc") == "pbes2-sha512-256-aes-256-cbc")
        #expect(ProtocolName.algorithm("aes-gcm") == "aes-gcm" && ProtocolName.algorithm("") == "")
    }
}
