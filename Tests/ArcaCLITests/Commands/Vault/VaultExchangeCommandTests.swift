import ArcaTestSupport
import Foundation
import Testing

@Suite("arca vault import, export, audit, totp", .enabled(if: runsSlowTests, "slow"))
struct VaultExchangeCommandTests {
    private static let csv = """
        name,url,username,password,note
        a,https://a.example/,alice,SECRET-one-9xQ7,first
        b,https://b.example/,bob,password1,
        b,https://b.example/,bob,password1,

        """

    @Test("imports CSV; a dry run changes nothing, and a second import adds nothing")
    func csv() throws {
        try VaultTrial.run { vault throws in
            try vault.write("p.csv", Self.csv)
            let dry = try vault.arca(["import", "--dry-run", "p.csv"])
            #expect(dry.status == 0 && dry.text == "2 items: 2 added (dry run)\n", "\(dry.errors)")
            #expect(dry.errors.contains("line 4: b.example/bob stood in line 3 already"))
            let first = try vault.arca(["import", "p.csv"])
            #expect(first.text == "2 items: 2 added\n", "\(first.errors)")
            let second = try vault.arca(["import", "p.csv"])
            #expect(second.text == "2 items: 0 added, 2 unchanged\n" && !second.errors.contains("--replace"))
            try vault.write("q.csv", Self.csv.replacingOccurrences(of: "SECRET-one-9xQ7", with: "other"))
            let different = try vault.arca(["import", "q.csv"])
            #expect(different.text == "2 items: 0 added, 1 unchanged, 1 skipped\n")
            #expect(
                different.errors.contains("skipped a.example/alice: it exists in another form")
                    && different.errors.contains("--replace"))
            let third = try vault.arca(["import", "--replace", "--json", "q.csv"])
            #expect(third.text.contains("\"replaced\": 1") && third.text.contains("\"unchanged\": 1"), "\(third.text)")
            let piped = try vault.arca(["import"], Self.csv)
            #expect(piped.text == "2 items: 0 added, 1 unchanged, 1 skipped\n")
            for answer in [dry, first, second, different, third, piped] {
                #expect(!(answer.text + answer.errors).contains("SECRET") && !answer.errors.contains("password1"))
            }
        }
    }

    @Test("accepts named columns and forced formats, and reports their errors")
    func options() throws {
        try VaultTrial.run { vault throws in
            try vault.write("x.csv", "Site,Login,Pass\nexample,me,p\n")
            #expect(
                try vault.arca(["import", "--map", "service=Site,account=Login,password=Pass", "x.csv"]).status == 0)
            let exported = try vault.arca(["export", "--format", "json"])
            #expect(exported.text.contains("\"account\": \"me\""))
            #expect(exported.errors.contains("unencrypted"))
            #expect(try vault.arca(["import", "x.csv"]).status == 5)
            #expect(try vault.arca(["import", "--map", "nothing=Site", "x.csv"]).status == 2)
            #expect(try vault.arca(["import", "--map", "service=None", "x.csv"]).status == 2)
            #expect(try vault.arca(["import", "--from", "bitwarden", "x.csv"]).status == 5)
            #expect(try vault.arca(["import", "--from", "nothing", "x.csv"]).status == 2)
            #expect(try vault.arca(["import", "--from", "chrome", "--map", "service=Site", "x.csv"]).status == 2)
            #expect(try vault.arca(["import", "missing.csv"]).status == 8)
            #expect(try vault.arca(["export", "--format", "csv", "-r", "age1"]).status == 2)
            #expect(try vault.arca(["import", "-"], "age-encryption.org/v1\n").status == 2)
            #expect(try vault.arca(["import"], "").status == 5)
        }
    }

    @Test("restores everything from an archive, by passphrase and by recipient", .enabled(if: Peer.has("age")))
    func archive() throws {
        try VaultTrial.run { vault throws in
            try vault.write("old.csv", Self.csv)
            try vault.write("new.csv", Self.csv.replacingOccurrences(of: "SECRET-one-9xQ7", with: "changed"))
            #expect(try vault.arca(["import", "old.csv"]).status == 0)
            #expect(try vault.arca(["import", "--replace", "new.csv"]).status == 0)
            let before = try vault.arca(["export", "--format", "json"]).text
            try vault.write("pw", "correct horse")
            let sealed = try vault.arca([
                "export", "--archive-passphrase-from", "file:pw", "--work-factor", "10", "-o", "a.age",
            ])
            #expect(sealed.status == 0, "\(sealed.errors)")
            let key = try Peer.output(["age-keygen"])
            try vault.write("id", key)
            let recipient = try #require(key.split { $0.isWhitespace }.first { $0.hasPrefix("age1") })
            #expect(try vault.arca(["export", "-r", String(recipient), "-o", "b.age"]).status == 0)
            for (file, options) in [
                ("a.age", ["--archive-passphrase-from", "file:pw"]), ("b.age", ["--archive-identity", "id"]),
            ] {
                try VaultTrial.run { other throws in
                    for name in [file, "pw", "id"] {
                        try FileManager.default.copyItem(
                            at: vault.folder.appendingPathComponent(name), to: other.folder.appendingPathComponent(name)
                        )
                    }
                    let read = try other.arca(["import", file] + options)
                    #expect(read.text == "2 items: 2 added\n", "\(read.errors)")
                    let after = try other.arca(["export", "--format", "json"]).text
                    #expect(VaultTrial.contents(after) == VaultTrial.contents(before))
                }
            }
            #expect(before.contains("\"history\""))
            try vault.write("wrong", "wrong")
            #expect(try vault.arca(["import", "a.age", "--archive-passphrase-from", "file:wrong"]).status == 3)
            let whole = try Data(contentsOf: vault.folder.appendingPathComponent("a.age"))
            try whole.dropLast(1).write(to: vault.folder.appendingPathComponent("cut.age"))
            #expect(try vault.arca(["import", "cut.age", "--archive-passphrase-from", "file:pw"]).status == 4)
        }
    }

    @Test("imports and exports the attachments and history of a KeePass file")
    func keePass() throws {
        try VaultTrial.run { vault throws in
            try vault.write(
                "k.xml",
                """
                <KeePassFile><Meta><Binaries><Binary ID="0">aGVsbG8=</Binary></Binaries></Meta><Root><Group><Entry>
                <String><Key>Title</Key><Value>T</Value></String><String><Key>Password</Key><Value>new</Value></String>
                <String><Key>otp</Key><Value>otpauth://totp/T?secret=JBSWY3DPEE</Value></String>
                <Binary><Key>a.txt</Key><Value Ref="0"/></Binary><History><Entry>
                <String><Key>Title</Key><Value>T</Value></String><String><Key>Password</Key><Value>old</Value></String>
                </Entry></History></Entry></Group></Root></KeePassFile>
                """)
            #expect(try vault.arca(["import", "k.xml"]).text == "1 item: 1 added\n")
            try vault.write("pw", "x")
            let options = ["--archive-passphrase-from", "file:pw"]
            #expect(
                try vault.arca(["export", "--work-factor", "10", "-o", "a.age"] + options).errors.contains(
                    "1 item and 1 attachment"))
            #expect(
                try vault.arca(["import", "--replace", "a.age"] + options).text == "1 item: 0 added, 1 unchanged\n")
            let json = try vault.arca(["export", "--format", "json"])
            #expect(json.text.contains("\"secret\": \"old\"") && json.text.contains("\"byteCount\": 5"))
            #expect(json.errors.contains("left out: the attachment T: a.txt"))
            let csv = try vault.arca(["export", "--format", "csv", "-o", "out.csv"])
            #expect(csv.status == 0 && csv.errors.contains("left out: T: attachment a.txt"))
            let mode =
                try FileManager.default.attributesOfItem(atPath: vault.folder.path + "/out.csv")[.posixPermissions]
                as? Int
            #expect(mode == 0o600)
            #expect(try vault.read("out.csv").contains("\"T\",\"\",\"new\""))
            let code = try vault.arca(["totp", "T"])
            #expect(code.text.utf8.count == 7 && code.errors.contains(" more second"), "\(code.errors)")
            #expect(try vault.arca(["totp", "T", "--json"]).text.contains("secondsLeft"))
            #expect(try vault.arca(["totp", "none"]).status == 7)
        }
    }

    @Test("advances a counter before its code is shown")
    func counter() throws {
        try VaultTrial.run { vault throws in
            let uri = "otpauth://hotp/T:u?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=1&issuer=T\n"
            #expect(try vault.arca(["import", "--from", "otpauth"], uri).status == 0)
            // RFC 4226, appendix D.
            #expect(try vault.arca(["totp", "T/u"]).text == "287082\n")
            #expect(try vault.arca(["totp", "T/u"]).text == "359152\n")
            #expect(try vault.arca(["export", "--format", "json"]).text.contains("\"counter\": 3"))
        }
    }

    @Test("the audit lists weak and reused passwords, never a secret")
    func audit() throws {
        try VaultTrial.run { vault throws in
            #expect(try vault.arca(["audit"]).status == 0)
            try vault.write("p.csv", Self.csv + "c,https://c.example,x,password1,\n")
            #expect(try vault.arca(["import", "p.csv"]).status == 0)
            let audit = try vault.arca(["audit"])
            #expect(audit.status == 1)
            #expect(
                audit.text == """
                    weak\tb.example/bob\tabout 6 bits to guess
                    weak\tc.example/x\tabout 6 bits to guess
                    reused\tb.example/bob\tthe password of another item too: c.example/x
                    reused\tc.example/x\tthe password of another item too: b.example/bob

                    """)
            #expect(try vault.arca(["audit", "--min-bits", "1", "--older-than", "0d"]).text.contains("old\t"))
            let json = try vault.arca(["audit", "--json", "--older-than", "never"])
            #expect(json.status == 1)
            #expect(json.text.contains("\"code\": \"weak\""))
            #expect(!json.text.contains("password1"))
            #expect(try vault.arca(["audit", "--group", "none"]).status == 0)
            #expect(try vault.arca(["audit", "--older-than", "soon"]).status == 2)
        }
    }
}
