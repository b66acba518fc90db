import ArcaCore
import ArcaTestSupport
import Foundation
import Testing

@Suite struct JSONErrorsTests {
    private static func error(_ words: [String], input: String = "", in folder: URL? = nil) throws -> JSONObject {
        let answer = try Arca.run(words, input: Array(input.utf8), in: folder)
        let line = try #require(answer.errors.split(separator: "\n").first { $0.hasPrefix("{") })
        let report = try #require(try JSONReader.read(line.utf8).object)
        #expect(report["schema"]?.int == 1)
        let error = try #require(report["error"]?.object)
        #expect(error["status"]?.int == Int(answer.status))
        return error
    }

    @Test("an error is a line of JSON, with kind, code, message, place, hint and status")
    func errors() throws {
        try Peer.inFolder { folder in
            let missing = try Self.error(["hash", "--json", "none"], in: folder)
            #expect(missing["kind"]?.string == "inputOutput" && missing["status"]?.int == 8)
            #expect(missing["message"]?.string?.contains("none") == true)

            let malformed = try Self.error(["decode", "auto", "--json", "--depth", "0"], in: folder)
            #expect(malformed["kind"]?.string == "wrongUse" && malformed["status"]?.int == 2)

            let unknown = try Self.error(["hash", "--json", "--nonsense"], in: folder)
            #expect(unknown["kind"]?.string == "wrongUse" && unknown["code"]?.string == "unknownOption")

            try Data("-----BEGIN PUBLIC KEY-----\nMIIB!\n-----END PUBLIC KEY-----\n".utf8).write(
                to: folder.appendingPathComponent("key.pem"))
            let key = try Self.error(["key", "show", "--json", "key.pem"], in: folder)
            #expect(key["status"]?.int == 5 && key["kind"]?.string == "malformed")
        }
    }

    @Test("errors are text without --json, or if it follows --")
    func text() throws {
        for words in [["hash", "none"], ["hash", "--", "--json"]] {
            let answer = try Arca.run(words, input: [])
            #expect(answer.errors.hasPrefix("arca: error: ") && answer.status == 8)
        }
    }
}
