import ArcaTestSupport
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
        for words in [["encrypt", "--help"], ["help", "decode"], ["help"]] {
            let lines = try Self.help(words, [:]).split(separator: "\n")
            #expect(lines.count > 15 && lines.allSatisfy { $0.hasPrefix("paged:") }, "\(words)")
        }
    }

    @Test(
        "uses no pager if it is unset, does not start, or the terminal is dumb",
        arguments: [["PAGER": ""], ["PAGER": "cat"], ["TERM": "dumb"], ["PAGER": "/nonexistent/pager"]])
    func bare(environment: [String: String]) throws {
        let text = try Self.help(["encrypt", "--help"], environment)
        #expect(text.contains("arca encrypt") && !text.contains("paged:"))
    }

    @Test("uses no pager in a pipe")
    func pipe() throws {
        let environment = ["PAGER": "sed s/^/paged:/", "TERM": "xterm"]
        #expect(try !Arca.run(["encrypt", "--help"], environment: environment).text.contains("paged:"))
    }
}
