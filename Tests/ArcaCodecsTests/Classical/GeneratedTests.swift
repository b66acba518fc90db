import ArcaTestSupport
import Foundation
import Testing

@Suite struct GeneratedTests {
    @Test("letter tables match scripts/language-models/build.py; ARCA_LANGUAGE_CORPUS rebuilds them")
    func languageModels() throws {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized.path
        let corpus = ProcessInfo.processInfo.environment["ARCA_LANGUAGE_CORPUS"]
        let answer = try Peer.run(
            ["python3", "\(root)/scripts/language-models/build.py", "--check"]
                + ["\(root)/Sources/ArcaDetect/Classical/Generated"] + (corpus.map { [$0] } ?? []))
        #expect(answer.status == 0, "\(answer.errors)")
    }

    @Test("character names match scripts/html-names.py")
    func namesOfCharacters() throws {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized.path
        let answer = try Peer.run(["python3", "\(root)/scripts/html-names.py", "--check"])
        #expect(answer.status == 0, "\(answer.errors)")
    }

    @Test("the vectors of the catalog's codecs match the program that generates them")
    func catalogVectors() throws {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized.path
        let answer = try Peer.run(["python3", "\(root)/Vectors/codecs/generate-catalog.py", "--check"])
        #expect(answer.status == 0, "\(answer.errors)")
    }
}
