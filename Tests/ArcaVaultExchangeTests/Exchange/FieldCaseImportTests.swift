internal import ArcaCore
import ArcaCrypto
import ArcaOTP
@testable import ArcaVault
@testable import ArcaVaultExchange
import Testing

/// Inputs of the kind that public bug reports describe; field-cases 56 to 64.
@Suite("Imports from the field")
struct FieldCaseImportTests {
    private static func read(_ text: String, _ columns: String? = nil) throws -> ImportedItems {
        try ImportedItems(reading: text.utf8, columns: columns.map { try ImportedItems.Columns($0) })
    }

    // MARK: Seeds

    private static let key = "JBSWY3DPEHPK3PXP"

    @Test(
        "protects unprotected fields that may be a seed, and names them",
        arguments: [
            ("otp", "otpauth://totp/Co:u?secret=\(key)&digits=10"), ("otp", "otpauth://totp/a?secret=1"),
            ("otp", "steam://\(key)"), ("otp", "JBSW01!!"), ("TOTP Seed", "not Base32 !"), ("TimeOtp-Secret-Hex", "0"),
            ("Setup", "otpauth://totp/a?secret=\(key)"), ("Setup", "JBSW Y3DP EHPK 3PXP"),
            ("Setup", "jbswy3dpehpk3pxp"),
            ("2FA key", "12345"), ("authenticatorKey", "x"), ("my_totp", "x"), ("Seed", "x"),
        ])
    func protects(name: String, value: String) throws {
        let value = value.split(separator: "&").joined(separator: "&amp;")
        let found = try Self.read(
            """
            <KeePassFile><Root><Group><Name>R</Name><Entry><String><Key>Title</Key><Value>E</Value></String>
            <String><Key>\(name)</Key><Value>\(value)</Value></String></Entry></Group></Root></KeePassFile>
            """)
        let item = try #require(found.items.first)
        #expect(item.draft.attributes.fields.isEmpty && item.draft.secret.fields.map(\.name) == [name])
        let note = try #require(found.notes(.warning).first { $0.contains("protected, because") })
        #expect(note.contains(name) && note.contains("E") && !note.contains("JBSW"))
    }

    @Test("protects a seed of Steam with its settings, and reads Microsoft's URI")
    func steam() throws {
        func string(_ key: String, _ value: String) -> String {
            "<String><Key>\(key)</Key><Value>\(value)</Value></String>"
        }
        let found = try Self.read(
            "<KeePassFile><Root><Group><Name>R</Name><Entry>"
                + string("Title", "S") + string("TOTP Seed", Self.key) + string("TOTP Settings", "30;S")
                + "</Entry><Entry>" + string("Title", "M")
                + string("otp", "otpauth://totp/Some+Company%3ame%40x.example?secret=\(Self.key)&amp;issuer=Microsoft")
                + "</Entry></Group></Root></KeePassFile>")
        let steam = try #require(found.item("S"))
        #expect(steam.draft.attributes.fields.isEmpty && steam.protected("TOTP Seed") == Self.key)
        #expect(found.notes(.warning).contains { $0.contains("'S'") && $0.contains("Steam") })
        #expect(try #require(found.item("M")).draft.secret.oneTimePassword?.issuer == "Microsoft")
    }

    @Test("protects a seed in an address, a title or a custom field of any source")
    func otherSources() throws {
        let uri = "otpauth://totp/a?secret=\(Self.key)"
        let chrome = try #require(try Self.read("name,url,username,password\n\(uri),\(uri),u,p\n").items.first)
        #expect(chrome.draft.attributes.fields.isEmpty && chrome.draft.attributes.label.isEmpty)
        #expect(chrome.protected("title") == uri && chrome.protected("url") == uri)
        #expect(!chrome.draft.name.text.contains(Self.key))
        let bitwarden = try Self.read(
            """
            {"items": [{"type": 1, "name": "B", "login": {"username": "u"},
             "fields": [{"type": 0, "name": "authenticator", "value": "\(uri)"}]}]}
            """)
        #expect(try #require(bitwarden.items.first).protected("authenticator") == uri)
    }

