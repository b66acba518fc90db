internal import ArcaTestSupport
import Foundation
import Testing

@Suite struct PassphraseCommandTests {
    @Test("prints six words, and their entropy on standard error")
    func printsWords() throws {
        let run = try Arca.run(["passphrase"])
        #expect(run.status == 0)
        #expect(run.errors == "arca: 77.5 bits of entropy\n")
        #expect(run.text.last == "\n" && run.text.dropLast().allSatisfy { $0.isLowercase || $0 == "-" })
        #expect((6...12).contains(run.text.split(separator: "-").count))
    }

    @Test("uses the given number of words and separator")
    func honorsOptions() throws {
        let run = try Arca.run(["passphrase", "--words", "4", "--separator", " + "])
        #expect(run.errors == "arca: 51.7 bits of entropy\n")
        #expect(run.text.filter { $0 == "+" }.count == 3)
        let joined = try Arca.run(["passphrase", "--words", "2", "--separator", ""])
        #expect(joined.status == 0 && !joined.text.contains(" "))
    }

    @Test("prints characters instead of words, without look-alikes on request")
    func printsCharacters() throws {
        let run = try Arca.run(["passphrase", "--characters", "20"])
        #expect(run.errors == "arca: 130.9 bits of entropy\n" && run.text.utf8.count == 21)
        let plain = try Arca.run(["passphrase", "--characters", "900", "--no-look-alikes"])
        #expect(plain.text.utf8.count == 901 && !plain.text.contains { "0O1Il|".contains($0) })
    }

    @Test("writes to a file that only the user may read")
    func writesFile() throws {
        try Peer.inFolder { folder in
            let run = try Arca.run(["passphrase", "-o", "secret"], in: folder)
            #expect(run.status == 0 && run.text.isEmpty)
            let path = folder.appendingPathComponent("secret").path
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test(
        "rejects conflicting options, and numbers out of range",
        arguments: [
            ["--characters", "20", "--words", "5"], ["--characters", "20", "--separator", "x"], ["--no-look-alikes"],
            ["--words", "0"],
            ["--words", "1001"],
            ["--characters", "3"], ["--characters", "1001"], ["words"],
        ])
    func refusesOptions(words: [String]) throws {
        let run = try Arca.run(["passphrase"] + words)
        #expect(run.status == 2)
        #expect(run.text.isEmpty)
        #expect(run.errors.hasPrefix("arca: error: "))
    }
}
