import ArcaTestSupport
import ArcaVault
import Foundation
import Testing

@testable import ArcaCLI

/// Tables and times: for people on a terminal, for programs in a pipe.
@Suite struct TableTests {
    private func sample() -> Table {
        var table = Table(.number, .name, .text)
        table.add("7", "日本", "wide")
        table.add("12", "a\tb\u{1b}[2J", "")
        table.add("123", "é", "one")
        return table
    }

    @Test("aligns columns by display width, numbers at the right, without trailing spaces")
    func aligned() {
        #expect(
            sample().text(isAligned: true) == """
                  7  日本         wide
                 12  a\\tb\\x1b[2J
                123  é            one

                """)
    }

    @Test("a pipe gets tabs between cells, and none within")
    func tabs() {
        #expect(
            sample().text(isAligned: false)
                == "7\t日本\twide\n12\ta\\tb\\x1b[2J\t\n123\té\tone\n")
        var empty = Table(.text, .text)
        #expect(empty.text(isAligned: true).isEmpty)
        empty.add("a", "b")
        #expect(empty.text(isAligned: true) == "a  b\n" && empty.text(isAligned: false) == "a\tb\n")
    }

    @Test("marks and joiners take no column, wide characters two")
    func widths() {
        #expect(TerminalWidth.of("abc") == 3)
        #expect(TerminalWidth.of("e\u{301}") == 1)
        #expect(TerminalWidth.of("日本語") == 6)
        #expect(TerminalWidth.of("\u{1f600}") == 2)
        #expect(TerminalWidth.of("") == 0)
    }

    @Test("times are unchanged UTC in a pipe, also beyond year 9999")
    func universal() {
        #expect(DateText.shown(Vault.Timestamp(milliseconds: -1), isLocal: false) == "1969-12-31T23:59:59.999Z")
        #expect(DateText.text(0, isLocal: false) == "1970-01-01 00:00 UTC")
    }

    @Test("UTC times in reports are shown as local time on a terminal")
    func facts() throws {
        #expect(DateText.shown("2026-11-22T11:04:59Z", isLocal: false) == "2026-11-22T11:04:59Z")
        for text in ["CN=Z", "a text of 20 bytes Z", "2026-13-01T00:00:00Z"] {
            #expect(DateText.shown(text, isLocal: true) == text)
        }
        try Peer.inFolder { folder in
            let token = "eyJhbGciOiJIUzI1NiJ9.eyJpYXQiOjE1MTYyMzkwMjJ9.AAAA"
            try Data(token.utf8).write(to: folder.appendingPathComponent("token"))
            for words in [["inspect"], ["jwt", "decode"]] {
                let shown = try Peer.onTerminal(
                    [Peer.arca] + words + ["token"], environment: ["TZ": "EST5"], in: folder)
                #expect(shown.text.contains("2018-01-17 20:30:22 -05:00"), "\(words): \(shown.text)")
                let piped = try Arca.run(words + ["token"], in: folder)
                #expect(piped.text.contains("2018-01-18T01:30:22Z"), "\(words): \(piped.text)")
            }
        }
    }

    @Test("on a terminal times are local with their offset, and tables are aligned")
    func local() throws {
        try VaultTrial.run { trial in
            try trial.set("a/b", "1")
            try trial.set("long-name/account", "2")
            for (zone, sign) in [("EST5", "-05:00"), ("<+0545>-5:45", "+05:45")] {
                let answer = try Peer.onTerminal(
                    [Peer.arca, "vault", "list", "-l", "--key-file", trial.folder.path + "/key"],
                    environment: trial.environment.merging(["TZ": zone]) { $1 }, in: trial.folder)
                let lines = answer.text.split(whereSeparator: \.isNewline).map(String.init)
                try #require(answer.status == 0 && lines.count == 2, "\(answer.text)")
                for line in lines { #expect(line.contains(" \(sign)  "), "\(line)") }
                #expect(!answer.text.contains("\u{1b}"))
                let starts = lines.map { $0.range(of: "password")?.lowerBound.utf16Offset(in: $0) }
                #expect(starts[0] != nil && starts[0] == starts[1])
            }
            let colored = try Peer.onTerminal(
                [Peer.arca, "vault", "list", "-l", "--key-file", trial.folder.path + "/key"],
                environment: trial.environment.merging(["TERM": "xterm", "NO_COLOR": ""]) { $1 }, in: trial.folder)
            #expect(colored.text.contains("\u{1b}[1ma/b\u{1b}[0m"), "\(colored.text)")
            let piped = try trial.arca(["list", "-l"], environment: ["TZ": "EST5"])
            #expect(piped.lines.allSatisfy { $0.split(separator: "\t")[0].hasSuffix("Z") }, "\(piped.text)")
        }
    }
}