    @Test("does not split or show a seed with spaces in it, or one that is the title of an entry")
    func seedsWithSpaces() throws {
        let uri = "otpauth://totp/a?secret=JBSW Y3DP EHPK 3PXP"
        let chrome = try #require(try Self.read("name,url,username,password\nN,\(uri),u,p\n").items.first)
        #expect(chrome.draft.attributes.fields.isEmpty && chrome.protected("url") == uri)
        let found = try Self.read(
            "<KeePassFile><Root><Group><Name>R</Name><Entry><String><Key>Title</Key><Value>\(uri)</Value></String>"
                + "<String><Key>TOTP Seed</Key><Value>x</Value></String><String><Key>TOTP Settings</Key><Value>30;S</Value>"
                + "</String></Entry></Group></Root></KeePassFile>")
        #expect(!found.notes(.warning).isEmpty && !found.notes.contains { $0.text.contains("JBSW") })
    }

    @Test(
        "leaves other fields as they are",
        arguments: [("footprint", "large"), ("Color", "blue"), ("Serial", "A-1801-B")])
    func plain(name: String, value: String) throws {
        let found = try Self.read(
            "<KeePassFile><Root><Group><Name>R</Name><Entry><String><Key>\(name)</Key><Value>\(value)</Value></String>"
                + "</Entry></Group></Root></KeePassFile>")
        #expect(try #require(found.items.first).field(name) == value && found.notes.isEmpty)
    }

    @Test("a list of URIs keeps an issuer of the label that differs")
    func issuers() throws {
        let found = try Self.read("otpauth://totp/Slack%20(Big%20Co):g?secret=\(Self.key)&issuer=Slack\n")
        let item = try #require(found.item("Slack", "g"))
        #expect(item.field("issuer in the label") == "Slack (Big Co)")
    }

    // MARK: CSV

