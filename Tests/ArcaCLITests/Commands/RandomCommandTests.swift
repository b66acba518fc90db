internal import ArcaTestSupport
import Foundation
import Testing

@Suite struct RandomCommandTests {
    @Test(
        "prints as many bytes as asked, as digits or Base64 in one line",
        arguments: [0, 1, 2, 3, 49_151, 49_152, 100_000])
    func printsBytes(count: Int) throws {
        let hex = try Shell.run(Peer.arca, ["random", "\(count)", "--hex"])
        #expect(hex.status == 0 && hex.errors.isEmpty)
        #expect(hex.output.utf8.count == 2 * count + 1 && hex.output.last == "\n")
        #expect(hex.output.dropLast().allSatisfy { "0123456789abcdef".contains($0) })
        let base64 = try Shell.run(Peer.arca, ["random", "--base64", "\(count)"])
        #expect(Data(base64Encoded: String(base64.output.dropLast()))?.count == count && base64.output.last == "\n")
    }

    @Test("refuses two forms at once")
    func refusesTwoForms() throws {
        let both = try Shell.run(Peer.arca, ["random", "4", "--hex", "--base64"])
        #expect(both.status == 2 && both.output.isEmpty && both.errors.contains("do not go together"))
    }

    @Test("writes raw bytes to a file that only the user may read")
    func writesFile() throws {
        try Peer.inFolder { folder in
            let run = try Shell.run(Peer.arca, ["random", "200000", "-o", "key"], in: folder)
            #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
            let path = folder.appendingPathComponent("key").path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.size] as? Int == 200_000)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("writes raw bytes to a pipe, and none to a terminal unless told to", .enabled(if: Peer.has("script")))
    func refusesTerminal() throws {
        let piped = try Shell.run("bash", ["-c", "'\(Peer.arca)' random 5000 | wc -c"])
        #expect(piped.output.contains("5000"))
        let refused = try Shell.run("script", ["-qec", "'\(Peer.arca)' random 5", "/dev/null"])
        #expect(refused.status == 2)
        #expect(refused.output.contains("arca: hint: use --hex, or --base64, or -o FILE, or -o -"))
        let allowed = try Shell.run("script", ["-qec", "'\(Peer.arca)' random 0 -o -", "/dev/null"])
        #expect(allowed.status == 0)
        let digits = try Shell.run("script", ["-qec", "'\(Peer.arca)' random 5 --hex", "/dev/null"])
        #expect(digits.status == 0 && digits.output.utf8.count == 12)
    }

    @Test("gives other bytes each time")
    func differs() throws {
        let first = try Shell.run(Peer.arca, ["random", "16", "--hex"]).output
        #expect(try Shell.run(Peer.arca, ["random", "16", "--hex"]).output != first)
    }

    @Test(
        "refuses counts that are none", arguments: [[], ["-1"], ["x"], ["1.5"], ["99999999999999999999"], ["1", "2"]])
    func refusesCounts(words: [String]) throws {
        let run = try Shell.run(Peer.arca, ["random"] + words)
        #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("arca: error: "))
    }
}
