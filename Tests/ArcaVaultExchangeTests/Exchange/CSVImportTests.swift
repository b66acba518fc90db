internal import ArcaCore
import ArcaCrypto
import ArcaOTP
@testable import ArcaVault
@testable import ArcaVaultExchange
import Testing

@Suite("CSV import")
struct CSVImportTests {
    private static func read(
        _ text: String, _ format: ImportedItems.Format? = nil, _ columns: String? = nil
    ) throws -> ImportedItems {
        try ImportedItems(reading: text.utf8, as: format, columns: columns.map { try ImportedItems.Columns($0) })
    }

    @Test("Reads Chrome's export", arguments: [nil, ImportedItems.Format.chrome, .csv])
    func chrome(format: ImportedItems.Format?) throws {
        let found = try Self.read(
            """
            name,url,username,password,note
            example.com,https://example.com/login?x=1,alice,"p,""1",first note
            ,android://AbC_-==@com.example.app/,bob,p2,
            host.example,https://host.example:8443/,,p3,

            """, format)
        #expect(found.notes.isEmpty)
        let first = try #require(found.item("example.com"))
        #expect(first.draft.name == .init(server: "example.com", account: "alice", scheme: "https"))
        #expect(first.password == "p,\"1")
        #expect(first.field("url") == "https://example.com/login?x=1")
        #expect(first.protected("notes") == "first note" && first.draft.attributes.comment.isEmpty)
        #expect(first.draft.attributes.label.isEmpty)
        #expect(first.line == 2)
        let second = try #require(found.item("com.example.app"))
        #expect(second.draft.name == .init(server: "com.example.app", account: "bob", scheme: "android"))
        let third = try #require(found.item("host.example"))
        #expect(third.draft.name == .init(server: "host.example", account: "", scheme: "https", port: 8443))
    }

    @Test("Reads Firefox's export: times in milliseconds, the realm as a field")
    func firefox() throws {
        let found = try Self.read(
            """
            "url","username","password","httpRealm","formActionOrigin","guid","timeCreated","timeLastUsed","timePasswordChanged"
            "https://a.example","u","p","Realm 1","https://a.example","{1}","1700000000123","1700000009999","1700000001000"
            """)
        let item = try #require(found.items.first)
        #expect(item.field("httpRealm") == "Realm 1")
        #expect(item.draft.created == Vault.Timestamp(milliseconds: 1_700_000_000_123))
        #expect(item.draft.secretChanged == Vault.Timestamp(seconds: 1_700_000_001))
        #expect(item.draft.secret.fields.isEmpty)
        #expect(item.draft.attributes.fields.map(\.name) == ["url", "httpRealm"])
    }

    @Test("Reads Safari's export with a one-time password")
    func safari() throws {
        let found = try Self.read(
            """
            Title,URL,Username,Password,Notes,OTPAuth
            Example (alice),https://example.com/,alice,p,"two
            lines",otpauth://totp/Example:alice?secret=JBSWY3DPEHPK3PXP&issuer=Example
            """)
        let item = try #require(found.items.first)
        #expect(item.draft.attributes.label == "Example (alice)")
        #expect(item.protected("notes") == "two\nlines")
        #expect(item.draft.secret.oneTimePassword?.issuer == "Example")
    }

    @Test("Reads LastPass's export: groups, bare keys of one-time passwords, notes")
    func lastPass() throws {
        let found = try Self.read(
            """
            url,username,password,totp,extra,name,grouping,fav
            https://example.com,alice,p,jbsw y3dp ehpk 3pxp,remark,Example,Work\\Servers,1
            http://sn,,,,"NoteType:Credit Card
            Number:4111",My card,Private,0
            http://,bob,q,,,Nothing,,0
            """)
        let login = try #require(found.item("example.com"))
        #expect(login.draft.attributes.group == "Work/Servers")
        #expect(login.draft.secret.oneTimePassword?.account == "alice")
        #expect(login.draft.secret.oneTimePassword?.issuer == "Example")
        let note = try #require(found.item("My card"))
        #expect(note.draft.name.itemClass == .note)
        #expect(note.draft.attributes.kind == "Credit Card")
        #expect(note.password == "NoteType:Credit Card\nNumber:4111")
        #expect(note.draft.attributes.fields.isEmpty && note.draft.attributes.comment.isEmpty)
        #expect(try #require(found.item("Nothing")).draft.name == .init("Nothing", "bob"))
    }

