import ArcaCore
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite("arca vault credential git") struct GitCredentialTests {
    private static func git(_ trial: VaultTrial, _ operation: String, _ lines: [String]) throws -> Peer.Answer {
        try trial.arca(["credential", "git", operation], lines.joined(separator: "\n") + "\n\n")
    }

    private static let server = ["protocol=https", "host=github.com"]

    @Test("get answers with the item of the host, and nothing else")
    func get() throws {
        try VaultTrial.run { trial in
            try trial.set("github.com/alice", "pass=word")
            try trial.set("evil-github.com/mallory", "bad")
            let answer = try Self.git(trial, "get", Self.server)
            #expect(answer.status == 0 && answer.text == "username=alice\npassword=pass=word\n" && answer.errors == "")
            for lines in [
                ["protocol=http", "host=github.com"], ["protocol=https", "host=github.com.evil.org"],
                ["protocol=https", "host=github.com", "username=bob"], ["protocol=https"], ["host=github.com"], [],
                ["protocol=https", "host="], ["protocol=cert", "path=/etc/client.pem"],
            ] {
                let none = try Self.git(trial, "get", lines)
                #expect(none.status == 0 && none.output.isEmpty && none.errors == "", "\(lines)")
            }
            let hostile = try Self.git(trial, "get", ["protocol=https", "host=github.com/.evil.org"])
            #expect(hostile.status == 2 && hostile.output.isEmpty)
            #expect(
                try Self.git(trial, "get", ["protocol"]).errors.contains("line 1 of git's request is not key=value"))
            #expect(try Self.git(trial, "nonsense", Self.server).output.isEmpty)
            #expect(try Self.git(trial, "nonsense", Self.server).status == 0)
            let log = try trial.log()
            #expect(log[0] == "git get https://github.com github.com/alice")
            #expect(log[1] == "git get http://github.com refused: no item matches")
            #expect(try !trial.arca(["log", "--json"]).text.contains("pass=word"))
        }
    }

    @Test("capabilities of git 2.46 are used only if git has them, and unknown attributes are ignored")
    func capabilities() throws {
        try VaultTrial.run { trial in
            try trial.set("github.com/alice", "tok", ["--expires", "2100-01-02T03:04:05Z"])
            let request =
                ["capability[]=authtype", "capability[]=state"] + Self.server + [
                    "wwwauth[]=Basic realm=\"x\"", "continue=1", "future[]=x",
                ]
            let lines = try Self.git(trial, "get", request).lines
            #expect(lines.count == 5 && lines[0] == "capability[]=state" && lines[1].hasPrefix("state[]=arca:"))
            #expect(Array(lines[2...]) == ["username=alice", "password_expiry_utc=4102542245", "password=tok"])
            // An empty value clears a list.
            let none = try Self.git(trial, "get", ["capability[]=state", "capability[]="] + Self.server)
            #expect(none.lines.count == 3)
            #expect(try trial.arca(["edit", "github.com/alice", "--field", "authtype=Bearer"]).status == 0)
            let bearer = try Self.git(trial, "get", ["capability[]=authtype"] + Self.server)
            #expect(bearer.lines.prefix(2) == ["capability[]=authtype", "authtype=Bearer"])
            #expect(bearer.lines.last == "credential=tok")
            let old = try Self.git(trial, "get", Self.server)
            #expect(old.status == 2 && old.output.isEmpty && old.errors.contains("needs git 2.46"))
            #expect(try trial.arca(["edit", "github.com/alice", "--expires", "2020-01-01"]).status == 0)
            #expect(try Self.git(trial, "get", ["capability[]=authtype"] + Self.server).output.isEmpty)
        }
    }

    @Test("an attribute that is not used may be any bytes, and is not kept")
    func unused() throws {
        let request =
            Array("protocol=https\nhost=a.example\nwwwauth[]=".utf8) + [0xe4] + Array("\noauth_refresh_token=t\n".utf8)
        let credential = try GitCredential(SecretBytes(copying: request))
        #expect(credential.values == ["protocol": "https", "host": "a.example"])
        #expect(throws: UsageError.self) {
            try GitCredential(SecretBytes(copying: [0x68, 0x6f, 0x73, 0x74, 0x3d, 0xe4]))
        }
    }

    @Test("several items that match alike are refused and listed, and git is told to stop")
    func ambiguous() throws {
        try VaultTrial.run { trial in
            let csv = "name,url,username,password,note\na,https://g.example/,al,1,\nb,https://g.example/,bo,2,\n"
            try trial.write("two.csv", csv)
            #expect(try trial.arca(["import", "two.csv"]).status == 0)
            let times = try trial.arca(["export", "--format", "json", "-o", "-"]).lines.filter {
                $0.contains("\"modified\"")
            }
            // Items of one import have one time.
            try #require(Set(times).count == 1)
            let answer = try Self.git(trial, "get", ["protocol=https", "host=g.example"])
            #expect(answer.status == 2 && answer.text == "quit=1\n")
            #expect(answer.errors.contains("2 items match https://g.example: g.example/al, g.example/bo"))
            #expect(try trial.log() == ["git get https://g.example refused: several items match"])
            let one = try Self.git(trial, "get", ["protocol=https", "host=g.example", "username=bo"])
            #expect(one.text == "username=bo\npassword=2\n")
        }
    }

    @Test("a secret that git's lines cannot express is refused")
    func unfit() throws {
        try VaultTrial.run { trial in
            try trial.set("github.com/alice", "one\ntwo")
            let answer = try Self.git(trial, "get", Self.server)
            #expect(answer.status == 2 && answer.output.isEmpty && answer.errors.contains("line break"))
            #expect(!answer.errors.contains("two"))
        }
    }

    @Test("store and erase change git's own items, and mark those of the user")
    func changes() throws {
        try VaultTrial.run { trial in
            let login = Self.server + ["username=al"]
            for (operation, more) in [
                ("store", ["password=one"]), ("store", ["password=one"]), ("store", ["password=two"]),
                ("store", ["password=x", "ephemeral=1"]), ("store", ["password=x", "password_expiry_utc=1"]),
                ("store", []), ("erase", ["password=one"]),
            ] {
                let answer = try Self.git(trial, operation, login + more)
                #expect(answer.status == 0 && answer.output.isEmpty && answer.errors == "", "\(operation) \(more)")
            }
            #expect(try Self.git(trial, "get", login).text == "username=al\npassword=two\n")
            #expect(try Self.git(trial, "erase", login + ["password=two"]).status == 0)
            #expect(try Self.git(trial, "get", login).output.isEmpty)
            #expect(try trial.arca(["list", "--trash"]).text.contains("github.com/al"))
            try trial.set("github.com/me", "mine")
            let other = try Self.git(trial, "store", Self.server + ["username=me", "password=other"])
            #expect(other.errors.contains("'github.com/me' has another password"))
            #expect(try trial.get("github.com/me") == "mine")
            let rejected = try Self.git(trial, "erase", Self.server + ["username=me", "password=mine"])
            #expect(rejected.errors.contains("github.com rejected the password of 'github.com/me'"))
            #expect(try Self.git(trial, "get", Self.server).output.isEmpty)
            #expect(try trial.get("github.com/me") == "mine")
            try trial.set("github.com/me", "new")
            #expect(try Self.git(trial, "get", Self.server).text == "username=me\npassword=new\n")
        }
    }

    @Test(
        "a locked vault says how to unlock it, records the request, and stores nothing",
        .enabled(if: Peer.has("setsid")))
    func locked() throws {
        try VaultTrial.run { trial in
            try trial.set("github.com/alice", "secret")
            _ = try Self.git(trial, "get", Self.server)
            func run(_ operation: String, _ more: [String]) throws -> Peer.Answer {
                try Peer.run(
                    ["setsid", "-w", Peer.arca, "vault", "credential", "git", operation],
                    input: Array((Self.server + more + ["", ""]).joined(separator: "\n").utf8),
                    environment: trial.environment, in: trial.folder)
            }
            let get = try run("get", [])
            #expect(get.status == 6 && get.output.isEmpty && get.errors.contains("'arca vault unlock'"))
            #expect(try trial.log().last == "git get https://github.com refused: the vault is locked")
            let login = ["username=alice", "password=x"]
            let old = try run("store", login)
            #expect(old.status == 0 && old.errors == "")
            #expect(try run("store", login + ["capability[]=state", "state[]=arca:00"]).errors == "")
            let new = try run("store", login + ["capability[]=state"])
            #expect(new.status == 0 && new.errors.contains("the vault is locked, so it does not store"))
            #expect(try run("erase", login).status == 0)
            #expect(try trial.get("github.com/alice") == "secret")
        }
    }

    @Test("a locked vault asks on the terminal of git", .enabled(if: Peer.has("git") && Peer.has("python3")))
    func asking() throws {
        try VaultTrial.run { trial in
            let passphrase = "owl lantern quartz 4711 meadow"
            let environment = try trial.home(links: "git-credential-arca")
            let added = try trial.arca(
                ["slot", "add", "--new-passphrase-from", "env:PW"], environment: ["PW": passphrase])
            #expect(added.status == 0, "\(added.errors)")
            try trial.set("github.com/alice", "secret")
            let script = "printf 'url=https://github.com\n\n' | git -c credential.helper=arca credential fill > out"
            let answer = try Peer.onTerminal(
                ["sh", "-c", script], [("assphrase", passphrase)], environment: environment, in: trial.folder)
            #expect(answer.status == 0 && !answer.text.contains("secret"), "\(answer.text)")
            #expect(try trial.read("out").contains("username=alice\npassword=secret\n"))
        }
    }

    @Test(
        "git gets, stores and erases passwords of a server through a link to the command",
        .enabled(if: runsSlowTests, "slow"), .enabled(if: Peer.has("git") && Peer.has("python3") && Peer.has("bash")))
    func realGit() throws {
        try VaultTrial.run { trial in
            let environment = try trial.home(links: "arca", "git-credential-arca")
            let script = """
                git init -q --bare www/repo.git
                git init -q work
                git -C work -c user.name=a -c user.email=a@b commit -q --allow-empty -m x
                git -C work push -q ../www/repo.git HEAD:main
                git -C www/repo.git update-server-info
                git config --global credential.helper "arca --key-file $HOME/key"
                url=127.0.0.1:$PORT/repo.git
                set_password() { printf %s "$2" | arca vault set "$1" --key-file key --secret-from stdin 2>>setup; }
                try() { git ls-remote "$1" 2>>errors | cut -f 2; }
                set_password "https://127.0.0.1:$PORT/alice" s3cret
                echo "only https: $(try http://$url)"
                set_password "http://127.0.0.1:$PORT/alice" wrong
                echo "wrong: $(try http://$url)"
                set_password "http://127.0.0.1:$PORT/alice" s3cret
                echo "right: $(try http://$url)"
                arca vault rm --yes "http://127.0.0.1:$PORT/alice" --key-file key 2>>setup
                echo "removed: $(try http://$url)"
                echo "typed: $(try http://alice:s3cret@$url)"
                echo "stored: $(try http://$url)"
                printf 'url=http://%s\\n\\n' $url | git credential fill | grep -c s3cret
                printf 'url=http://alice:s3cret@%s\\n\\n' $url | git credential reject
                echo "rejected: $(try http://$url)"
                printf 'url=http://bob:b@%s\\n\\n' $url | git credential approve
                printf 'url=http://%s\\n\\n' $url | git credential fill | grep username
                """
            let answer = try PasswordServer.run(script, environment: environment, in: trial.folder)
            let errors = try trial.read("errors")
            #expect(
                answer.lines == [
                    "only https: ", "wrong: ", "right: refs/heads/main", "removed: ", "typed: refs/heads/main",
                    "stored: refs/heads/main", "1", "rejected: ", "username=bob",
                ], "\(answer.errors) \(errors)")
            #expect(!errors.contains("s3cret"))
            let entry = try trial.arca(["log", "--json"]).text
            #expect(entry.contains("\"program\"") && entry.contains("git"))
            #expect(try trial.log().contains { $0.hasPrefix("git erase http://127.0.0.1") })
        }
    }
}
