import ArcaTestSupport
import Foundation
import Testing

@Suite("arca vault run", .enabled(if: runsSlowTests, "slow"))
struct VaultRunCommandTests {
    private static let values = ["TOKEN": "arca://site/alice", "PIN": "arca://site/alice/pin", "PLAIN": "as it is"]

    private func withItem<Result>(_ body: (VaultTrial) throws -> Result) throws -> Result {
        try VaultTrial.run { trial in
            try trial.set("site/alice", "tok-12345", ["--field", "host=example.org"])
            _ = try trial.arca(["edit", "site/alice", "--secret-field", "pin=stdin"], "9876")
            return try body(trial)
        }
    }

    @Test("puts secrets into the environment, by reference, and masks them in the output")
    func references() throws {
        try withItem { trial in
            let script = "printf '%s|%s|%s' \"$TOKEN\" \"$PIN\" \"$PLAIN\"; echo $TOKEN >&2; test $TOKEN = tok-12345"
            let masked = try trial.arca(["run", "--", "sh", "-c", script], environment: Self.values)
            #expect(masked.status == 0 && masked.text == "[hidden]|[hidden]|as it is")
            #expect(masked.errors == "[hidden]\n")
            let open = try trial.arca(["run", "--no-masking", "--", "sh", "-c", script], environment: Self.values)
            #expect(open.text == "tok-12345|9876|as it is")
            let named = try trial.arca(
                [
                    "run", "--env", "A=arca://site/alice", "--env", "B=arca://site/alice/host", "--", "sh", "-c",
                    "test $A = tok-12345 && echo $B",
                ])
            #expect(named.status == 0 && named.text == "example.org\n")
        }
    }

    @Test("reads environment files")
    func files() throws {
        try withItem { trial in
            let text = "# comment\n\nexport A = 'plain value'\nB=arca://site/alice\r\n"
            try Data(text.utf8).write(to: trial.folder.appendingPathComponent("env"))
            let answer = try trial.arca(["run", "--env-file", "env", "--", "sh", "-c", "echo \"$A,$B\""])
            #expect(answer.text == "plain value,[hidden]\n")
            try Data("A=b\nno assignment, secret\n".utf8).write(to: trial.folder.appendingPathComponent("bad"))
            let bad = try trial.arca(["run", "--env-file", "bad", "--", "true"])
            #expect(bad.status == 2)
            #expect(bad.errors.contains("line 2 of bad"))
            #expect(!bad.errors.contains("secret"))
        }
    }

    @Test(
        "reads .env files by the rules that op run and Compose share",
        arguments: [
            ("A=\"x\" # note", "x"), ("A=v # note", "v"), ("A=v#x", "v#x"), ("A=", ""),
            ("A=\"l1\nl2\"", "l1\nl2"), ("A='l1\r\nl2'\r", "l1\nl2"),
            ("A=\"\\\"q\\\" \\\\ \\$X \\n\"", "\"q\" \\ $X \n"),
            ("\u{feff}A=1", "1"), ("export A=1", "1"), ("export\tA = 'x y' # z", "x y"), ("A={\"b\":1}", "{\"b\":1}"),
            ("A='$X \\n'", "$X \\n"), ("A=\" x \"", " x "), ("A=5$", "5$"), ("# A=2\n\nA=1\n", "1"), ("A=1\nA=2", "2"),
        ])
    func values(text: String, value: String) throws {
        try withItem { trial in
            try Data(text.utf8).write(to: trial.folder.appendingPathComponent("env"))
            let answer = try trial.arca(["run", "--env-file", "env", "--", "sh", "-c", "printf %s \"$A\""])
            #expect(answer.status == 0 && answer.text == value, "\(answer.errors)")
        }
    }

    @Test("reads a .env file in UTF-16")
    func utf16() throws {
        try withItem { trial in
            let text: [UInt8] =
                [0xff, 0xfe] + "A=é # note\r\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            try Data(text).write(to: trial.folder.appendingPathComponent("env"))
            let answer = try trial.arca(["run", "--env-file", "env", "--", "sh", "-c", "printf %s \"$A\""])
            #expect(answer.status == 0 && answer.text == "é", "\(answer.errors)")
        }
    }

    @Test(
        "refuses .env values that programs read differently, and shows none",
        arguments: [
            "A=$SECRET", "A=\"${SECRET}\"", "A=C:\\SECRET", "A=\"SECRET\\x\"", "A='SECRET\\'s'", "A=#SECRET",
            "A=\"SECRET\"x", "A=\"SECRET", "A='SECRET", "A B=SECRET", "\"A\"=SECRET", "A: SECRET", "A=\"SECRET\"#x",
            "A=$(SECRET)", "A=$$SECRET", "A=SECRET\rB=2", "A= # SECRET", "A=x\t# SECRET",
        ])
    func refused(text: String) throws {
        try withItem { trial in
            try Data("X=1\n\(text)\n".utf8).write(to: trial.folder.appendingPathComponent("env"))
            let answer = try trial.arca(["run", "--env-file", "env", "--", "true"])
            #expect(answer.status == 2 && answer.errors.contains("line 2 of env"), "\(answer.errors)")
            #expect(!answer.errors.contains("SECRET"))
        }
    }