    @Test("Reads KeePassXC's export: the database name is not a group")
    func keePassXC() throws {
        let found = try Self.read(
            """
            "Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"
            "Root","A","u","p","","","","0","2026-11-21T22:18:43Z","2026-11-21T22:18:42Z"
            "Root/Work/x","B","u","p","b.example/x","","","0","2026-11-21T22:18:43Z",""
            """)
        #expect(found.items.map(\.draft.attributes.group) == ["", "Work/x"])
        #expect(found.items[0].draft.modified == (try Vault.Timestamp(text: "2026-11-21T22:18:43Z")))
        #expect(found.items[1].draft.name == .init(server: "b.example", account: "u"))
        #expect(found.items[1].draft.attributes.label == "B")
    }

    @Test("Reads the columns that the user names and reports the others")
    func columns() throws {
        let text = "Site,Login,Pass,Extra,When\nexample,alice,p,x,2026-01-02\n"
        let found = try Self.read(text, nil, "service=site,account=LOGIN,password=Pass,expires=When")
        #expect(found.items[0].draft.name == .init("example", "alice"))
        #expect(found.items[0].draft.attributes.expires == (try Vault.Timestamp(text: "2026-01-02")))
        #expect(found.notes(.skipped) == ["line 1: columns that were given no meaning: Extra"])
        let every = ImportedItems.Columns.Meaning.allCases.map { "\($0.rawValue)=\($0.rawValue)" }.joined(
            separator: ",")
        #expect(try ImportedItems.Columns(every).names.count == ImportedItems.Columns.Meaning.allCases.count)
        for wrong in [
            "service=none,password=Pass", "service=Site,account=Site", "a=b", "service", "service=", "",
            "password=Pass", "service=Site,service=Login", "service=Site,",
        ] {
            #expect(throws: VaultError.code(.invalidArgument)) { try Self.read(text, nil, wrong) }
        }
        #expect(throws: VaultError.code(.invalidArgument)) { try Self.read(text, .chrome, "service=Site") }
    }

    @Test("An unknown column becomes a protected field")
    func unknownColumn() throws {
        let found = try Self.read("name,url,username,password,PIN\na,https://a.example,u,p,1234\n")
        #expect(found.items[0].protected("PIN") == "1234")
        #expect(found.items[0].field("PIN") == nil)
    }

    @Test("A password in an address is protected")
    func passwordInAddress() throws {
        let found = try Self.read("name,url,username,password\na,https://u:secret@a.example/,u,p\n")
        #expect(found.items[0].draft.attributes.fields.isEmpty)
        #expect(found.items[0].protected("url") == "https://u:secret@a.example/")
        #expect(found.items[0].draft.name.service == "a.example")
    }

    @Test("Duplicates are imported once, and different items of one name are numbered")
    func duplicates() throws {
        let found = try Self.read(
            """
            name,url,username,password
            a,https://a.example,u,p
            a,https://a.example,u,p
            a,https://a.example,u,q
            a,https://a.example,u,r
            a,https://a.example,,p
            a,https://a.example,,q
            b,https://a.example,u (2),z
            """)
        #expect(found.items.map(\.draft.name.account) == ["u", "u (2)", "u (3)", "", "(2)", "u (2) (2)"])
        #expect(found.items.map(\.password) == ["p", "q", "r", "p", "q", "z"])
        #expect(found.notes(.duplicate).count == 1 && found.notes(.duplicate)[0].contains("line 3"))
        #expect(found.notes(.duplicate)[0].contains("in line 2"))
        #expect(found.notes(.renamed).count == 4)
        #expect(Set(found.items.map(\.draft.name)).count == 6)
    }

