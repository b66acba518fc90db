internal import ArcaCore
import ArcaCrypto
import ArcaOTP
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

@Suite("Proton Pass import")
struct ProtonPassImportTests {
    private static func read() throws -> ImportedItems {
        try ImportedItems(reading: ExchangeVectors.read("protonpass.zip"))
    }

    @Test("Reads logins with names, fields, one-time passwords and times")
    func logins() throws {
        let found = try Self.read()
        let item = try #require(found.item("example.com"))
        #expect(item.draft.name == .init(server: "example.com", account: "alice", scheme: "https"))
        #expect(item.password == "pä\"ss" && item.protected("notes") == "note of Example")
        #expect(item.draft.attributes.group == "Personal/Web/Shops" && item.field("email") == "alice@example.com")
        #expect(item.field("url (2)") == "https://shop.example" && item.field("favorite") == "true")
        #expect(item.protected("pin") == "1234" && item.field("color") == "blue")
        #expect(item.draft.secret.oneTimePassword?.issuer == "Example" && item.protected("second") != nil)
        #expect(item.draft.created?.seconds == 1_700_000_000 && item.draft.modified?.seconds == 1_700_500_000)
        #expect(found.item("Old", "bob")?.password == "p" && found.item("Mail", "carol@example.com")?.password == "q")
    }

    @Test("Attaches the files of the archive, in the forms of 2025 and 2026")
    func files() throws {
        let found = try Self.read()
        #expect(found.item("example.com")?.files == ["a/b.u1.txt": "one"])
        #expect(found.item("Old", "bob")?.files == ["old-note.txt": "two"])
        #expect(found.items.count { !$0.attachments.isEmpty } == 2)
    }

    @Test("Reads the other kinds, with their secrets protected")
    func others() throws {
        let found = try Self.read()
        #expect(found.items.count == 10 && found.item("Note")?.draft.attributes.group == "Personal")
        #expect(found.item("Note")?.password == "note of Note" && found.item("Note")?.draft.name.itemClass == .note)
        #expect(found.item("Alias", "x.y@alias.example")?.draft.attributes.kind == "alias")
        let card = try #require(found.item("Card"))
        #expect(card.protected("number") == "4111" && card.protected("pin") == "9999" && card.field("number") == nil)
        #expect(card.field("expirationDate") == "2030-01" && card.draft.attributes.kind == "credit card")
        let me = try #require(found.item("Me"))
        #expect(me.protected("socialSecurityNumber") == "078" && me.field("fullName") == "A B" && me.field("x") == "y")
        #expect(me.protected("S: h") == "z")
        #expect(found.item("Key")?.password == "PRIVATE" && found.item("Key")?.draft.name.itemClass == .key)
        #expect(found.item("Home", "net")?.password == "wlan")
        #expect(found.item("Future")?.protected("thing") == "value")
    }

    @Test("Names what is not imported, for each item")
    func notes() throws {
        let found = try Self.read()
        #expect(found.notes(.skipped) == ["1 item of the trash"])
        let example = found.notes.filter { $0.item?.service == "example.com" }.map(\.text)
        #expect(
            example == [
                "a passkey of 'Example' is not imported", "the file 'f1' of 'Example' is not in the export",
            ])
        #expect(found.notes.first { $0.kind == .skipped }?.item == nil)
        #expect(try Vault.inMemory().importItems(found).names(.added).count == 10)
    }

    @Test("Refuses an encrypted export with a hint")
    func encrypted() {
        let error = #expect(throws: VaultError.self) {
            try ImportedItems(reading: #"{"version": "1", "encrypted": true, "vaults": {}}"#.utf8)
        }
        #expect(error?.code == .unsupported && error?.hint?.contains("gpg") == true)
    }
}

@Suite("Credential Exchange Format import")
struct CXFImportTests {
    private static func read() throws -> ImportedItems {
        try ImportedItems(reading: ExchangeVectors.read("cxf.json"))
    }