    @Test(
        "hands on no descriptor of a secret",
        arguments: [
            ("--passphrase-from fd:3 3<pw", "/dev/fd/3"), ("--passphrase-from stdin <pw", "/dev/stdin"),
            ("--passphrase-from file:/dev/fd/5 5<pw", "/dev/fd/5"), ("--key-file /dev/fd/4 4<key", "/dev/fd/4"),
        ])
    func descriptors(source: String, place: String) throws {
        try withItem { trial in
            let added = try trial.arca(
                ["slot", "add", "--new-passphrase-from", "env:PW"], environment: ["PW": "crater plywood 71 ivory canal"]
            )
            #expect(added.status == 0, "\(added.errors)")
            try trial.write("pw", "crater plywood 71 ivory canal")
            // The secret is read only if there is a reference; other descriptors are inherited.
            for reference in ["--env A=arca://site/alice", ""] {
                let script =
                    "exec \"$0\" vault run --no-masking \(reference) \(source.split(separator: " ").dropLast().joined(separator: " "))"
                    + " -- sh -c 'cat <\(place) 2>/dev/null; cat <&9' 9<other \(source.split(separator: " ").last ?? "")"
                try trial.write("other", "[other]")
                let answer = try Peer.run(
                    ["sh", "-c", script, Peer.arca], environment: trial.environment, in: trial.folder)
                #expect(answer.status == 0 && answer.text == "[other]", "\(reference): \(answer.text)\(answer.errors)")
            }
        }
    }

    @Test("ends with the command's status, and 127 or 126 if it cannot run")
    func ends() throws {
        try withItem { trial in
            #expect(try trial.arca(["run", "--env", "A=arca://site/alice", "--", "sh", "-c", "exit 42"]).status == 42)
            let killed = try trial.arca(["run", "--env", "A=arca://site/alice", "--", "sh", "-c", "kill -TERM $$"])
            #expect(killed.wasSignalled && killed.status == SIGTERM)
            #expect(try trial.arca(["run", "--", "no-such-program"]).status == 127)
            #expect(try trial.arca(["run", "--", "/dev/null"]).status == 126)
            #expect(try trial.arca(["run"]).status == 2)
        }
    }

    @Test("runs nothing if a reference cannot be resolved, and shows no secret given as one")
    func wrongReferences() throws {
        try withItem { trial in
            func run(_ value: String) throws -> Peer.Answer {
                try trial.arca(["run", "--env", "A=\(value)", "--", "touch", "ran"])
            }
            #expect(try run("arca://site/bob").status == 7)
            #expect(try run("arca://site/alice/none").status == 7)
            #expect(try run("arca://site/alice/pin/more").status == 2)
            #expect(try run("arca://%zz/alice").status == 2)
            let secret = try run("my-secret")
            #expect(secret.status == 2 && !secret.errors.contains("my-secret"))
            #expect(!FileManager.default.fileExists(atPath: trial.folder.path + "/ran"))
        }
    }

    @Test("the last assignment of a name wins: options over files, files over the environment")
    func order() throws {
        try withItem { trial in
            try trial.write("env", "TOKEN=plain\nPIN=arca://site/none\n")
            let answer = try trial.arca(
                [
                    "run", "--env-file", "env", "--env", "PIN=arca://site/alice/host", "--", "sh", "-c",
                    "echo $TOKEN,$PIN",
                ],
                environment: Self.values)
            #expect(answer.status == 0 && answer.text == "plain,example.org\n", "\(answer.errors)")
            let two = try trial.arca(
                [
                    "run", "--env", "A=arca://site/none", "--env", "A=arca://site/alice/host", "--", "sh", "-c",
                    "echo $A",
                ])
            #expect(two.text == "example.org\n")
        }
    }

    @Test("the variable of the vault's passphrase is not handed on")
    func credentialStays() throws {
        try withItem { trial in
            let added = try trial.arca(
                ["slot", "add", "--new-passphrase-from", "env:VP"],
                environment: ["VP": "owl lantern quartz 4711 meadow"])
            #expect(added.status == 0, "\(added.errors)")
            let answer = try trial.arca(
                ["run", "--passphrase-from", "env:VP", "--env", "A=arca://site/alice", "--", "sh", "-c", "env"],
                opens: false, environment: ["VP": "owl lantern quartz 4711 meadow"])
            #expect(answer.status == 0 && answer.text.contains("A=[hidden]"), "\(answer.errors)")
            #expect(!answer.text.contains("VP=") && !answer.text.contains("owl lantern"))
        }
    }

    @Test("waits for a child even if the caller ignores SIGCHLD")
    func ignoredChildren() throws {
        try withItem { trial in
            let script = """
                import os, signal, sys
                signal.signal(signal.SIGCHLD, signal.SIG_IGN)
                os.execv(sys.argv[1], sys.argv[1:])
                """
            for masking in [[], ["--no-masking"]] {
                let answer = try Peer.run(
                    ["python3", "-c", script, Peer.arca, "vault", "run", "--key-file", trial.folder.path + "/key"]
                        + masking + ["--env", "A=arca://site/alice", "--", "sh", "-c", "exit 7"],
                    environment: trial.environment, in: trial.folder)
                #expect(answer.status == 7, "\(answer.errors)")
            }
        }
    }

    @Test("the secret is only in the environment of the command, not in its arguments or those of arca")
    func nowhereElse() throws {
        try withItem { trial in
            let script =
                "tr '\\0' '\\n' < /proc/$PPID/environ; tr '\\0' ' ' < /proc/$PPID/cmdline; tr '\\0' ' ' < /proc/$$/cmdline"
            let answer = try trial.arca(
                ["run", "--no-masking", "--env", "A=arca://site/alice", "--", "sh", "-c", script])
            #expect(!answer.text.contains("tok-12345"))
        }
    }
}
