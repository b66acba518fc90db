internal import ArcaCore
import ArcaCrypto
import ArcaOTP
@testable import ArcaVault
@testable import ArcaVaultExchange
import Testing

@Suite("Bitwarden JSON import")
struct BitwardenImportTests {
    private static let export = """
        {"encrypted": false, "folders": [{"id": "f1", "name": "Work/Servers"}], "items": [
        {"passwordHistory": [{"lastUsedDate": "2024-03-01T00:00:00.000Z", "password": "middle"},
          {"lastUsedDate": "2024-02-01T00:00:00.000Z", "password": "oldest"}],
         "revisionDate": "2024-05-01T10:00:00.123Z", "creationDate": "2024-01-01T00:00:00.000Z", "deletedDate": null,
         "id": "i1", "organizationId": null, "folderId": "f1", "type": 1, "reprompt": 0, "name": "Example",
         "notes": "remark", "favorite": true,
         "fields": [{"name": "color", "value": "blue", "type": 0, "linkedId": null},
           {"name": "pin", "value": "1234", "type": 1}, {"name": "flag", "value": "true", "type": 2},
           {"name": "link", "value": null, "type": 3, "linkedId": 100}, {"name": "pin", "value": "5678", "type": 1},
           {"name": "odd", "value": "x", "type": 9}],
         "login": {"fido2Credentials": [{"keyValue": "MIG"}], "uris": [{"match": null, "uri": "https://example.com/login"},
           {"uri": "androidapp://com.example"}], "username": "alice", "password": "p\\u00e4\\"", "totp":
           "otpauth://totp/Example:alice?secret=JBSWY3DPEE&issuer=Example"}, "collectionIds": null},
        {"type": 2, "name": "Note", "notes": "the text", "secureNote": {"type": 0}, "folderId": null, "fields": null},
        {"type": 3, "name": "Card", "notes": null, "card": {"cardholderName": "A", "brand": "Visa", "number": "4111",
          "expMonth": "1", "expYear": 2030, "code": "123"}},
        {"type": 4, "name": "Me", "notes": null, "identity": {"title": "Dr", "firstName": "A", "ssn": "078", "email": null}},
        {"type": 5, "name": "Key", "notes": null, "sshKey": {"privateKey": "PRIVATE", "publicKey": "PUBLIC"}},
        {"type": 1, "name": "Bare", "login": {"uris": [], "username": null, "password": null, "totp": "steam://JBSWY3DPEE"}},
        {"type": 1, "name": "Gone", "deletedDate": "2024-01-01T00:00:00Z", "login": {}},
        {"type": 7, "name": "Future"}]}
        """

    private static func read() throws -> ImportedItems { try ImportedItems(reading: export.utf8) }

    @Test("Attaches the files of a ZIP archive to their items")
    func files() throws {
        let found = try ImportedItems(reading: ExchangeVectors.read("bitwarden.zip"))
        #expect(found.items.count == 2 && found.item("example.com")?.files == ["a.txt": "one"])
        #expect(found.item("Note")?.files == ["b.txt": "two"] && found.item("Note")?.password == "the text")
    }

    @Test("Reads logins: addresses, fields of every kind, one-time password, folder, times")
    func login() throws {
        let item = try #require(Self.read().item("example.com"))
        #expect(item.draft.name == .init(server: "example.com", account: "alice", scheme: "https"))
        #expect(item.password == "pä\"" && item.protected("notes") == "remark")
        #expect(item.draft.attributes.label == "Example" && item.draft.attributes.group == "Work/Servers")
        #expect(item.field("url") == "https://example.com/login" && item.field("url (2)") == "androidapp://com.example")
        #expect(item.field("color") == "blue")
        #expect(item.field("flag") == "true")
        #expect(item.field("pin") == nil)
        #expect(item.protected("pin") == "1234")
        #expect(item.protected("pin (2)") == "5678")
        #expect(item.protected("odd") == "x")
        #expect(item.draft.secret.oneTimePassword?.issuer == "Example")
        #expect(item.draft.created?.description == "2024-01-01T00:00:00Z")
        #expect(item.draft.modified?.description == "2024-05-01T10:00:00.123Z")
        #expect(item.draft.secretChanged?.description == "2024-03-01T00:00:00Z")
    }

