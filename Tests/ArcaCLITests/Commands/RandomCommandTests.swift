internal import ArcaTestSupport
import Foundation
import Testing

@Suite struct RandomCommandTests {
    @Test(
        "prints the requested number of bytes, in hexadecimal or Base64 on one line",
        arguments: [0, 1, 2, 3, 49_151, 49_152, 100_000])
    func printsBytes(count: Int) throws {
        let hex = try Arca.run(["random", "\(count)", "--hex"])
        #expect(hex.status == 0 && hex.errors.isEmpty)
        #expect(hex.text.utf8.count == 2 * count + 1 && hex.text.last == "\n")
        #expect(hex.text.dropLast().allSatisfy { "0123456789abcdef".contains($0) })
        let base64 = try Arca.run(["random", "--base64", "\(count)"])
        #expect(Data(base64Encoded: String(base64.text.dropLast()))?.count == count && base64.text.last == "\n")
    }

    @Test("rejects two formats at once")
    func refusesTwoForms() throws {
        let both = try Arca.run(["random", "4", "--hex", "--base64"])
        #expect(both.status == 2)
        #expect(both.text.isEmpty)
        #expect(both.errors.contains("cannot be combined"))
    }

    @Test("writes raw bytes to a file that only the user may read")
    func writesFile() throws {
        try Peer.inFolder { folder in
            let run = try Arca.run(["random", "200000", "-o", "key"], in: folder)
            #expect(run.status == 0)
            #expect(run.text.isEmpty)
            #expect(run.errors.isEmpty)
            let path = folder.appendingPathComponent("key").path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.size] as? Int == 200_000)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("replaces no file without --force", arguments: [["random", "16"], ["passphrase"]])
    func keepsFile(words: [String]) throws {
        try Peer.inFolder { folder in
            let file = folder.appendingPathComponent("key")
            try Data("precious".utf8).write(to: file)
            let refused = try Arca.run(words + ["-o", "key"], in: folder)
            #expect(refused.status == 2)
            #expect(
                refused.errors
                    == "arca: error: key exists already\narca: hint: give another file, or --force to replace it\n")
            #expect(try Data(contentsOf: file) == Data("precious".utf8))
            let forced = try Arca.run(words + ["-o", "key", "--force"], in: folder)
            #expect(forced.status == 0)
            #expect(try Data(contentsOf: file) != Data("precious".utf8))
            #expect(try Arca.run(words + ["--force"], in: folder).status == 2)
        }
    }

    @Test("writes raw bytes to a pipe, and to a terminal only on request", .enabled(if: Peer.has("script")))
    func refusesTerminal() throws {
        let piped = try Peer.run(["bash", "-c", "'\(Peer.arca)' random 5000 | wc -c"])
        #expect(piped.text.contains("5000"))
        let refused = try Peer.run(["script", "-qec", "'\(Peer.arca)' random 5", "/dev/null"])
        #expect(refused.status == 2)
        #expect(refused.text.contains("arca: hint: give --hex, or --base64, or -o FILE, or -o -"))
        let allowed = try Peer.run(["script", "-qec", "'\(Peer.arca)' random 0 -o -", "/dev/null"])
        #expect(allowed.status == 0)
        let digits = try Peer.run(["script", "-qec", "'\(Peer.arca)' random 5 --hex", "/dev/null"])
        #expect(digits.status == 0 && digits.text.utf8.count == 12)
    }

    @Test("gives different bytes each time")
    func differs() throws {
        let first = try Arca.run(["random", "16", "--hex"]).text
        #expect(try Arca.run(["random", "16", "--hex"]).text != first)
    }

    @Test(
        "rejects invalid counts", arguments: [[], ["-1"], ["x"], ["1.5"], ["99999999999999999999"], ["1", "2"]])
    func refusesCounts(words: [String]) throws {
        let run = try Arca.run(["random"] + words)
        #expect(run.status == 2)
        #expect(run.text.isEmpty)
        #expect(run.errors.hasPrefix("arca: error: "))
    }
}
