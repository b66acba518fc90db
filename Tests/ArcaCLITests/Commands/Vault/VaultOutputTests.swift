import ArcaTestSupport
import Foundation
import Testing

@Suite("Output of vault commands")
struct VaultOutputTests {
    @Test("no output replaces the vault or its key")
    func ownFile() throws {
        try VaultTrial.run { vault in
            try vault.set("s/a", "secret")
            try vault.write("x", "content")
            #expect(try vault.arca(["attach", "s/a", "x"]).status == 0)
            let before = try Data(contentsOf: vault.folder.appendingPathComponent("vault.arca"))
            for target in ["vault.arca", "key"] {
                for words in [
                    ["export", "--format", "json"], ["get", "s/a", "--field", "password"], ["get", "s/a", "--json"],
                    ["extract", "s/a", "x"],
                ] {
                    let answer = try vault.arca(words + ["-o", target])
                    #expect(answer.status == 2, "\(words): \(answer.errors)")
                }
            }
            let backup = try vault.arca(["backup", "vault.arca", "--force"])
            #expect(backup.status == 2 && backup.errors.contains("would replace the vault itself"))
            #expect(try Data(contentsOf: vault.folder.appendingPathComponent("vault.arca")) == before)
            #expect(try vault.get("s/a") == "secret")
        }
    }

    @Test("-o receives the report; --no-line-end requires a field")
    func report() throws {
        try VaultTrial.run { vault in
            try vault.set("s/a", "secret")
            let answer = try vault.arca(["get", "s/a", "--json", "--reveal", "-o", "report"])
            #expect(answer.status == 0 && answer.text.isEmpty)
            #expect(try vault.read("report").contains("\"password\": \"secret\""))
            #expect(try vault.arca(["get", "s/a", "--no-line-end"]).status == 2)
            #expect(try vault.arca(["get", "s/a", "--field", "password", "--no-line-end"]).text == "secret")
        }
    }

    @Test("a custom field named otp is separate from the one-time password")
    func ownCode() throws {
        try VaultTrial.run { vault in
            try vault.set("s/a", "1", ["--field", "otp=mine"])
            try vault.set("s/a", "2")
            let versions = try vault.arca(["history", "s/a"])
            let oldest = try #require(versions.lines.last?.split(separator: "\t").first.map(String.init))
            let old = try vault.arca(["get", "s/a", "--version", oldest, "--field", "field:otp"])
            #expect(old.text == "mine", "\(old.errors)")
            let code = try vault.arca(["get", "s/a", "--field", "otp"])
            #expect(code.status == 7 && code.errors.contains("its own field is field:otp"))
        }
    }

    @Test("secret and data from standard input, a repeated field, and other contradictions are refused")
    func contradictions() throws {
        try VaultTrial.run { vault in
            let added = try vault.arca(
                ["slot", "add", "--new-passphrase-from", "env:VP"],
                environment: ["VP": "owl lantern quartz 4711 meadow"])
            #expect(added.status == 0)
            try vault.set("s/a", "1")
            for words in [
                ["set", "s/a", "--otp-from", "stdin"], ["edit", "s/a", "--secret-field", "pin=stdin"],
            ] {
                let answer = try vault.arca(
                    words + ["--passphrase-from", "stdin"], "owl lantern quartz 4711 meadow", opens: false)
                #expect(
                    answer.status == 2 && answer.errors.contains("both come from standard input"),
                    "\(words): \(answer.errors)")
            }
            for words in [
                ["--field", "a=1", "--field", "a=2"], ["--field", "a=1", "--secret-field", "a=file:key"],
                ["--remove-field", "a", "--field", "a=1"],
            ] {
                let answer = try vault.arca(["edit", "s/a"] + words)
                #expect(answer.status == 2 && answer.errors.contains("'a' is given twice"))
            }
            let nothing = try vault.arca(["export", "--format", "json", "--group", "Typo", "-o", "none.json"])
            #expect(nothing.status == 7 && nothing.errors.contains("in the group 'Typo'"))
            #expect(!FileManager.default.fileExists(atPath: vault.folder.path + "/none.json"))
        }
    }

    @Test("options filter lists, exports and generated passwords")
    func options() throws {
        try VaultTrial.run { vault in
            try vault.set("soon/a", "1", ["--expires", "5d"])
            try vault.set("later/b", "2", ["--expires", "50d"])
            try vault.write("otp", "JBSWY3DPEHPK3PXP")
            #expect(try vault.arca(["edit", "later/b", "--otp-from", "file:otp"]).status == 0)
            #expect(try vault.arca(["totp", "later/b"]).status == 0)
            #expect(try vault.arca(["edit", "later/b", "--remove-otp"]).status == 0)
            #expect(try vault.arca(["totp", "later/b"]).status == 7)
            #expect(try vault.arca(["list", "--expires-before", "30d"]).text == "soon/a\n")
            let audit = try vault.arca(["audit", "--expiring-within", "30d", "--min-bits", "1"])
            #expect(audit.text.contains("soon/a") && !audit.text.contains("later/b"))
            let exported = try vault.arca(["export", "--format", "csv", "--service", "later", "-o", "-"]).text
            #expect(exported.contains("later") && !exported.contains("soon"))
            #expect(try vault.arca(["mv", "soon/a", "moved"]).status == 0)
            #expect(try vault.get("moved/a") == "1")
            let word = try vault.arca(["generate", "x/y", "--characters", "200", "--no-look-alikes"])
            #expect(word.status == 0, "\(word.errors)")
            let made = try vault.get("x/y")
            #expect(made.count == 200 && !made.contains(where: { "O0Il1|".contains($0) }))
            let key = try Arca.run(["key", "generate", "x25519", "-o", "id"], in: vault.folder)
            let recipient = try #require(key.errors.split(whereSeparator: \.isWhitespace).last { $0.hasPrefix("age1") })
            try vault.write("recipients", "# us\n\(recipient)\n")
            #expect(try vault.arca(["export", "-R", "recipients", "-o", "r.age"]).status == 0)
            let read = try vault.arca(["import", "--dry-run", "r.age", "--archive-identity", "id"])
            #expect(read.text == "3 items: 0 added, 3 unchanged (dry run)\n", "\(read.errors)")
        }
    }
}
