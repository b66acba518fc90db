internal import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite(.enabled(if: runsSlowTests, "slow")) struct PatternCommandTests {
    private func arca(_ words: [String], _ input: String = "", in folder: URL? = nil) throws -> Peer.Answer {
        try Arca.run(["pattern"] + words, input: Array(input.utf8), in: folder)
    }

    @Test("hashes and verifies, with an exit status for each failure")
    func hash() throws {
        try Peer.inFolder { folder in
            let pepper = folder.appendingPathComponent("pepper")
            try Data((0..<32).map { UInt8($0) }).write(to: pepper)
            try Data((1..<33).map { UInt8($0) }).write(to: folder.appendingPathComponent("other"))
            let stored = try arca(
                ["hash", "--cost", "10", "--pattern-from", "stdin", "--pepper-from", "file:pepper"], "14789", in: folder
            )
            #expect(
                stored.status == 0
                    && stored.text.hasPrefix("$arca-pattern$v=1$ln=10,r=8,p=1,grid=3x3,rules=android,keyid="))
            try Data(stored.output).write(to: folder.appendingPathComponent("p.txt"))
            func verify(_ pattern: String, _ more: [String] = ["--pepper-from", "file:pepper"]) throws -> Peer.Answer {
                try arca(["verify", "p.txt", "--pattern-from", "stdin"] + more, pattern, in: folder)
            }
            #expect(try verify("14789").status == 0)
            #expect(try verify("0.3.6.7.8\n").status == 0)
            #expect(try verify("1478").status == 1)
            #expect(try verify("nonsense").status == 1)
            #expect(try verify("14789", []).status == 3)
            #expect(try verify("14789", ["--pepper-from", "file:other"]).status == 3)
            let report = try verify("14789", ["--pepper-from", "file:pepper", "--json"])
            #expect(report.text.contains("\"isValid\": true") && report.text.contains("\"needsRehash\": true"))
            let plain = try arca(["hash", "--cost", "10", "--pattern-from", "stdin", "--rules", "ios"], "1379")
            #expect(plain.errors.contains("without a pepper") && plain.text.contains("rules=free-4$"))
            #expect(try arca(["hash", "--pattern-from", "stdin"], "123").status == 5)
            #expect(try arca(["verify", "--pattern-from", "env:NONE", "-"], "x").status == 5)
        }
    }

    @Test("the lockout delays guesses, also in parallel")
    func lockout() throws {
        try Peer.inFolder { folder in
            try Data((0..<32).map { UInt8($0) }).write(to: folder.appendingPathComponent("pepper"))
            let pepper = ["--pepper-from", "file:pepper"]
            let stored = try arca(["hash", "--cost", "10", "--pattern-from", "stdin"] + pepper, "14789", in: folder)
            try Data(stored.output).write(to: folder.appendingPathComponent("p.txt"))
            func verify(_ pattern: String, _ more: [String] = []) throws -> Peer.Answer {
                try arca(
                    ["verify", "p.txt", "--pattern-from", "stdin", "--lockout", "lock"] + pepper + more, pattern,
                    in: folder)
            }
            #expect(try verify("14789").errors.contains(/wait 86(400|3\d\d) seconds/))
            #expect(try verify("14789", ["--new-lockout"]).status == 0)
            for _ in 0..<5 {
                let wrong = try verify("1478")
                #expect(wrong.status == 1 && wrong.errors.contains("pattern is wrong"))
            }
            let locked = try verify("14789")
            #expect(locked.status == 6 && locked.errors.contains("too many wrong patterns: wait"))
            let report = try verify("14789", ["--json"])
            #expect(report.status == 6 && report.text.contains("\"isValid\": false"), "\(report.text)")
            #expect(report.text.contains(/"waitSeconds": ([1-9]|[12]\d|30)\b/), "\(report.text)")
            #expect(
                try arca(["verify", "p.txt", "--lockout", "x", "--pattern-from", "stdin"], "1", in: folder).status == 2)
            // The kernel's keyring keeps the count too; remove it there.
            #expect(try verify("14789", ["--new-lockout"]).status == 0)
        }
    }

    @Test("a new pattern creates its lockout file, and replaces none without --force")
    func newLockout() throws {
        try Peer.inFolder { folder in
            try Data((0..<32).map { UInt8($0) }).write(to: folder.appendingPathComponent("pepper"))
            let words = ["--pattern-from", "stdin", "--lockout", "lock"]
            let pepper = ["--pepper-from", "file:pepper"]
            let hash = ["hash", "--cost", "10", "-o", "p.txt"] + words
            #expect(try arca(hash, "14789", in: folder).status == 2)
            #expect(try arca(hash + pepper, "14789", in: folder).status == 0)
            #expect(try arca(["verify", "p.txt"] + words + pepper, "14789", in: folder).status == 0)
            try FileManager.default.removeItem(at: folder.appendingPathComponent("p.txt"))
            let again = try arca(hash + pepper, "12369", in: folder)
            #expect(again.status == 2 && again.errors.contains("lock exists already"))
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("p.txt").path))
            #expect(try arca(hash + pepper + ["--force"], "12369", in: folder).status == 0)
            #expect(try arca(["verify", "p.txt"] + words + pepper, "12369", in: folder).status == 0)
        }
    }

    @Test("patterns are drawn on a terminal, twice if they are new, and typed on one that cannot draw")
    func drawing() throws {
        try Peer.inFolder { folder in
            try Data((0..<32).map { UInt8($0) }).write(to: folder.appendingPathComponent("pepper"))
            func draw(_ words: [String], _ answers: [(String, String)], _ terminal: String = "xterm") throws -> Int32 {
                let answers = answers.map { (question: $0.0, answer: $0.1) }
                return try Peer.onTerminal(
                    [Peer.arca, "pattern"] + words + ["--pepper-from", "file:pepper", "--lockout", "lock"], answers,
                    environment: ["TERM": terminal], in: folder
                ).status
            }
            let (right, down) = ("\u{1b}[C ", "\u{1b}[B ")
            let drawing = " " + right + right + down
            let twice = [("Draw a new pattern", drawing), ("Draw the pattern again", drawing)]
            #expect(try draw(["enroll", "--cost", "10", "-o", "p.txt"], twice) == 0)
            let verify = ["verify", "p.txt"]
            #expect(try draw(verify, [("Draw the pattern", drawing)]) == 0)
            // The board refuses what the rules do not allow and asks again, without counting it.
            #expect(try draw(verify, [("Draw the pattern", " "), ("the pattern has 1 dot", drawing)]) == 0)
            #expect(try draw(verify, [("Draw the pattern", drawing + down)]) == 1)
            #expect(try draw(verify, [("Draw the pattern", "\u{1b}")]) != 0)
            #expect(try draw(verify, [("Pattern: ", "1236")], "dumb") == 0)
            #expect(try draw(["enroll"], [], "dumb") == 2)
        }
    }

    @Test("another pepper leaves the count unchanged")
    func otherPepper() throws {
        try Peer.inFolder { folder in
            try Data((0..<32).map { UInt8($0) }).write(to: folder.appendingPathComponent("pepper"))
            try Data((1..<33).map { UInt8($0) }).write(to: folder.appendingPathComponent("other"))
            let stored = try arca(
                ["hash", "--cost", "10", "--pattern-from", "stdin", "--pepper-from", "file:pepper"], "14789", in: folder
            )
            // As written by an editor with CRLF line ends.
            try Data(stored.output.dropLast() + [0x0d, 0x0a]).write(to: folder.appendingPathComponent("p.txt"))
            func verify(_ pepper: String, _ more: [String] = []) throws -> Peer.Answer {
                try arca(
                    ["verify", "p.txt", "--pattern-from", "stdin", "--lockout", "lock", "--pepper-from", pepper] + more,
                    "14789", in: folder)
            }
            #expect(try verify("file:other").status == 3)
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("lock").path))
            #expect(try verify("file:pepper", ["--new-lockout"]).status == 0)
            #expect(try verify("file:other").status == 3)
            #expect(try verify("file:other", ["--new-lockout"]).status == 3)
            #expect(try verify("file:pepper").status == 0)
            try FileManager.default.removeItem(at: folder.appendingPathComponent("lock"))
            let missing = try verify("file:pepper")
            #expect(missing.status == 6 && missing.errors.contains("missing, damaged or of another pattern"))
        }
    }

    @Test("prints the strength, with Song's score of the published example")
    func strength() throws {
        let text = try arca(["strength", "--pattern-from", "stdin"], "123654789").text
        #expect(text.contains("song 2015: 0.447 of 1, medium") && text.contains("among the first"))
        let report = try arca(["strength", "--pattern-from", "stdin", "--json"], "519283764")
        let object = try #require(JSONSerialization.jsonObject(with: Data(report.output)) as? [String: Any])
        #expect(object["schema"] as? Int == 1 && object["dotCount"] as? Int == 9)
        #expect((object["andriotis"] as? [String: Any])?["level"] as? String == "strong")
        #expect((object["guessRank"] as? Int ?? 0) > 100_000)
        #expect(
            try arca(["strength", "--pattern-from", "stdin", "--grid", "4x4"], "0.1.2.3").text.contains(
                "only available for 3x3"))
    }

    @Test("draws in every format")
    func render() throws {
        #expect(try arca(["render", "--pattern-from", "stdin"], "1254").text.hasPrefix("1───2"))
        #expect(
            try arca(["render", "--pattern-from", "stdin", "--form", "svg", "--size", "20"], "1254").text.contains(
                "width=\"60\""))
        let png = try arca(["render", "--pattern-from", "stdin", "--form", "png"], "1254")
        #expect(Array(png.output.prefix(4)) == [0x89, 0x50, 0x4e, 0x47])
    }

    @Test("suggests and counts patterns")
    func suggestAndCount() throws {
        let late = try arca(["suggest", "--min-rank", "380000"])
        let report = try arca(["strength", "--pattern-from", "stdin", "--json"], late.text)
        let object = try #require(JSONSerialization.jsonObject(with: Data(report.output)) as? [String: Any])
        #expect(late.status == 0 && object["guessRank"] as? Int ?? 0 >= 380_000)
        for _ in 0..<3 { #expect(try arca(["suggest", "--dots", "9"]).lines[0].count == 9) }
        #expect(try arca(["suggest", "--dots", "20"]).status == 2)
        #expect(try arca(["suggest", "--draw", "--notation", "dotted", "--grid", "5x5"]).text.contains("\n\n"))
        #expect(try arca(["suggest", "--grid", "4x4", "--min-rank", "5"]).status == 2)
        let counts = try arca(["count"]).text
        #expect(
            counts
                == "4 dots: 1624\n5 dots: 7152\n6 dots: 26016\n7 dots: 72912\n8 dots: 140704\n9 dots: 140704\nall: 389112\n"
        )
        #expect(try arca(["count", "--rules", "ios"]).text.hasSuffix("all: 985824\n"))
        #expect(try arca(["count", "--json", "--grid", "2x2"]).text.contains("\"total\": 24"))
        #expect(try arca(["count", "--grid", "7x2"]).status == 2 && arca(["count", "--rules", "none"]).status == 2)
    }

    @Test("audit finds the pattern of a gesture.key and migrates it")
    func audit() throws {
        let digest = "c8c0b24a15dc8bbfd411427973574695230458f0"
        let found = try arca(["audit"], digest)
        #expect(found.status == 0)
        #expect(found.text == "14789\n")
        #expect(found.errors.contains("SHA-1 of bytes"))
        #expect(try Arca.run(["pattern", "audit"], input: hex(digest)).text == "14789\n")
        #expect(try arca(["audit", "--json"], digest).text.contains("\"encoding\": \"bytes\""))
        #expect(try arca(["audit", "--grid", "2x2"], digest).status == 7)
        #expect(try arca(["audit"], "abc").status == 5)
        for line in [digest + "\r\n", digest + "  gesture.key\n"] {
            #expect(try arca(["audit"], line).text == "14789\n", "\(line)")
        }
        let migrated = try arca(["audit", "--migrate"], digest)
        #expect(migrated.text.hasPrefix("$arca-pattern$v=1$ln=17") && migrated.errors.contains("without a pepper"))
        #expect(try arca(["audit", "--migrate", "--json"], digest).status == 2)
        #expect(try arca(["audit", "--pepper-from", "stdin"], digest).status == 2)
    }
}
