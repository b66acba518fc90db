import ArcaTestSupport
import Foundation
import Testing

@Suite struct ColorTests {
    private static let red = "\u{1b}[1;31m"

    @Test("errors and failures are red on a color terminal")
    func colors() throws {
        try Peer.inFolder { folder in
            try Data("x".utf8).write(to: folder.appendingPathComponent("file"))
            let list = String(repeating: "0", count: 64) + "  file\n"
            try Data(list.utf8).write(to: folder.appendingPathComponent("list"))
            func shown(_ environment: [String: String]) throws -> String {
                let check = try Peer.onTerminal(
                    [Peer.arca, "hash", "-c", "list"], environment: environment, in: folder)
                #expect(check.status == 1)
                return check.text
                    + (try Peer.onTerminal([Peer.arca, "hash", "none"], environment: environment, in: folder)).text
                    + (try Peer.onTerminal([Peer.arca, "vault"], environment: environment, in: folder)).text
            }
            let colored = try shown(["TERM": "xterm-256color", "NO_COLOR": ""])
            #expect(colored.contains("file: \(Self.red)FAILED\u{1b}[0m"))
            #expect(colored.contains("arca: \(Self.red)error:\u{1b}[0m "))
            for environment in [
                ["TERM": "dumb", "NO_COLOR": ""], ["TERM": "", "NO_COLOR": ""], ["TERM": "xterm", "NO_COLOR": "1"],
            ] {
                let plain = try shown(environment)
                #expect(!plain.contains("\u{1b}"), "\(environment)")
                #expect(plain.contains("file: FAILED") && plain.contains("arca: error: "))
            }
            let piped = try Arca.run(
                ["hash", "none"], input: [], environment: ["TERM": "xterm", "NO_COLOR": ""], in: folder)
            #expect(piped.errors.hasPrefix("arca: error: "))
        }
    }
}
