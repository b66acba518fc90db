import ArcaTestSupport
import Foundation
import Testing

@Suite("arca vault import and export for encrypted files of other programs", .enabled(if: runsSlowTests, "slow"))
struct VaultMovingTests {
    private static let vectors =
        #filePath.split(separator: "/").dropLast(5).map { "/" + $0 }.joined() + "/Vectors/vault-exchange"

    private static let passphrase = ["--archive-passphrase-from", "file:pw"]

    @Test("imports .1pux, Proton Pass and CXF, and lists what happened to each item")
    func files() throws {
        try VaultTrial.run { vault in
            let dry = try vault.arca(["import", "--dry-run", "--list", Self.vectors + "/1password.1pux"])
            #expect(dry.status == 0 && dry.text.contains("13 items: 13 added (dry run)\n"), "\(dry.errors)")
            #expect(dry.text.contains("added: example.com/alice (1 attachment)\n  warning: 'Example' has a field of"))
            let json = try vault.arca(["import", "--json", Self.vectors + "/protonpass.zip"])
            #expect(json.text.contains("\"outcome\": \"added\"") && json.text.contains("\"unreadable\": 0"))
            #expect(json.text.contains("a passkey of 'Example' is not imported"))
            #expect(try vault.arca(["import", Self.vectors + "/cxf.json"]).text.contains("9 items: "))
            let unused = try vault.arca(["import", Self.vectors + "/cxf.json"] + Self.passphrase)
            #expect(unused.status == 2 && unused.errors.contains("the file is not encrypted"))
            for answer in [dry, json] { #expect(!(answer.text + answer.errors).contains("pä")) }
        }
    }

    @Test("imports and exports Bitwarden's password-protected JSON")
    func bitwarden() throws {
        try VaultTrial.run { vault in
            try vault.write("pw", "correct horse\n")
            try vault.write("wrong", "wrong\n")
            let file = Self.vectors + "/bitwarden-protected.json"
            #expect(try vault.arca(["import", file, "--archive-passphrase-from", "file:wrong"]).status == 3)
            #expect(try vault.arca(["import", file, "--max-cost", "1"] + Self.passphrase).status == 5)
            let read = try vault.arca(["import", file] + Self.passphrase)
            #expect(read.text == "2 items: 2 added\n", "\(read.errors)")
            let written = try vault.arca(["export", "--format", "bitwarden", "-o", "out.json"] + Self.passphrase)
            #expect(written.status == 0 && !written.errors.contains("unencrypted"), "\(written.errors)")
            #expect(try !vault.read("out.json").contains("alice"))
            #expect(try vault.arca(["import", "out.json"] + Self.passphrase).text == "2 items: 0 added, 2 unchanged\n")
            #expect(try vault.arca(["export", "--format", "csv", "-o", "x"] + Self.passphrase).status == 2)
            #expect(try vault.arca(["export", "--format", "bitwarden", "-r", "age1x", "-o", "x"]).status == 2)
        }
    }

    @Test(
        "a second implementation opens the export for Bitwarden",
        .enabled(if: Peer.has("python3") && Peer.has("openssl")))
    func peer() throws {
        try VaultTrial.run { vault in
            try vault.set("example.com/alice", "the password")
            try vault.write("pw", "correct horse\n")
            #expect(
                try vault.arca(["export", "--format", "bitwarden", "-o", "out.json"] + Self.passphrase).status == 0)
            let text = try Peer.output([
                "python3", Self.vectors + "/decrypt-bitwarden.py", vault.folder.path + "/out.json", "correct horse",
            ])
            let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            let items = try #require(root?["items"] as? [[String: Any]])
            let login = try #require(items.first?["login"] as? [String: Any])
            #expect(items.count == 1 && items[0]["name"] as? String == "example.com" && items[0]["type"] as? Int == 1)
            #expect(login["username"] as? String == "alice" && login["password"] as? String == "the password")
        }
    }

