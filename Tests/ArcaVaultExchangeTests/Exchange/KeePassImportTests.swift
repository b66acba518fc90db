import ArcaCrypto
import ArcaOTP
import ArcaTestSupport
@testable import ArcaVault
@testable import ArcaVaultExchange
import Foundation
import Testing

@Suite("KeePass XML import")
struct KeePassImportTests {
    /// A document with the given entries in its root group.
    private static func document(_ entries: String, meta: String = "") -> [UInt8] {
        let text = """
            <?xml version="1.0" encoding="utf-8" standalone="yes"?>
            <KeePassFile><Meta><Generator>KeePass</Generator>\(meta)</Meta><Root><Group><UUID>AQ==</UUID>
            <Name>Database</Name>
            \(entries)
            </Group><DeletedObjects /></Root></KeePassFile>
            """
        return Array(text.utf8)
    }

    private static func string(_ key: String, _ value: String, _ attribute: String = "") -> String {
        "<String><Key>\(key)</Key><Value\(attribute)>\(value)</Value></String>"
    }

    private static func entry(_ strings: String, _ rest: String = "") -> String {
        "<Entry>\(string("Title", "T"))\(string("UserName", "u"))\(strings)\(rest)</Entry>"
    }

    @Test("Reads plain and protected fields, addresses, groups, tags and references in text")
    func fields() throws {
        let inner = """
            <Group><Name>Work</Name><Group><Name>Servers</Name>
            \(Self.entry(
                Self.string("Password", "p&amp;&lt;1", " ProtectInMemory=\"True\"")
                    + Self.string("URL", "https://example.com/x") + Self.string("KP2A_URL_1", "https://b.example")
                    + Self.string("Notes", "line 1&#xD;\nline 2") + Self.string("PIN", "1234", " Protected=\"true\"")
                    + Self.string("Color", "blue") + Self.string("Empty", "") + "<String><Key>None</Key><Value/></String>",
                "<Tags>a;b</Tags><IconID>0</IconID><AutoType><Enabled>True</Enabled></AutoType>"))
            </Group></Group>
            """
        let found = try ImportedItems(reading: Self.document(inner))
        let item = try #require(found.items.first)
        #expect(item.draft.name == .init(server: "example.com", account: "u", scheme: "https"))
        #expect(item.draft.attributes.group == "Work/Servers")
        #expect(item.password == "p&<1")
        #expect(item.protected("notes") == "line 1\r\nline 2" && item.draft.attributes.comment.isEmpty)
        #expect(item.protected("PIN") == "1234" && item.field("PIN") == nil)
        #expect(item.field("Color") == "blue")
        #expect(item.field("Empty") == "")
        #expect(item.field("None") == "")
        #expect(item.field("url") == "https://example.com/x" && item.field("url (2)") == "https://b.example")
        #expect(item.field("tags") == "a, b")
        #expect(item.draft.attributes.label == "T")
        #expect(found.notes.isEmpty && item.line == 5)
    }

    @Test("Reads times and expiry, as text and in the form of version 4")
    func times() throws {
        let times = """
            <Times><CreationTime>2020-01-02T03:04:05Z</CreationTime><LastModificationTime>AIGU2w4AAAA=</LastModificationTime>
            <ExpiryTime>2030-01-01T00:00:00Z</ExpiryTime><Expires>EXPIRES</Expires></Times>
            """
        for (word, isSet) in [("True", true), ("False", false)] {
            let entry = Self.entry("", times.replacingOccurrences(of: "EXPIRES", with: word))
            let draft = try #require(ImportedItems(reading: Self.document(entry)).items.first).draft
            #expect(draft.created?.description == "2020-01-02T03:04:05Z")
            // Python: datetime(1, 1, 1) + timedelta(seconds=0xedb948100)
            #expect(draft.modified?.description == "2023-03-04T00:00:00Z")
            #expect(draft.attributes.expires?.description == (isSet ? "2030-01-01T00:00:00Z" : nil))
        }
        let wrong = Self.entry("", "<Times><CreationTime>soon</CreationTime></Times>")
        #expect(try ImportedItems(reading: Self.document(wrong)).notes(.warning).count == 1)
    }

