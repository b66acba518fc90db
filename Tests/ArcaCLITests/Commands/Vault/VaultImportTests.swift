import ArcaTestSupport
import Foundation
import Testing

@Suite("arca vault import is lossless and idempotent", .enabled(if: runsSlowTests, "slow"))
struct VaultImportTests {
    private static let opening = ["--archive-passphrase-from", "file:pw"]

    /// Exports everything to an archive.
    private func archive(_ vault: VaultTrial) throws {
        try vault.write("pw", "the archive's")
        let answer = try vault.arca(["export", "--work-factor", "2", "-o", "a.age"] + Self.opening)
        #expect(answer.status == 0, "\(answer.errors)")
    }

    /// The full contents of the vault.
    private func all(_ vault: VaultTrial) throws -> [Substring] {
        VaultTrial.contents(try vault.arca(["export", "--format", "json"]).text)
    }

    @Test("notes (as another program calls notes) are shown with the secrets only")
    func notes() throws {
        try VaultTrial.run { vault in
            try vault.write(
                "c.csv", "name,url,username,password,note\nExample,https://example.com,alice,p,recovery 4711\n")
            #expect(try vault.arca(["import", "c.csv"]).status == 0)
            for words in [
                ["get", "example.com/alice"], ["get", "example.com/alice", "--json"], ["list", "-l"],
                ["list", "--json"],
                ["find", "example"], ["find", "example", "-l"], ["find", "example", "--json"],
                ["history", "example.com/alice"],
                ["audit"], ["audit", "--json"],
            ] {
                let answer = try vault.arca(words)
                #expect(!answer.text.contains("4711") && !answer.errors.contains("4711"), "\(words)")
            }
            #expect(try vault.arca(["find", "4711"]).status == 7)
            #expect(try vault.arca(["get", "example.com/alice", "--reveal"]).text.contains("recovery 4711"))
            #expect(try vault.get("example.com/alice", "notes") == "recovery 4711")
            // Exports for other programs put them back in the notes column.
            #expect(try vault.arca(["export", "--format", "csv"]).text.contains("\"recovery 4711\""))
        }
    }