    @Test("The path is part of the name if nothing else differs")
    func paths() throws {
        let found = try Self.read(
            """
            name,url,username,password
            a,https://a.example/one,u,p
            a,https://a.example/two?x=1,u,q
            a,https://a.example/,u,r
            a,https://a.example/one,other,s
            """)
        #expect(found.items.map(\.draft.name.path) == ["/one", "/two", "", ""])
        #expect(found.notes(.renamed).isEmpty)
    }

    @Test("An unusable one-time password is kept and reported but never shown")
    func brokenOneTimePassword() throws {
        let found = try Self.read(
            "Title,URL,Username,Password,Notes,OTPAuth\na,https://a.example,u,p,,steam://JBSWY3DPEHPK3PXP\n")
        #expect(found.items[0].protected("otp") == "steam://JBSWY3DPEHPK3PXP")
        #expect(found.notes(.warning).count == 1 && !found.notes(.warning)[0].contains("JBSW"))
    }

    @Test(
        "Rejects malformed files",
        arguments: [
            ("", "no known kind"), ("a,b\n1,2\n", "known program"),
            ("name,url,username,password\na,b,c\n", "line 2 has 3"),
            ("name,url,username,password,Name\n", "one name"), ("name,url,username,password\n\"a", "never closed"),
            ("hello", "no known kind"),
        ])
    func faults(text: String, reason: String) {
        do {
            _ = try Self.read(text)
            Issue.record("took \(text)")
        } catch {
            #expect((error as? VaultError)?.code == .malformed && "\(error)".contains(reason), "\(error)")
        }
    }

    @Test("Keeps a password that is not UTF-8; a name must be text")
    func bytes() throws {
        let header = Array("name,url,username,password\n".utf8)
        let found = try ImportedItems(reading: header + Array("a,https://a.example,u,".utf8) + [0xff, 0x00])
        #expect(found.items[0].draft.secret.value == SecretBytes(copying: [0xff, 0x00] as [UInt8]))
        #expect(throws: VaultError.code(.malformed, at: header.count)) {
            try ImportedItems(reading: header + [0xff] + Array(",https://a.example,u,p".utf8))
        }
    }

    @Test("Reports an invalid time and imports the item")
    func times() throws {
        let text = "site,pass,when\na,p,yesterday\nb,p,1700000000\nc,p,1700000000000\n"
        let found = try Self.read(text, nil, "service=site,password=pass,modified=when")
        #expect(
            found.items.map(\.draft.modified) == [
                nil, Vault.Timestamp(seconds: 1_700_000_000), Vault.Timestamp(seconds: 1_700_000_000),
            ])
        #expect(found.notes(.warning).count == 1)
    }

    @Test(
        "Parses addresses",
        arguments: [
            ("https://Example.COM:443/a", "https example.com 0 /a"), ("http://a.example:443", "http a.example 443 "),
            ("https://[2001:db8::1]:8443/x", "https [2001:db8::1] 8443 /x"), ("example.com", " example.com 0 "),
            ("localhost:8080/a", " localhost 8080 /a"), ("https://u@a.example", "https a.example 0 "),
            ("https://a.example?q=/b", "https a.example 0 "), ("ssh://host", "ssh host 0 "), ("hello", "nil"),
            ("https://", "nil"), ("https://a.example:99999", "nil"), ("https://a.example:0", "nil"),
            ("https://a b.example", "nil"), ("not a url", "nil"), ("", "nil"), ("https://\\evil", "nil"), (".", "nil"),
            ("mailto:a@b.example", "nil"), ("1http://a.example", "nil"),
        ])
    func addresses(text: String, expected: String) {
        let url = ForeignURL(text)
        #expect((url.map { "\($0.scheme) \($0.host) \($0.port) \($0.path)" } ?? "nil") == expected)
    }
}