    @Test("Reads history, oldest first, and derives when the password changed")
    func history() throws {
        func version(_ password: String, _ day: Int) -> String {
            Self.entry(
                Self.string("Password", password),
                "<Times><LastModificationTime>2026-01-0\(day)T00:00:00Z</LastModificationTime></Times>HISTORY")
        }
        let older = [version("a", 1), version("b", 2), version("b", 3)].joined()
            .replacingOccurrences(of: "HISTORY", with: "")
        let entry = version("b", 4).replacingOccurrences(of: "HISTORY", with: "<History>\(older)</History>")
        let item = try #require(ImportedItems(reading: Self.document(entry)).items.first)
        #expect(item.history.map { text($0.secret.value) } == ["a", "b", "b"])
        #expect(item.history.allSatisfy { $0.name == item.draft.name })
        #expect(item.draft.secretChanged?.description == "2026-01-02T00:00:00Z")
    }

    @Test("Reads attachments by reference and inline, compressed or not")
    func attachments() throws {
        let binaries = """
            <Binaries><Binary ID="0" Compressed="True">H4sIAAAAAAAAA0ssKUlMzuACAFl8tqgHAAAA</Binary>
            <Binary ID="1">aGVsbG8=</Binary><Binary ID="2"/></Binaries>
            """
        let entry = Self.entry(
            "",
            """
            <Binary><Key>a.txt</Key><Value Ref="0"/></Binary><Binary><Key>a.txt</Key><Value Ref="1"/></Binary>
            <Binary><Key>c</Key><Value Compressed="False">aGk=</Value></Binary>
            <Binary><Key>empty</Key><Value Ref="2"/></Binary><Binary><Key>lost</Key><Value Ref="9"/></Binary>
            """)
        let found = try ImportedItems(reading: Self.document(entry, meta: binaries))
        let attachments = try #require(found.items.first).attachments
        #expect(attachments.map(\.name) == ["a.txt", "a.txt (2)", "c"])
        #expect(attachments.map { text($0.content) } == ["attach\n", "hello", "hi"])
        #expect(found.notes(.warning).count == 2)
        for wrong in ["%%", "H4sI"] {
            let meta = "<Binaries><Binary ID=\"0\" Compressed=\"True\">\(wrong)</Binary></Binaries>"
            #expect(throws: VaultError.self) { try ImportedItems(reading: Self.document("", meta: meta)) }
        }
    }

    @Test("Skips and counts the recycle bin")
    func recycleBin() throws {
        let bin = "<Group><UUID>Ag==</UUID><Name>Bin</Name>\(Self.entry(""))<Group>\(Self.entry(""))</Group></Group>"
        let meta = "<RecycleBinUUID>Ag==</RecycleBinUUID>"
        let found = try ImportedItems(reading: Self.document(bin + Self.entry(""), meta: meta))
        #expect(found.items.count == 1)
        #expect(found.notes(.skipped) == ["2 entries of the recycle bin"])
    }

    @Test(
        "Reads one-time passwords in every form",
        arguments: [
            (
                [("otp", "otpauth://totp/T:u?secret=JBSWY3DPEE&period=60&digits=8")], 60, 8,
                OTPGenerator.Algorithm.sha1
            ),
            ([("otp", "key=JBSWY3DPEE%3d%3d&step=45&size=7")], 45, 7, .sha1),
            ([("TOTP Seed", "JBSW Y3DP EE"), ("TOTP Settings", "60;8")], 60, 8, .sha1),
            ([("TOTP Seed", "JBSWY3DPEE")], 30, 6, .sha1),
            (
                [
                    ("TimeOtp-Secret-Base32", "JBSWY3DPEE"), ("TimeOtp-Length", "8"), ("TimeOtp-Period", "60"),
                    ("TimeOtp-Algorithm", "HMAC-SHA-512"),
                ], 60, 8, .sha512
            ),
            ([("TimeOtp-Secret", "Hello!")], 30, 6, .sha1), ([("TimeOtp-Secret-Hex", "48 65 6C6c6f21")], 30, 6, .sha1),
            ([("TimeOtp-Secret-Base64", "SGVsbG8h")], 30, 6, .sha1),
            ([("HmacOtp-Secret", "Hello!"), ("HmacOtp-Counter", "5")], 30, 6, .sha1),
        ] as [([(String, String)], Int, Int, OTPGenerator.Algorithm)])
    func oneTimePasswords(
        fields: [(String, String)], period: Int, digits: Int, algorithm: OTPGenerator.Algorithm
    ) throws {
        let strings = fields.map { Self.string($0.0, $0.1.replacingOccurrences(of: "&", with: "&amp;")) }.joined()
        let found = try ImportedItems(reading: Self.document(Self.entry(strings)))
        let draft = try #require(found.items.first).draft
        let password = try #require(draft.secret.oneTimePassword)
        #expect(text(password.key) == "Hello!")
        #expect(password.period == period)
        #expect(password.digits == digits)
        #expect(password.algorithm == algorithm)
        #expect(password.kind == (fields[0].0.hasPrefix("Hmac") ? .counter : .time))
        #expect(password.counter == (fields[0].0.hasPrefix("Hmac") ? 5 : 0))
        #expect(draft.attributes.fields.isEmpty)
        #expect(draft.secret.fields.isEmpty)
        #expect(found.notes.isEmpty)
    }

