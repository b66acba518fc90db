internal import ArcaCore
import ArcaCrypto
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

@Suite("References between KeePass entries")
struct KeePassReferenceTests {
    /// Reads entries, each with an identifier that ends with its number, from 1.
    private static func read(_ entries: [[(String, String)]]) throws -> ImportedItems {
        let texts = entries.enumerated().map { index, fields in
            let strings = fields.map { "<String><Key>\($0)</Key><Value>\($1)</Value></String>" }.joined()
            let identifier = "AAAAAAAAAAAAAAAAAAAA" + ["AQ==", "Ag==", "Aw=="][index]
            return "<Entry><UUID>\(identifier)</UUID>\(strings)</Entry>"
        }
        let text = "<KeePassFile><Root><Group><Name>R</Name>\(texts.joined())</Group></Root></KeePassFile>"
        return try ImportedItems(reading: text.utf8)
    }

    /// The identifier of entry 1, 2 or 3.
    private static func identifier(_ number: Int) -> String { String(repeating: "0", count: 31) + "\(number)" }

    private static let target = [
        ("Title", "Target"), ("UserName", "bob"), ("Password", "secret"), ("URL", "https://a.example"), ("Notes", "n"),
        ("Extra", "value"),
    ]

    @Test("takes every wanted field, found by every field")
    func fields() throws {
        for (wanted, value) in [
            ("T", "Target"), ("U", "bob"), ("P", "secret"), ("A", "https://a.example"), ("N", "n"),
            ("I", Self.identifier(1)),
        ] {
            for (search, text) in [
                ("I", Self.identifier(1)), ("T", "Target"), ("U", "bob"), ("P", "secret"), ("A", "https://a.example"),
                ("N", "n"), ("O", "value"),
            ] {
                let found = try Self.read([
                    Self.target, [("Title", "Other"), ("Password", "&lt;{REF:\(wanted)@\(search):\(text)}&gt;")],
                ])
                #expect(found.item("Other")?.password == "<\(value)>", "\(wanted) by \(search)")
                #expect(found.notes(.warning).map { $0.contains("not references: password") } == [true])
            }
        }
    }

    @Test("takes references in any letter case, in titles, addresses and fields, and in older versions")
    func places() throws {
        let reference = "{ref:u@i:\(Self.identifier(1).uppercased())}"
        let found = try Self.read([
            Self.target,
            [
                ("Title", "T \(reference)"), ("URL", "https://b.example/\(reference)"),
                ("Field", "\(reference)\(reference)"),
            ],
        ])
        let item = try #require(found.item("b.example"))
        #expect(item.draft.attributes.label == "T bob" && item.field("url") == "https://b.example/bob")
        #expect(item.field("Field") == "bobbob")
        let history = """
            <KeePassFile><Root><Group><Entry><UUID>AAAAAAAAAAAAAAAAAAAAAQ==</UUID><String><Key>Title</Key>
            <Value>T</Value></String><String><Key>UserName</Key><Value>bob</Value></String><History><Entry><String>
            <Key>Password</Key><Value>\(reference)</Value></String></Entry></History></Entry></Group></Root></KeePassFile>
            """
        #expect(
            try ImportedItems(reading: history.utf8).items.first?.history.map { text($0.secret.value) } == ["bob"])
    }

    @Test("does not show a secret in a title, a user name, an address or a plain field")
    func secrets() throws {
        for wanted in ["P", "N"] {
            let reference = "{REF:\(wanted)@I:\(Self.identifier(1))}"
            let found = try Self.read([
                Self.target, [("Title", "Other"), ("UserName", reference), ("Field", reference), ("Password", "p")],
            ])
            let item = try #require(found.item("Other"))
            #expect(item.draft.name.account == reference && item.field("Field") == reference)
            #expect(
                found.notes(.warning).map { $0.contains("could not be replaced by values: user name, Field") } == [true]
            )
        }
        // Not even through a field in between.
        let found = try Self.read([
            Self.target, [("Title", "Middle"), ("UserName", "{REF:P@I:\(Self.identifier(1))}")],
            [("Title", "Other"), ("UserName", "{REF:U@I:\(Self.identifier(2))}")],
        ])
        #expect(found.items.allSatisfy { !$0.draft.name.account.contains("secret") })
    }

    @Test("leaves what has no target, no end, or a field that does not exist")
    func unresolved() throws {
        for text in [
            "{REF:P@I:00}", "{REF:P@T:none}", "{REF:X@I:\(Self.identifier(1))}", "{REF:P@X:a}", "{REF:P@I:", "{REF:P}",
            "{REF:", "{", "{REF:P@I:\(String(repeating: "a", count: 300))}",
        ] {
            let found = try Self.read([Self.target, [("Title", "Other"), ("Password", text)]])
            #expect(found.item("Other")?.password == text, "\(text)")
        }
    }

    @Test("ends with references in a circle, and with those that grow")
    func circles() throws {
        let own = "{REF:P@I:\(Self.identifier(1))}"
        let found = try Self.read([[("Title", "A"), ("Password", own + "x")]])
        #expect(found.item("A")?.password.hasPrefix("{REF") == true && found.notes(.warning).count == 2)
        let many = String(repeating: own, count: 5000)
        let grown = try Self.read([[("Title", "A"), ("Password", many)], [("Title", "B"), ("Password", many)]])
        #expect(grown.items.allSatisfy { $0.draft.secret.value.count <= ItemSecret.largestByteCount })
    }
}
