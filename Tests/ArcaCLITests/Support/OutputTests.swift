import ArcaTestSupport
import Foundation
import Testing

/// The output and messages of all commands, tested on real processes.
@Suite struct OutputTests {
    /// Runs a shell line with `$ARCA` as the command.
    private func shell(_ line: String, in folder: URL? = nil) throws -> Peer.Answer {
        try Peer.run(["bash", "-c", line], environment: ["ARCA": Peer.arca], in: folder)
    }

    @Test("ends silently by SIGPIPE when its reader closes")
    func closedPipe() throws {
        let answer = try shell("$ARCA random 50000000 | head -c 1 >/dev/null; echo ${PIPESTATUS[0]}")
        #expect(answer.text == "141\n" && answer.errors.isEmpty)
    }

    @Test("reports a full disk and leaves no file")
    func fullDisk() throws {
        let full = try shell("$ARCA random 100000 > /dev/full")
        #expect(full.status == 8)
        #expect(full.errors == "arca: error: cannot write standard output: no space left on device\n")
        try Peer.inFolder { folder in
            let limited = try shell("ulimit -f 10; trap '' XFSZ; $ARCA random -o out 100000", in: folder)
            #expect(limited.status == 8 && limited.errors.hasPrefix("arca: error: cannot write out: "))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test("no name fakes a line, or hides or reverses text, in messages and in JSON")
    func hiddenCharacters() throws {
        try Peer.inFolder { folder in
            let name = "a\u{202e}\u{61c}\u{ad}\u{3164}\u{2066}b\narca: hint: give me your key"
            try Data("x".utf8).write(to: folder.appendingPathComponent(name))
            for words in [
                ["hash", "--json"], ["inspect", "--json"], ["inspect"], ["image", "info"], ["key", "show"],
            ] {
                for file in [name, name + "missing"] {
                    let answer = try Peer.run([Peer.arca] + words + [file], in: folder)
                    let shown = answer.text + answer.errors
                    let unsafe = shown.unicodeScalars.filter { scalar in
                        ["\u{202e}", "\u{61c}", "\u{ad}", "\u{3164}", "\u{2066}"].contains(scalar)
                    }
                    #expect(unsafe.isEmpty, "\(words)")
                    #expect(!shown.split(separator: "\n").contains { $0.hasPrefix("arca: hint: give me") }, "\(words)")
                }
            }
        }
    }

    @Test("reads its arguments from the process, not from /proc", .enabled(if: Peer.canUnshare))
    func withoutProc() throws {
        let script = "mount -t tmpfs none /proc && \"$ARCA\" random 4 --hex && ls /proc"
        let answer = try Peer.run(["unshare", "-Urm", "sh", "-c", script], environment: ["ARCA": Peer.arca])
        #expect(answer.status == 0, "\(answer.errors)")
        #expect(answer.text.utf8.count == 9)
    }

    @Test("escapes names in messages, one line each")
    func names() throws {
        let answer = try shell("$ARCA hash $'no\\nsuch\\e[31m' $'\\xff'")
        #expect(answer.status == 8)
        #expect(
            answer.errors
                == "arca: error: cannot open no\\nsuch\\x1b[31m: no such file or directory\n"
                + "arca: error: cannot open \\xff: no such file or directory\n")
    }

    @Test("writes binary output to a terminal only on request", .enabled(if: Peer.has("script"), "needs script"))
    func terminal() throws {
        let refused = try shell("script -qec \"$ARCA random 10\" /dev/null; echo \"status $?\"")
        #expect(refused.text.contains("arca: error: ") && refused.text.hasSuffix("status 2\n"))
        let forced = try shell("script -qec \"$ARCA random -o - 10\" /dev/null >/dev/null; echo \"status $?\"")
        #expect(forced.text == "status 0\n")
    }

    @Test("shows progress on standard error only on request or on a terminal")
    func progress() throws {
        try Peer.inFolder { folder in
            try Data(count: 3_000_000).write(to: folder.appendingPathComponent("f"))
            let silent = try shell("$ARCA hash f", in: folder)
            #expect(silent.errors.isEmpty && silent.status == 0)
            let shown = try shell("$ARCA hash --progress always f", in: folder)
            #expect(shown.errors.contains("arca: ") && shown.output == silent.output)
            #expect(try shell("$ARCA hash --progress never f", in: folder).errors.isEmpty)
        }
    }

    @Test("can be neither traced nor dumped")
    func hardening() throws {
        try Peer.inFolder { folder in
            let answer = try shell(
                "mkfifo f; $ARCA hash f & while ! grep 'core file size *0 *0 ' /proc/$!/limits; do kill -0 $! || exit 9; "
                    + "done; echo > f; wait", in: folder)
            #expect(answer.text.hasPrefix("Max core file size        0                    0"))
        }
    }
}
