import ArcaTestSupport
import Foundation
import Testing

@Suite struct GeneratedTests {
    @Test("tables of letters are what scripts/language-models/build.py writes; ARCA_LANGUAGE_CORPUS builds them again")
    func languageModels() throws {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized.path
        let corpus = ProcessInfo.processInfo.environment["ARCA_LANGUAGE_CORPUS"]
        let answer = try Peer.run(
            ["python3", "\(root)/scripts/language-models/build.py", "--check"]
                + ["\(root)/Sources/ArcaCodecs/Classical/Generated"] + (corpus.map { [$0] } ?? []))
        #expect(answer.status == 0, "\(answer.errors)")
    }

    @Test("names of characters are what scripts/html-names.py writes")
    func namesOfCharacters() throws {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized.path
        let answer = try Peer.run(["python3", "\(root)/scripts/html-names.py", "--check"])
        #expect(answer.status == 0, "\(answer.errors)")
    }

    @Test("the vectors of the catalog's codecs are what their program makes")
    func catalogVectors() throws {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized.path
        let answer = try Peer.run(["python3", "\(root)/Vectors/codecs/generate-catalog.py", "--check"])
        #expect(answer.status == 0, "\(answer.errors)")
    }
}
