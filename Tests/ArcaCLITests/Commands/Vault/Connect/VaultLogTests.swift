import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite("arca vault log") struct VaultLogTests {
    @Test("lists accesses by connector and answer, and forgets them")
    func listing() throws {
        try VaultTrial.run { trial in
            #expect(try trial.arca(["log"]).output.isEmpty)
            try trial.set("github.com/alice", "secret")
            try trial.write("a.tpl", "{{ arca://github.com/alice }}")
            for input in ["protocol=https\nhost=github.com\n\n", "protocol=https\nhost=other.example\n\n"] {
                #expect(try trial.arca(["credential", "git", "get"], input).status == 0)
            }
            #expect(try trial.arca(["inject", "a.tpl", "-o", "a"]).status == 0)
            let all = [
                "git get https://github.com github.com/alice",
                "git get https://other.example refused: no item matches",
                "inject password for a.tpl github.com/alice",
            ]
            #expect(try trial.log() == all)
            #expect(try trial.arca(["log", "--access"]).lines.count == 3)
            #expect(try trial.arca(["log", "--by", "inject"]).lines.count == 1)
            #expect(try trial.arca(["log", "--refused"]).text.contains("other.example"))
            let text = try trial.arca(["log", "--json"]).text
            #expect(text.contains("\"isGiven\": false") && !text.contains("secret"))
            #expect(try trial.arca(["log", "--clear"]).errors == "arca: removed the log of this machine\n")
            #expect(try trial.arca(["log"]).output.isEmpty)
        }
    }

    @Test("names from a program are escaped on output")
    func hostile() throws {
        try VaultTrial.run { trial in
            _ = try trial.arca(["credential", "docker", "get"], "x\u{9b}31m.io")
            let text = try trial.arca(["log"]).text
            #expect(text.contains("docker\tget x") && !text.unicodeScalars.contains("\u{9b}"))
        }
    }
}