    @Test("Old passwords become history, oldest first")
    func history() throws {
        let item = try #require(Self.read().item("example.com"))
        #expect(item.history.map { text($0.secret.value) } == ["oldest", "middle"])
        #expect(item.history.map { $0.modified?.description } == ["2024-01-01T00:00:00Z", "2024-02-01T00:00:00Z"])
        #expect(item.history.allSatisfy { $0.name == item.draft.name })
    }

    @Test("Reads notes, cards, identities and keys")
    func others() throws {
        let found = try Self.read()
        let note = try #require(found.item("Note"))
        #expect(note.draft.name.itemClass == .note && note.password == "the text")
        let card = try #require(found.item("Card"))
        #expect(card.draft.name.itemClass == .note && card.draft.attributes.kind == "card")
        #expect(card.protected("number") == "4111" && card.protected("code") == "123")
        #expect(card.field("brand") == "Visa" && card.field("expYear") == "2030")
        let identity = try #require(found.item("Me"))
        #expect(
            identity.protected("ssn") == "078" && identity.field("firstName") == "A" && identity.field("email") == nil)
        let key = try #require(found.item("Key"))
        #expect(key.draft.name.itemClass == .key)
        #expect(key.password == "PRIVATE")
        #expect(key.field("publicKey") == "PUBLIC")
    }

    @Test("Reports what is skipped or converted")
    func notes() throws {
        let found = try Self.read()
        #expect(found.items.count == 7 && found.item("Gone") == nil)
        #expect(try #require(found.item("Bare")).protected("otp") == "steam://JBSWY3DPEE")
        #expect(found.notes(.skipped).contains { $0.contains("trash") })
        #expect(found.notes(.skipped).contains { $0.contains("link") })
        #expect(found.notes(.warning).count == 4)  // passkey, odd field, Steam, unknown kind
        #expect(!found.notes.contains { $0.text.contains("JBSW") || $0.text.contains("MIG") })
    }

    @Test("The collections of an organization become groups")
    func collections() throws {
        let found = try ImportedItems(
            reading: """
                {"encrypted": false, "collections": [{"id": "c", "name": "Team"}], "items":
                [{"type": 2, "name": "N", "notes": "x", "collectionIds": ["c", "d"]}]}
                """.utf8)
        #expect(found.items[0].draft.attributes.group == "Team")
    }

    @Test(
        "Rejects malformed exports",
        arguments: [
            "{}", "[]", "{\"items\": 1}", "{\"items\": [{}]}", "{\"items\": [{\"type\": \"1\"}]}", "{\"items\": [",
            "{\"items\": [{\"type\": 1, \"name\": []}]}", "{\"items\": [{\"type\": 1, \"creationDate\": \"soon\"}]}",
        ])
    func malformed(text: String) {
        do {
            _ = try ImportedItems(reading: text.utf8, as: .bitwarden)
            Issue.record("took \(text)")
        } catch { #expect(error.code == .malformed) }
    }
}

@Suite("otpauth list import")
struct OTPAuthImportTests {
    @Test("Reads one URI per line, with comments and empty lines")
    func list() throws {
        let text = """
            \u{feff}# exported

            otpauth://totp/GitHub:alice?secret=JBSWY3DPEE&issuer=GitHub\r
              otpauth://hotp/bob?secret=JBSWY3DPEE&counter=3
            otpauth://totp/GitHub:alice?secret=JBSWY3DPEE&issuer=GitHub
            """
        let found = try ImportedItems(reading: text.utf8, as: .otpauth)
        #expect(found.items.map(\.draft.name) == [.init("GitHub", "alice"), .init("bob")])
        #expect(found.items.map(\.line) == [3, 4])
        #expect(found.items[1].draft.secret.oneTimePassword?.counter == 3)
        #expect(found.items[0].password.isEmpty)
        #expect(found.notes(.duplicate).count == 1)
    }

    @Test("An error names line and offset but not the secret")
    func fault() {
        let text = "otpauth://totp/a?secret=JBSWY3DPEE\notpauth://totp/b?secret=SECRET18"
        do {
            _ = try ImportedItems(reading: text.utf8)
            Issue.record("took it")
        } catch {
            #expect(error == VaultError.code(.malformed, at: 59))
            #expect(error.reason.contains("line 2") && !error.reason.contains("SECRET"))
        }
    }
}