    @Test("reads the escapes of KeePass 1, also with named columns")
    func keePass1() throws {
        let text = #"""
            "Account","Login Name","Password","Web Site","Comments"
            "S","u","pa\"ss\\w","https://ex.example","c"

            """#
        for columns in [nil, "title=Account,account=Login Name,password=Password,url=Web Site"] {
            let item = try #require(try Self.read(text, columns).items.first)
            #expect(item.password == #"pa"ss\w"# && item.draft.name.account == "u")
        }
        #expect(throws: VaultError.self) { try Self.read(text.replacing(#"\"ss"#, with: #"\nss"#)) }
    }

    @Test("names the lines of LastPass with HTML entities, and leaves the password as it is")
    func entities() throws {
        let found = try Self.read(
            "url,username,password,totp,extra,name,grouping,fav\nhttps://a.example,u,plain & simple,,,a,,0\n"
                + "https://s.example,u,G%W!7&amp;#,,,s,,0\n")
        #expect(found.items[1].password == "G%W!7&amp;#")
        let notes = found.notes(.warning)
        #expect(notes.count == 1 && notes[0].hasPrefix("line 3: password:"))
    }

    @Test("reads Proton Pass: one-time passwords, kinds, addresses")
    func proton() throws {
        let found = try Self.read(
            """
            type,name,url,email,username,password,note,totp,createTime,modifyTime,vault
            login,Ex,"https://ex.example/, https://b.example/",a@b,al,p,,otpauth://totp/Ex:al?secret=JBSWY3DPEHPK3PXP,1700000000,1700000001,P
            login,Mail,https://m.example,a@b,,p,,,1700000000,1700000001,P
            note,N,,,,,text,,1700000000,1700000001,P
            """)
        let first = try #require(found.item("ex.example", "al"))
        #expect(first.draft.secret.oneTimePassword != nil && first.field("email") == "a@b")
        #expect(first.field("url") == "https://ex.example/" && first.field("url (2)") == "https://b.example/")
        #expect(first.draft.attributes.group == "P" && first.draft.created == Vault.Timestamp(seconds: 1_700_000_000))
        #expect(found.item("m.example", "a@b") != nil)
        let note = try #require(found.item("N"))
        #expect(note.draft.name.itemClass == .note && note.password == "text")
        #expect(found.notes.isEmpty)
    }

    @Test("reads CSV of Bitwarden and Dashlane")
    func others() throws {
        let bitwarden = try Self.read(
            """
            folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp
            F,,login,T,,,0,"https://twitter.example,https://x.example",me,p,JBSWY3DPEHPK3PXP
            """)
        let item = try #require(bitwarden.item("twitter.example", "me"))
        #expect(item.field("url (2)") == "https://x.example" && item.draft.secret.oneTimePassword != nil)
        let dashlane = try Self.read(
            "username,username2,username3,title,password,note,url,category,otpUrl\nu,v,,T,p,n,https://d.example,C,\n")
        #expect(try #require(dashlane.item("d.example", "u")).field("username2") == "v")
    }

    @Test(
        "splits several addresses, but not one that has commas",
        arguments: [
            ("https://a.example;https://b.example", ["https://a.example", "https://b.example"]),
            ("https://a.example/x,https://b.example", ["https://a.example/x", "https://b.example"]),
            ("a.example, b.example", ["a.example", "b.example"]), ("a.example,b.example", ["a.example", "b.example"]),
            ("https://a.example/x,y.html", ["https://a.example/x,y.html"]),
            ("https://u:pa,ss@a.example", ["https://u:pa,ss@a.example"]),
            (
                "https://a.example/x,y,https://b.example,c.example",
                ["https://a.example/x,y", "https://b.example", "c.example"]
            ),
            ("https://a.example/?q=1;2,3", ["https://a.example/?q=1;2,3"]), ("see below", ["see below"]),
        ])
    func addresses(text: String, list: [String]) { #expect(ForeignURL.list(text) == list) }

    @Test("reads UTF-16 of every source", arguments: [true, false])
    func utf16(isBigEndian: Bool) throws {
        for text in [
            "name,url,username,password\r\nEx,https://ex.example,al,pä\r\n",
            "<?xml version=\"1.0\" encoding=\"utf-16\"?><KeePassFile><Root><Group><Name>R</Name><Entry><String><Key>Title"
                + "</Key><Value>ex.example</Value></String><String><Key>UserName</Key><Value>al</Value></String><String>"
                + "<Key>Password</Key><Value>pä</Value></String></Entry></Group></Root></KeePassFile>",
        ] {
            let bytes: [UInt8] = "\u{feff}\(text)".utf16.flatMap { unit in
                [UInt8(isBigEndian ? unit >> 8 : unit & 255), UInt8(isBigEndian ? unit & 255 : unit >> 8)]
            }
            #expect(try #require(try ImportedItems(reading: bytes).item("ex.example", "al")).password == "pä")
        }
    }

    @Test(
        "detects the delimiter",
        arguments: [
            "name;url;username;password\nEx;https://ex.example;al;p,1\n",
            "name\turl\tusername\tpassword\nEx\thttps://ex.example\tal\tp,1\n",
            "sep=;\r\nname;url;username;password\r\nEx;https://ex.example;al;p,1\r\n",
            "\u{feff}\"sep=,\"\nname,url,username,password\nEx,https://ex.example,al,\"p,1\"\n",
            "\"name\"|\"url\"|\"username\"|\"password\"\nEx|https://ex.example|al|p,1\n",
        ])
    func delimiters(text: String) throws {
        let item = try #require(try Self.read(text).item("ex.example", "al"))
        #expect(item.password == "p,1")
        #expect(try Self.read(text, "service=url,account=username,password=password").items.count == 1)
    }
}
