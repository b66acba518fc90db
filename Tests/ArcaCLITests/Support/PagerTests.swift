import ArcaTestSupport
import Foundation
import Testing

@Suite struct PagerTests {
    private static func help(_ words: [String], _ environment: [String: String]) throws -> String {
        let variables = ["PAGER": "sed s/^/paged:/", "TERM": "xterm", "NO_COLOR": "1"]
        let answer = try Peer.onTerminal(
            [Peer.arca] + words, environment: variables.merging(environment) { $1 })
        #expect(answer.status == 0)
        return answer.text.replacing("\r\n", with: "\n")
    }

    @Test("long help goes through the pager, however it is requested")
    func paged() throws {
        for words in [["encrypt", "--help=all"], ["help", "decode"], ["--help=all"]] {
            let lines = try Self.help(words, [:]).split(separator: "\n")
            #expect(lines.count > 15 && lines.allSatisfy { $0.hasPrefix("paged:") }, "\(words)")
        }
        #expect(try !Self.help(["encrypt", "--help"], [:]).contains("paged:"))
    }

    @Test("prefers ARCA_PAGER, and uses less by default", .enabled(if: Peer.has("bash")))
    func chosen() throws {
        let own = try Self.help(["encrypt", "--help=all"], ["ARCA_PAGER": "sed s/^/mine:/"])
        #expect(own.hasPrefix("mine:") && !own.contains("paged:"))
        try Peer.inFolder { folder in
            let less = folder.appendingPathComponent("less").path
            let script = "#!/bin/sh\nexec sed \"s/^/less $LESS:/\"\n"
            _ = FileManager.default.createFile(
                atPath: less, contents: Data(script.utf8), attributes: [.posixPermissions: 0o755])
            let path = "\(folder.path):/usr/bin:/bin"
            let command = ["env", "-u", "PAGER", "-u", "LESS", "PATH=\(path)", Peer.arca, "encrypt", "--help=all"]
            let answer = try Peer.onTerminal(command, environment: ["TERM": "xterm", "NO_COLOR": "1"])
            #expect(answer.text.hasPrefix("less FRX:arca encrypt: "), "\(answer.text.prefix(80))")
        }
    }

    @Test(
        "uses no pager if it is unset, does not start, or the terminal is dumb",
        arguments: [["PAGER": ""], ["PAGER": "cat"], ["TERM": "dumb"], ["PAGER": "/nonexistent/pager"]])
    func bare(environment: [String: String]) throws {
        let text = try Self.help(["encrypt", "--help=all"], environment)
        #expect(text.contains("arca encrypt") && !text.contains("paged:"))
    }

    @Test("uses no pager in a pipe")
    func pipe() throws {
        let environment = ["PAGER": "sed s/^/paged:/", "TERM": "xterm"]
        #expect(try !Arca.run(["encrypt", "--help=all"], environment: environment).text.contains("paged:"))
    }
}