    @Test("restores a full history, attachments and times; a second import changes nothing")
    func lossless() throws {
        try VaultTrial.run { vault in
            for number in 0...10 { try vault.set("s/a", "value \(number)") }
            for name in ["one", "two"] {
                try vault.write(name, "content of \(name)")
                // Each attachment is a version: the history stays full.
                #expect(try vault.arca(["attach", "s/a", name, "--type", "text/x", "--progress", "never"]).status == 0)
            }
            try vault.set("s/b", "plain")
            try archive(vault)
            let before = try all(vault)
            for part in ["\"secret\": \"value 2\"", "\"name\": \"two\""] {
                #expect(before.contains { $0.contains(part) }, "\(part)")
            }
            try VaultTrial.run { other in
                for name in ["a.age", "pw"] {
                    try FileManager.default.copyItem(
                        at: vault.folder.appendingPathComponent(name), to: other.folder.appendingPathComponent(name))
                }
                let dry = try other.arca(["import", "--dry-run", "--json", "a.age"] + Self.opening)
                #expect(dry.text.contains("\"added\": 2") && dry.text.contains("\"attachments\": 2"))
                #expect(try other.arca(["import", "a.age"] + Self.opening).text == "2 items: 2 added\n")
                #expect(try all(other) == before)
                #expect(
                    try other.arca(["extract", "s/a", "two", "-o", "-"]).text == "content of two")
                let versions = try other.arca(["history", "s/a"]).lines.count
                let again = try other.arca(["import", "--replace", "a.age"] + Self.opening)
                #expect(again.text == "2 items: 0 added, 2 unchanged\n", "\(again.errors)")
                #expect(try other.arca(["history", "s/a"]).lines.count == versions)
                // Missing and changed attachments are restored, without a version for each.
                #expect(try other.arca(["attach", "s/a", "--remove", "one"]).status == 0)
                #expect(try other.arca(["attach", "s/a", "--remove", "two"]).status == 0)
                try other.write("two", "CONTENT OF two")
                #expect(try other.arca(["attach", "s/a", "two", "--type", "text/x"]).status == 0)
                let mended = try other.arca(["import", "--replace", "--json", "a.age"] + Self.opening)
                #expect(mended.text.contains("\"replaced\": 1") && mended.text.contains("\"attachments\": 2"))
                for name in ["one", "two"] {
                    #expect(try other.arca(["extract", "s/a", name, "-o", "-"]).text == "content of \(name)")
                }
                #expect(
                    try other.arca(["import", "--replace", "a.age"] + Self.opening).text
                        == "2 items: 0 added, 2 unchanged\n")
            }
        }
    }

    @Test("truncates and reports a history longer than the vault keeps")
    func longHistory() throws {
        try VaultTrial.run { vault in
            let versions = (0..<12).map { "<Entry><String><Key>Password</Key><Value>\($0)</Value></String></Entry>" }
            try vault.write(
                "k.xml",
                "<KeePassFile><Root><Group><Entry><String><Key>Title</Key><Value>T</Value></String>"
                    + "<Tags></Tags><OverrideURL></OverrideURL><History>\(versions.joined())</History>"
                    + "</Entry></Group></Root></KeePassFile>")
            let answer = try vault.arca(["import", "k.xml"])
            #expect(
                answer.status == 0 && answer.errors.contains("skipped 2 older versions of T: more than the vault keeps")
            )
            #expect(try !vault.arca(["get", "T"]).text.contains("tags"))
        }
    }

    @Test("an import does not reset a counter, and totp reads its passphrase source only once")
    func counter() throws {
        try VaultTrial.run { vault in
            let uri = "otpauth://hotp/T:u?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=1&issuer=T\n"
            #expect(try vault.arca(["import"], uri).status == 0)
            let added = try vault.arca(
                ["slot", "add", "--new-passphrase-from", "env:VP"],
                environment: ["VP": "owl lantern quartz 4711 meadow"])
            #expect(added.status == 0)
            // RFC 4226, appendix D.
            let first = try vault.arca(
                ["totp", "T/u", "--passphrase-from", "env:VP"], opens: false,
                environment: ["VP": "owl lantern quartz 4711 meadow"])
            #expect(first.text == "287082\n", "\(first.errors)")
            #expect(try vault.arca(["import", "--replace"], uri).text == "1 item: 0 added, 1 unchanged\n")
            #expect(try vault.arca(["totp", "T/u"]).text == "359152\n")
        }
    }

    @Test("a file with one invalid item is not imported at all, and a dry run says so")
    func allOrNothing() throws {
        try VaultTrial.run { vault in
            let long = String(repeating: "x", count: 300_000)
            try vault.write("p.csv", "Title,Username,Password,URL,Notes,Group\na,b,c,,,\nx,y,z,,,\(long)\n")
            for options in [["--dry-run"], []] {
                let answer = try vault.arca(
                    ["import", "--map", "title=Title,password=Password,group=Group", "p.csv"] + options)
                #expect(answer.status == 5 && answer.errors.contains("line 3: the attributes of x"), "\(answer.errors)")
            }
            #expect(try vault.arca(["list"]).text.isEmpty)
        }
    }

    @Test("does not show the contents of a wrong file, or print its control characters")
    func hostile() throws {
        try VaultTrial.run { vault in
            try vault.write("p.csv", "Site,Pass\nexample,topsecret99\nother,9223372036854775807\n")
            let mapped = try vault.arca(["import", "--map", "service=Site,changed=Pass", "p.csv"])
            #expect(mapped.status == 0 && !mapped.errors.contains("topsecret99"))
            #expect(mapped.errors.contains("line 3: a time is not as in"))
            try vault.write(
                "u.csv",
                "url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged\n\"alice:hidden@example.com\",u,p,,,,1,1,1\n"
            )
            #expect(try vault.arca(["import", "u.csv"]).status == 0)
            #expect(try !vault.arca(["list"]).text.contains("hidden"))
            let exported = try vault.arca(["export", "--format", "json", "-o", "all.json"])
            #expect(exported.status == 0)
            #expect(try vault.arca(["import", "all.json"]).text.contains("unchanged"))
            try vault.write("e.csv", "name\u{1b}[31m,b\n1,2\n")
            let escape = try vault.arca(["import", "--map", "service=none", "e.csv"])
            #expect(escape.status != 0 && !escape.errors.contains("\u{1b}"), "\(escape.errors)")
            try vault.write("k.csv", "Site\nx\n")
            let ignored = try vault.arca(["import", "--map", "service=Site", "--archive-identity", "none", "k.csv"])
            #expect(ignored.status == 2 && ignored.errors.contains("--archive-identity is for archives and"))
        }
    }

    @Test("an archive may exceed the size limit of other files")
    func longArchive() throws {
        try VaultTrial.run { vault in
            let file = vault.folder.appendingPathComponent("big.age")
            try Data("age-encryption.org/v1\n-> X25519 x\n".utf8).write(to: file)
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: 300 << 20)
            try handle.close()
            try vault.write("id", "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX\n")
            let answer = try vault.arca(["import", "big.age", "--archive-identity", "id"])
            #expect(answer.status != 0 && !answer.errors.contains("256 MiB"), "\(answer.errors)")
        }
    }
}
