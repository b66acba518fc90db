import ArcaTestSupport
import Foundation
import Testing

@Suite("Vault item commands")
struct VaultItemCommandTests {
    @Test("sets and gets attributes, fields and secrets, which are hidden by default")
    func setAndGet() throws {
        try VaultTrial.run { trial in
            try trial.set(
                "github.com/alice", "s3cret\n",
                [
                    "--label", "Git", "--kind", "login", "--group", "Work", "--comment", "a\u{1b}b", "--field",
                    "url=https://x",
                ])
            #expect(try trial.get("github.com/alice") == "s3cret")
            let shown = try trial.arca(["get", "github.com/alice"])
            for line in [
                "account: alice", "label: Git", "kind: login", "group: Work", "url: https://x", "password: [hidden]",
            ] {
                #expect(shown.text.contains(line + "\n"), "\(line)")
            }
            #expect(!shown.text.contains("s3cret") && !shown.text.contains("\u{1b}"))
            let revealed = try trial.arca(["get", "github.com/alice", "--reveal"])
            #expect(revealed.text.contains("password: s3cret\n"))
            #expect(!(try trial.arca(["get", "github.com/alice", "--json"]).text.contains("s3cret")))
            #expect(try trial.arca(["get", "github.com/alice", "--json", "--reveal"]).text.contains("\"s3cret\""))
            #expect(try trial.arca(["get", "github.com/alice", "-f", "password", "-n"]).text == "s3cret")
            #expect(try trial.arca(["get", "github.com/alice", "-f", "password", "-o", "out"]).status == 0)
            #expect(try Data(contentsOf: trial.folder.appendingPathComponent("out")) == Data("s3cret".utf8))
            // The service suffices if it has one account.
            #expect(try trial.get("github.com", "account") == "alice")
            #expect(try trial.get("github.com/alice", "url") == "https://x")
            #expect(try trial.arca(["get", "github.com/alice", "-f", "pin"]).status == 7)
        }
    }