    @Test(
        "imports KeePass databases with passphrase and key file, and exports one that imports again",
        .enabled(if: Peer.has("python3")))
    func keePass() throws {
        try VaultTrial.run { vault in
            _ = try Peer.output([
                "python3", "-m", "zipfile", "-e", Self.vectors + "/kdbx.zip", vault.folder.path + "/k",
            ])
            try vault.write("pw", "correct horse ä\n")
            try vault.write("wrong", "wrong\n")
            let both = "k/4.0-aes-argon2id-chacha20-xml2"
            let alone = "k/3.1-chacha20-aeskdf-salsa20-any-alone"
            func load(_ file: String, _ words: [String]) throws -> Peer.Answer {
                try vault.arca(["import", "--dry-run", file] + words)
            }
            let wrong = try load(
                both, ["--archive-key-file", "k/keys/xml2", "--archive-passphrase-from", "file:wrong"])
            #expect(wrong.status == 3 && wrong.errors.contains("wrong passphrase or key file"), "\(wrong.errors)")
            #expect(try load(both, Self.passphrase).status == 3)
            #expect(try load(alone, ["--archive-key-file", "k/keys/any"]).text == "7 items: 7 added (dry run)\n")
            #expect(try load(alone, ["--archive-key-file", "k/none"]).status == 8)
            let unused = try load(Self.vectors + "/cxf.json", ["--archive-key-file", "k/keys/any"])
            #expect(
                unused.status == 2 && unused.errors.contains("k.xml is not a KeePass database")
                    || unused.errors.contains("--archive-key-file is only for these"), "\(unused.errors)")
            let costly = try load("k/4.0-aes-aeskdf-chacha20-none", Self.passphrase + ["--max-cost", "1"])
            #expect(costly.status == 0, "\(costly.errors)")
            var file = try Data(contentsOf: vault.folder.appendingPathComponent("k/3.1-aes-aeskdf-salsa20-none"))
            // 4,294,967,396 rounds instead of 100.
            let rounds = try #require(file.firstRange(of: Data([6, 8, 0, 100, 0, 0, 0, 0])))
            file[rounds.lowerBound + 7] = 1
            try file.write(to: vault.folder.appendingPathComponent("costly"))
            let refused = try load("costly", Self.passphrase)
            #expect(refused.errors.contains("above the limit of 201326592") && refused.errors.contains("--max-cost"))
            file[rounds.lowerBound + 7] = 0
            file[file.count - 1] ^= 1
            try file.write(to: vault.folder.appendingPathComponent("damaged"))
            let damaged = try load("damaged", Self.passphrase)
            #expect(damaged.status == 4 && damaged.errors.contains("hint: use another copy"), "\(damaged.errors)")

            let read = try vault.arca(
                ["import", "--list", both, "--archive-key-file", "k/keys/xml2"] + Self.passphrase)
            #expect(read.text.contains("7 items: 7 added\n"), "\(read.errors)")
            #expect(read.text.contains("  skipped: the auto-type settings of 'Example"), "\(read.text)")
            #expect(read.errors.contains("2 entries of the recycle bin") && !read.errors.contains("pä"))
            let written = try vault.arca(["export", "--format", "kdbx", "-o", "out.kdbx"] + Self.passphrase)
            #expect(written.status == 0 && written.errors.contains("7 items and 3 attachments"), "\(written.errors)")
            #expect(
                try vault.arca(["import", "out.kdbx"] + Self.passphrase).text == "7 items: 0 added, 7 unchanged\n")
            #expect(try vault.arca(["export", "--format", "kdbx", "-r", "age1x", "-o", "x"]).status == 2)
            if Peer.has("keepassxc-cli") {
                let shown = try Peer.run(
                    ["keepassxc-cli", "show", "-q", "-s", "-a", "Password", "out.kdbx", "Work/Servers/Example & <Co>"],
                    input: Array("correct horse ä\n".utf8), in: vault.folder)
                #expect(shown.text == "pä\"ss & <1>\n", "\(shown.errors)")
            }
        }
    }

    @Test("imports the folder of pass, and reports an entry that gpg cannot decrypt", .enabled(if: Peer.has("gpg")))
    func passwordStore() throws {
        try VaultTrial.run { vault in
            let home = vault.folder.path + "/g"
            try FileManager.default.createDirectory(
                atPath: home, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            let environment = vault.environment.merging(["GNUPGHOME": home]) { $1 }
            func gpg(_ words: [String], _ input: String = "") throws {
                let answer = try Peer.run(
                    ["gpg", "-q", "--batch"] + words, input: Array(input.utf8), environment: environment)
                #expect(answer.status == 0, "\(answer.errors)")
            }
            func arca(_ words: [String]) throws -> Peer.Answer {
                try Peer.run(
                    [Peer.arca, "vault"] + words + ["--key-file", vault.folder.path + "/key"], environment: environment,
                    in: vault.folder)
            }
            defer { _ = try? Peer.run(["gpgconf", "--kill", "gpg-agent"], environment: environment) }
            try gpg(["--passphrase", "", "--quick-generate-key", "alice"])
            let store = vault.folder.path + "/store"
            for folder in ["/Web/it's", "/.git"] {
                try FileManager.default.createDirectory(atPath: store + folder, withIntermediateDirectories: true)
            }
            try vault.write("store/.gpg-id", "alice\n")
            try vault.write("store/.git/x.gpg", "not an entry")
            try vault.write("store/Web/bad.gpg", "damaged")
            try gpg(
                ["-e", "-r", "alice", "-o", store + "/Web/it's/shop.gpg"],
                "secret one\nlogin: bob\nurl: https://shop.example/\n")
            try gpg(["-e", "-r", "alice", "-o", store + "/a.gpg"], "secret two\n")
            try vault.write("id", "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX\n")
            #expect(
                try Arca.run(
                    ["encrypt", "-i", "id", "-o", "store/b.age"], input: Array("three".utf8), in: vault.folder
                )
                .status == 0)
            let answer = try arca(["import", "--list", "store", "--archive-identity", "id"])
            #expect(answer.status == 4 && answer.text.contains("3 items: 3 added\n"), "\(answer.text) \(answer.errors)")
            #expect(answer.errors.contains("'Web/bad' cannot be decrypted") && !answer.errors.contains("secret"))
            #expect(try vault.get("shop.example/bob") == "secret one" && vault.get("a") == "secret two")
            #expect(try vault.get("b") == "three")
            try FileManager.default.removeItem(atPath: store + "/b.age")
            let unused = try arca(["import", "--archive-identity", "id", "store"])
            #expect(
                unused.status == 2 && unused.errors.contains(".age files, and the file is neither"), "\(unused.errors)")
            #expect(try arca(["import", "--from", "pass", "store", "--json"]).text.contains("\"unreadable\": 1"))
            #expect(try arca(["import", "g"]).status == 8)
        }
    }

    @Test(
        "imports the folder of gopass or passage with age, and names entries that cannot be decrypted",
        .enabled(if: Peer.has("age") && Peer.has("ssh-keygen")))
    func ageStore() throws {
        try VaultTrial.run { vault in
            func run(_ words: [String], _ input: String = "") throws {
                let answer = try Peer.run(words, input: Array(input.utf8), in: vault.folder)
                #expect(answer.status == 0, "\(words): \(answer.errors)")
            }
            func load(_ words: String...) throws -> Peer.Answer {
                try vault.arca(
                    ["import", "--dry-run", "store"] + words,
                    environment: ["XDG_CONFIG_HOME": vault.folder.path + "/config"])
            }
            for folder in ["store/Web/it's", "store/.git", "config/gopass/age"] {
                try FileManager.default.createDirectory(
                    at: vault.folder.appendingPathComponent(folder), withIntermediateDirectories: true)
            }
            for name in ["id", "other"] { try run(["age-keygen", "-o", name]) }
            for (name, passphrase) in [("ssh", ""), ("locked", "correct horse")] {
                try run(["ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-f", name])
            }
            try run(["ssh-keygen", "-q", "-t", "rsa", "-N", "", "-f", "rsa"])
            try run(["age-keygen", "-y", "-o", "store/.age-recipients", "id"])
            for (file, options, text) in [
                ("Web/it's/shop", [], "secret one\nlogin: bob\nurl: https://shop.example/\n---\npin: 7\n"),
                ("a", ["-a"], "secret two"), ("Web/bad", [], "secret three"),
            ] {
                let recipients = ["ssh.pub", "rsa.pub", "locked.pub"].flatMap { ["-R", $0] }
                try run(["age", "-R", "store/.age-recipients", "-o", "store/\(file).age"] + recipients + options, text)
            }
            try vault.write("store/.git/x.age", "not an entry")
            try vault.write("store/README.md", "not an entry")
            let damaged = vault.folder.appendingPathComponent("store/Web/bad.age")
            var bytes = try Data(contentsOf: damaged)
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: damaged)
            try vault.write("pw", "correct horse\n")
            try vault.write("wrong", "wrong\n")
            let passphrase = ("--archive-passphrase-from", "file:pw")

            let missing = try load()
            #expect(missing.status == 2 && missing.errors.contains("give --archive-identity FILE"), "\(missing.errors)")
            for words in [["id"], ["ssh"], ["rsa"], ["other", "--archive-identity", "id"]] {
                let found = try vault.arca(["import", "--dry-run", "store", "--archive-identity"] + words)
                #expect(found.status == 4 && found.text == "2 items: 2 added (dry run)\n", "\(found.errors)")
                #expect(found.errors.contains("'Web/bad' cannot be decrypted: ") && !found.errors.contains("secret"))
                #expect(found.errors.contains("skipped store/README.md: not a file that gpg or age encrypted"))
            }
            let locked = try load("--archive-identity", "locked", passphrase.0, passphrase.1)
            #expect(locked.text == "2 items: 2 added (dry run)\n", "\(locked.errors)")
            let wrong = try load("--archive-identity", "other")
            #expect(wrong.status == 4 && wrong.text == "0 items: 0 added (dry run)\n", "\(wrong.errors)")
            #expect(wrong.errors.contains("'a' cannot be decrypted: no identity fits"), "\(wrong.errors)")
            let unused = try load("--archive-identity", "id", passphrase.0, passphrase.1)
            #expect(unused.status == 2 && unused.errors.contains("no file of identities is encrypted"))

            // gopass keeps its identities in a file with a passphrase.
            let file = vault.folder.path + "/config/gopass/age/identities"
            let made = try Peer.onTerminal(
                ["age", "-p", "-o", file, "id"],
                [("Enter passphrase", "correct horse"), ("Confirm passphrase", "correct horse")], in: vault.folder)
            #expect(made.status == 0, "\(made.errors)")
            let kept = try load(passphrase.0, passphrase.1)
            #expect(kept.text == "2 items: 2 added (dry run)\n", "\(kept.errors)")
            #expect(kept.errors.contains("decrypting with the identities in \(file)"), "\(kept.errors)")
            #expect(try load(passphrase.0, "file:wrong").status == 3)
            let asked = try vault.onTerminal(
                ["import", "--dry-run", "store", "--archive-identity", file],
                [("Passphrase of \(file)", "correct horse")])
            #expect(asked.text.contains("2 items: 2 added (dry run)"), "\(asked.text)")
            // passage has them next to the store.
            try run(["cp", "id", "identities"])
            #expect(try load().text == "2 items: 2 added (dry run)\n")
            #expect(try vault.arca(["import", "store", "--archive-identity", "id"]).status == 4)
            #expect(try vault.get("shop.example/bob") == "secret one" && vault.get("a") == "secret two")
        }
    }
}