    @Test(
        "An invalid one-time password stays in its fields",
        arguments: [
            [("otp", "otpauth://totp/a?secret=1")], [("TOTP Seed", "JBSWY3DPEE"), ("TOTP Settings", "30;S")],
            [("TimeOtp-Secret", "x"), ("TimeOtp-Algorithm", "MD5")], [("TimeOtp-Secret-Hex", "0")],
            [("HmacOtp-Secret", "x"), ("HmacOtp-Counter", "-1")], [("TimeOtp-Secret", "x"), ("TimeOtp-Length", "4")],
        ] as [[(String, String)]])
    func brokenOneTimePasswords(fields: [(String, String)]) throws {
        let strings = fields.map { Self.string($0.0, $0.1, " ProtectInMemory=\"True\"") }.joined()
        let found = try ImportedItems(reading: Self.document(Self.entry(strings)))
        let item = try #require(found.items.first)
        #expect(item.draft.secret.oneTimePassword == nil)
        for field in fields { #expect(item.protected(field.0) == field.1) }
        #expect(found.notes(.warning).count == 1)
    }

    @Test(
        "Rejects other documents",
        arguments: [
            "<a/>", "<KeePassFile/>", "<KeePassFile>text</KeePassFile>", "<KeePassFile><Root>",
            "<!DOCTYPE x><KeePassFile/>",
            "<KeePassFile><Root><Group><Entry><String><Value>a<b/></Value></String></Entry></Group></Root></KeePassFile>",
        ])
    func refused(text: String) {
        #expect(throws: VaultError.self) { try ImportedItems(reading: text.utf8, as: .keepassXML) }
    }

    @Test("Reads back an export of keepassxc-cli", .enabled(if: Peer.has("keepassxc-cli")))
    func keepassxc() throws {
        try Peer.inFolder { folder in
            func run(_ arguments: [String], _ input: String) throws -> Peer.Answer {
                let answer = try Peer.run(["keepassxc-cli"] + arguments, input: Array(input.utf8), in: folder)
                #expect(answer.status == 0, "\(arguments): \(answer.errors)")
                return answer
            }
            let notes = "line 1\nline 2 ümlaut"
            _ = try run(["db-create", "-q", "-p", "-t", "100", "t.kdbx"], "pw\npw\n")
            _ = try run(
                [
                    "add", "-q", "-p", "-u", "alice", "--url", "https://example.com/x", "--notes", notes, "t.kdbx",
                    "Example",
                ],
                "pw\nold&<>\"1\n")
            _ = try run(["edit", "-q", "-p", "t.kdbx", "Example"], "pw\nnew ä\n")
            _ = try run(["mkdir", "-q", "t.kdbx", "Work"], "pw\n")
            _ = try run(["add", "-q", "-p", "-u", "bob", "t.kdbx", "Work/No address"], "pw\np3\n")
            try Data("attached\n".utf8).write(to: folder.appendingPathComponent("a.txt"))
            _ = try run(["attachment-import", "-q", "t.kdbx", "Example", "a.txt", "a.txt"], "pw\n")
            let xml = try ImportedItems(reading: run(["export", "-q", "-f", "xml", "t.kdbx"], "pw\n").output)
            let csv = try ImportedItems(reading: run(["export", "-q", "-f", "csv", "t.kdbx"], "pw\n").output)
            for found in [xml, csv] {
                #expect(found.items.count == 2 && found.notes.isEmpty)
                let first = try #require(found.item("example.com", "alice"))
                #expect(first.password == "new ä" && first.protected("notes") == notes)
                #expect(first.draft.attributes.label == "Example" && first.field("url") == "https://example.com/x")
                let second = try #require(found.item("No address", "bob"))
                #expect(second.draft.attributes.group == "Work" && second.password == "p3")
            }
            let first = try #require(xml.item("example.com"))
            #expect(first.attachments.map { text($0.content) } == ["attached\n"])
            #expect(first.history.first.map { text($0.secret.value) } == "old&<>\"1")
        }
    }
}