    @Test("set keeps unnamed values, edit changes named ones, and history restores")
    func changes() throws {
        try VaultTrial.run { trial in
            try trial.set("db/admin", "one", ["--label", "DB", "--field", "host=a", "--expires", "2030-01-02"])
            try trial.set("db/admin", "two")
            #expect(try trial.get("db/admin") == "two" && trial.get("db/admin", "label") == "DB")
            #expect(try trial.get("db/admin", "expires").hasPrefix("2030-01-02T00:00:00"))
            #expect(
                try trial.arca(
                    ["edit", "db/admin", "--field", "host=b", "--remove-field", "none"]
                ).status == 7)
            #expect(try trial.get("db/admin", "host") == "a")
            #expect(
                try trial.arca(
                    ["edit", "db/admin", "--field", "host=b", "--never-expires", "--secret-field", "pin=stdin"], "1234"
                ).status == 0)
            #expect(try trial.get("db/admin", "host") == "b" && trial.get("db/admin", "pin") == "1234")
            #expect(try trial.arca(["get", "db/admin", "-f", "expires"]).status == 7)
            #expect(try trial.arca(["set", "db/admin", "--label", "New"]).status == 0)
            #expect(try trial.get("db/admin") == "two" && trial.get("db/admin", "label") == "New")
            let versions = try trial.arca(["history", "db/admin"]).lines
            #expect(versions.count == 4)
            let oldest = try #require(versions.last?.split(separator: "\t").first)
            #expect(
                try trial.arca(["get", "db/admin", "--version", String(oldest), "-f", "password"]).text == "one")
            #expect(try trial.arca(["history", "db/admin", "--revert", String(oldest)]).status == 0)
            #expect(try trial.get("db/admin") == "one" && trial.get("db/admin", "host") == "a")
            #expect(try trial.arca(["history", "db/admin", "--revert", "99"]).status == 7)
            #expect(try trial.arca(["edit", "db/none", "--label", "x"]).status == 7)
        }
    }

    @Test("find accepts one typo or letters in order, best first, if nothing contains the text")
    func fuzzy() throws {
        try VaultTrial.run { trial in
            try trial.set("github.com/alice", "hunter2", ["--label", "Code"])
            try trial.set("gardening-club.example.org/henry", "2")
            try trial.set("bank/bob", "3")
            #expect(try trial.arca(["find", "gihtub"]).text == "github.com/alice\n")
            #expect(try trial.arca(["find", "gitub"]).text == "github.com/alice\n")
            #expect(try trial.arca(["find", "ghb"]).text == "github.com/alice\n")
            #expect(try trial.arca(["find", "gc"]).text == "gardening-club.example.org/henry\ngithub.com/alice\n")
            #expect(try trial.arca(["find", "cdoe"]).text == "github.com/alice\n")
            for words in [["gihtub", "--exact"], ["huntre2"], ["zzz"]] {
                let answer = try trial.arca(["find"] + words)
                #expect(answer.status == 7 && answer.text.isEmpty, "\(words)")
            }
        }
    }

    @Test("get accepts a reference with name and field")
    func reference() throws {
        try VaultTrial.run { trial in
            try trial.set("db/prod/admin", "hunter2", ["--field", "host=db.example.org"])
            #expect(try trial.arca(["get", "arca://db%2Fprod/admin"]).text == "hunter2")
            #expect(try trial.arca(["get", "arca://db%2Fprod/admin/host", "-n"]).text == "db.example.org")
            #expect(try trial.arca(["get", "arca://db%2Fprod/admin/none"]).status == 7)
            for more in [["--field", "password"], ["--json"]] {
                #expect(try trial.arca(["get", "arca://db%2Fprod/admin/host"] + more).status == 2)
            }
            #expect(try trial.arca(["get", "db/prod/admin", "-n"]).status == 2)
        }
    }

    @Test("prints a tree on a terminal, and one name per line to a pipe")
    func tree() throws {
        try VaultTrial.run { trial in
            for name in ["work/aws/root", "github.com/alice", "github.com/bob", "wifi"] { try trial.set(name, "1") }
            try trial.set("work/aws/notes", "2", ["--class", "note"])
            let tree = """
                github.com
                ├── alice
                └── bob
                wifi
                work
                └── aws
                    ├── notes  (note)
                    └── root

                """
            let shown = try trial.onTerminal(["list"], []).text.replacing("\r\n", with: "\n")
            #expect(shown == tree)
            let flat = try trial.arca(["list"]).text
            #expect(flat == "github.com/alice\ngithub.com/bob\nwifi\nwork/aws/notes\nwork/aws/root\n")
            #expect(try trial.onTerminal(["list", "--flat"], []).text.replacing("\r\n", with: "\n") == flat)
        }
    }

    @Test("lists, finds, renames and removes items")
    func listing() throws {
        try VaultTrial.run { trial in
            try trial.set("zoo/bob", "1", ["--comment", "Needle here"])
            try trial.set("alpha/carol", "2", ["--group", "Work/Servers"])
            try trial.set("alpha/dave", "3", ["--class", "note"])
            #expect(try trial.arca(["list"]).text == "alpha/carol\nalpha/dave\nzoo/bob\n")
            #expect(try trial.arca(["list", "ALPHA/"]).text == "alpha/carol\nalpha/dave\n")
            #expect(try trial.arca(["list", "--class", "note"]).text == "alpha/dave\n")
            #expect(try trial.arca(["list", "--group", "Work"]).text == "alpha/carol\n")
            #expect(try trial.arca(["find", "needle"]).text == "zoo/bob\n")
            #expect(try trial.arca(["find", "nothing"]).status == 7)
            #expect(try trial.arca(["list", "--json"]).text.contains("\"service\": \"zoo\""))
            #expect(try trial.arca(["mv", "zoo/bob", "alpha/carol"]).status == 2)
            #expect(try trial.arca(["mv", "zoo/bob", "zoo/robert"]).status == 0)
            #expect(try trial.get("zoo/robert") == "1")
            #expect(try trial.arca(["rm", "zoo/robert"]).status == 0)
            #expect(try trial.arca(["rm", "zoo/robert"]).status == 7)
            let missing = try trial.arca(["get", "alpha/carl"])
            #expect(missing.status == 7 && missing.errors.contains("did you mean alpha/carol?"))
            let several = try trial.arca(["get", "alpha"])
            #expect(several.status == 2 && several.errors.contains("alpha/carol password; alpha/dave note"))
        }
    }

    @Test("distinguishes names by class, and finds internet passwords by server")
    func classes() throws {
        try VaultTrial.run { trial in
            try trial.set("example.org/eve", "generic")
            try trial.set("example.org/eve", "web", ["--class", "internet", "--port", "8443", "--path", "/login"])
            #expect(try trial.get("example.org/eve") == "generic")
            let web = ["--class", "internet", "--port", "8443", "--path", "/login"]
            #expect(try trial.arca(["get", "example.org/eve", "-f", "password"] + web).text == "web")
            #expect(
                try trial.arca(["get", "example.org/eve", "-f", "password", "--protocol", "https"]).text == "web")
            #expect(try trial.arca(["get", "x/y", "--class", "note", "--port", "1"]).status == 2)
            // An action that cannot be undone needs an unambiguous item.
            try trial.set("b.org/eve", "1", ["--class", "internet"])
            try trial.set("b.org/eve", "2", ["--class", "internet", "--path", "/x"])
            #expect(try trial.get("b.org/eve") == "1")
            let several = try trial.arca(["rm", "b.org/eve"])
            #expect(several.status == 2 && several.errors.contains("2 items are called 'b.org/eve'"))
            #expect(try trial.arca(["rm", "b.org/eve", "--path", "/x"]).status == 0)
            #expect(try trial.arca(["rm", "b.org/eve"]).status == 0)
            // Without an account, the item without one.
            try trial.set("c.org", "1")
            try trial.set("c.org/eve", "2")
            #expect(try trial.arca(["rm", "c.org"]).status == 0)
            #expect(try trial.get("c.org/eve") == "2")
            // A key is stored byte for byte.
            try trial.set("ssh/key", "line\n", ["--class", "key"])
            #expect(try trial.arca(["get", "ssh/key", "-f", "password", "-n"]).text == "line\n")
        }
    }

    @Test("generates by length, classes or words, with the strength on standard error")
    func generate() throws {
        try VaultTrial.run { trial in
            let made = try trial.arca(["generate", "a/b"])
            #expect(made.text.isEmpty && made.errors.contains("bits of entropy"))
            #expect(try trial.get("a/b").count == 24)
            #expect(try trial.arca(["generate", "a/b", "--characters", "12", "--classes", "digits,lower"]).status == 0)
            let password = try trial.get("a/b")
            #expect(password.count == 12 && password.allSatisfy { $0.isNumber || $0.isLowercase })
            #expect(try trial.arca(["generate", "c/d", "--words", "5", "--separator", " "]).status == 0)
            #expect(try trial.get("c/d").split(separator: " ").count == 5)
            #expect(try trial.arca(["generate", "c/d", "--words", "5", "--classes", "lower"]).status == 2)
            #expect(try trial.arca(["set", "e/f", "--generate"]).status == 0)
            #expect(try trial.get("e/f").count == 24)
        }
    }

    @Test("ends with 3 for a wrong key, 6 for none, 7 for a missing vault, and no message shows a secret")
    func wrongKeys() throws {
        try VaultTrial.run { trial in
            try trial.set("a/b", "do-not-show")
            let other = try Arca.run(
                ["vault", "init", "--vault", "other.arca", "--new-key-file", "otherkey"], in: trial.folder)
            #expect(other.status == 0)
            #expect(try trial.arca(["get", "a/b", "--key-file", "otherkey"], opens: false).status == 3)
            let locked = try trial.arca(["get", "a/b"], opens: false)
            #expect(locked.status == 6 && locked.errors.contains("--key-file FILE"))
            #expect(try trial.arca(["list", "--vault", "none.arca"]).status == 7)
            #expect(try trial.arca(["list", "--vault", "key"]).status == 5)
            #expect(try trial.arca(["init", "--new-key-file", "key"], opens: false).status == 2)
            // A secret given instead of its source is not printed.
            let mistaken = try trial.arca(["set", "c/d", "--secret-from", "do-not-show"])
            #expect(mistaken.status == 2 && !mistaken.errors.contains("do-not-show"))
            let assignment = try trial.arca(["edit", "a/b", "--secret-field", "do-not-show"])
            #expect(assignment.status == 2 && !assignment.errors.contains("do-not-show"))
        }
    }

    @Test(
        "--clip without a desktop says that the terminal was asked, and asks no dumb one",
        .enabled(if: Peer.has("python3")))
    func terminalClip() throws {
        try VaultTrial.run { trial in
            try trial.set("a/b", "s3cret")
            func clip(_ type: String) throws -> Peer.Answer {
                try Peer.onTerminal(
                    [Peer.arca, "vault", "get", "a/b", "--clip=0", "--key-file", "key"],
                    environment: trial.environment.merging(
                        ["TERM": type, "DISPLAY": "", "WAYLAND_DISPLAY": "", "NO_COLOR": "1"]) { $1 }, in: trial.folder)
            }
            let asked = try clip("xterm")
            #expect(asked.status == 0 && !asked.text.contains("copied"), "\(asked.text)")
            #expect(
                asked.text.contains("asked the terminal to copy 'password' of 'a/b', which it may refuse"),
                "\(asked.text)")
            #expect(asked.text.contains("\u{1b}]52;c;"))
            let dumb = try clip("dumb")
            #expect(dumb.status == 2 && dumb.text.contains("there is no clipboard here"), "\(dumb.text)")
            #expect(!dumb.text.contains("\u{1b}"))
        }
    }

    @Test("keys and binary data are stored byte for byte, also as a field; a line loses its end")
    func wholeFiles() throws {
        try VaultTrial.run { trial in
            let pem = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk=\n-----END OPENSSH PRIVATE KEY-----\n"
            try trial.write("pem", pem)
            try Data([0xff, 0x0a]).write(to: trial.folder.appendingPathComponent("binary"))
            try trial.write("line", "s3cret\r\n")
            let files = [("pem", Array(pem.utf8)), ("binary", [0xff, 0x0a]), ("line", Array("s3cret".utf8))]
            for (name, expected) in files {
                let set = try trial.arca(
                    ["set", name, "--secret-from", "file:\(name)", "--secret-field", "copy=file:\(name)"])
                #expect(set.status == 0, "\(set.errors)")
                for field in ["password", "copy"] {
                    let answer = try trial.arca(["get", name, "--field", field])
                    #expect(answer.output == expected, "\(name), \(field)")
                }
            }
        }
    }

    @Test("a key of ssh-keygen is usable after a round trip", .enabled(if: Peer.has("ssh-keygen")))
    func sshKey() throws {
        try VaultTrial.run { trial in
            let script = """
                set -e; umask 077; ssh-keygen -q -t ed25519 -N '' -f id
                '\(Peer.arca)' vault set ssh/id --secret-from file:id --key-file key
                '\(Peer.arca)' vault get ssh/id --field password --key-file key >back
                ssh-keygen -y -f back
                """
            let answer = try Peer.run(["sh", "-c", script], environment: trial.environment, in: trial.folder)
            #expect(answer.status == 0 && answer.text.hasPrefix("ssh-ed25519 "), "\(answer.errors)")
        }
    }

    @Test("names that other programs use run commands that only read")
    func aliases() throws {
        try VaultTrial.run { trial in
            try trial.set("a/b", "s3cret", ["--label", "Mail"])
            #expect(try trial.arca(["ls"]).text == "a/b\n")
            #expect(try trial.arca(["show", "a/b", "--field", "label"]).text == "Mail")
            #expect(try trial.arca(["search", "a"]).text == trial.arca(["find", "a"]).text)
            for words in [["ls", "zzz"], ["list", "--trash", "a/b"], ["find", "zzz"]] {
                #expect(try trial.arca(words).status == 7, "\(words)")
            }
            let code = try trial.arca(["otp", "a/b"])
            #expect(code.status == 7 && !code.errors.contains("unknown command"), "\(code.errors)")
            let clip = try trial.arca(["clip", "a/b"], environment: ["PATH": "/nowhere"])
            #expect(clip.status == 2 && clip.errors.contains("there is no clipboard here"), "\(clip.errors)")
            // Commands that write have one name.
            let delete = try trial.arca(["delete", "a/b"])
            #expect(delete.status == 2 && delete.errors.contains("did you mean arca vault rm?"), "\(delete.errors)")
        }
    }

    @Test("--clip copies a secret, does not print it, and clears the clipboard unless it was changed")
    func clips() throws {
        try VaultTrial.run { trial in
            try trial.set("a/b", "s3cret")
            let tools = trial.folder.path + "/tools"
            try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
            for (name, script) in [
                ("wl-copy", "if [ \"$1\" = --clear ]; then rm -f clipboard; touch cleared; else cat >clipboard; fi"),
                ("wl-paste", "cat clipboard; touch pasted"),
                ("sleep", "until [ -e \"late$1\" ]; do /bin/sleep 0.01; done"),
            ] {
                try trial.write("tools/\(name)", "#!/bin/sh\ncd '\(trial.folder.path)' && \(script)\n")
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(tools)/\(name)")
            }
            let environment = ["WAYLAND_DISPLAY": "wayland-0", "PATH": "\(tools):/usr/bin:/bin"]
            func wait(for name: String) throws {
                let path = trial.folder.path + "/" + name
                for _ in 0..<3_000 where !FileManager.default.fileExists(atPath: path) { usleep(10_000) }
                try #require(FileManager.default.fileExists(atPath: path), "\(name)")
            }
            let answer = try trial.arca(["get", "a/b", "--clip"], environment: environment)
            #expect(answer.status == 0)
            #expect(answer.output.isEmpty)
            #expect(answer.errors == "arca: copied 'password' of 'a/b' to the clipboard; it is cleared in 45 seconds\n")
            #expect(!answer.errors.contains("s3cret"))
            #expect(try trial.read("clipboard") == "s3cret")
            try trial.write("late45", "")
            try wait(for: "cleared")
            #expect(throws: (any Error).self) { try trial.read("clipboard") }

            try FileManager.default.removeItem(atPath: trial.folder.path + "/pasted")
            let other = ["get", "a/b", "--field", "account", "--clip=7s"]
            #expect(try trial.arca(other, environment: environment).status == 0)
            #expect(try trial.read("clipboard") == "b")
            try trial.write("clipboard", "something else")
            try trial.write("late7", "")
            try wait(for: "pasted")
            #expect(try trial.read("clipboard") == "something else")

            let none = try trial.arca(["get", "a/b", "--clip"], environment: ["PATH": "/nowhere"])
            #expect(none.status == 2 && none.errors.contains("there is no clipboard here"))
            for words in [["--clip", "--reveal"], ["--clip=2d"], ["--clip="], ["--clip=soon"], ["--clip", "7s"]] {
                #expect(try trial.arca(["get", "a/b"] + words, environment: environment).status == 2, "\(words)")
            }
        }
    }
}