    @Test("Reads a login with its other credentials")
    func login() throws {
        let item = try #require(Self.read().item("example.com"))
        #expect(item.draft.name == .init(server: "example.com", account: "alice", scheme: "https"))
        #expect(item.password == "pä\"ss" && item.protected("notes") == "remark")
        #expect(
            item.draft.attributes.group == "Work" && item.field("tags") == "a, b" && item.field("favorite") == "true")
        #expect(item.field("url (2)") == "androidapp://com.example")
        #expect(item.field("More: color") == "blue" && item.protected("More: pin") == "1234")
        #expect(item.protected("More: odd") == "odd")
        let password = try #require(item.draft.secret.oneTimePassword)
        #expect(password.issuer == "Example & Co" && password.account == "alice")
        #expect(item.draft.created?.seconds == 1_700_000_000)
    }

    @Test("Reads the other types of credentials")
    func others() throws {
        let found = try Self.read()
        #expect(found.items.count == 9)
        let card = try #require(found.item("Card"))
        #expect(card.protected("number") == "4111" && card.field("expiryDate") == "2030-01")
        #expect(card.draft.name.itemClass == .note && card.draft.attributes.kind == "credit card")
        #expect(found.item("Note")?.password == "the text")
        let key = try #require(found.item("Key"))
        let lines = key.password.split(separator: "\n")
        #expect(lines.first == "-----BEGIN PRIVATE KEY-----" && lines.last == "-----END PRIVATE KEY-----")
        #expect(lines.count == 5 && lines[1].count == 64 && key.draft.attributes.group == "Work/Servers")
        #expect(key.field("keyType") == "ssh-ed25519" && key.field("keyComment") == "me")
        let net = try #require(found.item("Net", "net"))
        #expect(net.password == "wlan" && net.field("networkSecurityType") == "wpa3-personal")
        #expect(found.item("api.example", "bot")?.password == "tok")
        #expect(found.item("Passport")?.protected("passportNumber") == "X1")
        #expect(found.item("Future")?.protected("hologram") != nil)
    }

    @Test("Names what is not imported, and refuses another version")
    func notes() throws {
        let found = try Self.read()
        #expect(
            Set(found.notes.map(\.text)) == [
                "a passkey of 'Example' is not imported", "the file 'a.txt' of 'File' is not in the export",
                "the file 'b.txt' of 'File' is not in the export", "the file 'c.txt' of 'File' is not in the export",
                "'Future' has a credential of an unknown type: it is kept as protected JSON",
            ])
        #expect(try Vault.inMemory().importItems(found).names(.added).count == 9)
        let error = #expect(throws: VaultError.self) {
            try ImportedItems(
                reading: #"{"exporterRpId": "x", "version": {"major": 2, "minor": 0}, "accounts": []}"#.utf8)
        }
        #expect(error?.code == .unsupported)
    }

    @Test("Attaches the documents of an archive that have the size and hash of their credentials")
    func documents() throws {
        let found = try ImportedItems(reading: ExchangeVectors.read("cxf.zip"))
        #expect(found.items.count == 9 && found.item("File")?.files == ["a.txt": "one"])
        let notes = found.notes.map(\.text).filter { $0.hasPrefix("the file") }
        #expect(
            notes == [
                "the file 'b.txt' of 'File' differs from its size or hash, and is left out",
                "the file 'c.txt' of 'File' is not in the export",
            ])
    }

    @Test("What a vault exports, it imports again")
    func roundTrip() throws {
        let vault = try Vault.inMemory()
        let before = try Self.read()
        _ = try vault.importItems(before)
        var writer = MemoryWriter()
        let left = try ItemsCXF.write(vault, to: &writer)
        #expect(left.contains { $0.contains("Key: class, kind") })
        let found = try ImportedItems(reading: writer.bytes)
        #expect(found.items.count == before.items.count)
        for name in ["example.com", "Note", "Card", "Net", "api.example"] {
            let (old, new) = try (#require(before.item(name)), #require(found.item(name)))
            #expect(old.draft.name == new.draft.name && old.draft.secret.value == new.draft.secret.value)
            #expect(old.draft.secret.oneTimePassword == new.draft.secret.oneTimePassword)
            #expect(Set(old.draft.attributes.fields) == Set(new.draft.attributes.fields), "\(name)")
            for field in old.draft.secret.fields { #expect(new.protected(field.name) == text(field.value)) }
            #expect(old.draft.attributes.group == new.draft.attributes.group)
        }
        #expect(found.item("Key")?.protected("secret") == before.item("Key")?.password)
        #expect(found.item("Key")?.draft.attributes.group == "Work/Servers")
    }
}
