internal import ArcaCore
import ArcaCrypto
import ArcaOTP
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

@Suite("Password store import")
struct PasswordStoreImportTests {
    private static func read(_ entries: (String, String?)...) throws -> ImportedItems {
        try ImportedItems(
            passwordStore: entries.map { path, content in
                .init(path: path, content: content.map { SecretBytes(copying: $0.utf8) })
            })
    }

    @Test("The first line is the password, and the last two parts of the path are service and account")
    func names() throws {
        let found = try Self.read(
            ("single", "one"), ("a/b", "two\n"), ("Work/Mail/imap/bob", "three\r\nrest"), ("Web/example.com", "four"))
        #expect(found.item("single")?.password == "one")
        #expect(found.item("a", "b")?.password == "two")
        let deep = try #require(found.item("imap", "bob"))
        #expect(
            deep.password == "three" && deep.draft.attributes.group == "Work/Mail" && deep.protected("notes") == "rest")
        let server = try #require(found.item("example.com"))
        #expect(server.draft.name.account.isEmpty && server.draft.attributes.group == "Web")
    }

    @Test("Reads login, url and other lines by the conventions of pass, and protects what it does not know")
    func fields() throws {
        let found = try Self.read(
            (
                "Web/shop",
                "secret\nUser: alice\nurl: https://shop.example/login\npin: 1234\nhttps://other.example\nsome text: here\n\n"
            ), ("Web/example.com/bob", "p\nlogin: bob\n"))
        let shop = try #require(found.item("shop.example"))
        #expect(shop.draft.name == .init(server: "shop.example", account: "alice", scheme: "https"))
        #expect(shop.draft.attributes.label == "shop" && shop.draft.attributes.group == "Web")
        #expect(shop.protected("pin") == "1234" && shop.protected("some text") == "here" && shop.field("pin") == nil)
        #expect(shop.protected("notes") == "https://other.example")
        #expect(found.item("example.com", "bob")?.draft.attributes.group == "Web")
    }

    @Test("Reads the one-time passwords of pass-otp and browserpass")
    func oneTimePasswords() throws {
        let uri = "otpauth://totp/Example:alice?secret=JBSWY3DPEHPK3PXP&issuer=Example"
        let found = try Self.read(
            ("otp/only", uri + "\n"), ("otp/both", "p\n\(uri)\n"), ("otp/key", "p\ntotp: JBSWY3DPEHPK3PXP"))
        #expect(found.items.allSatisfy { $0.draft.secret.oneTimePassword != nil } && found.items.count == 3)
        #expect(found.item("otp", "only")?.password.isEmpty == true && found.item("otp", "both")?.password == "p")
        #expect(found.items.allSatisfy { $0.draft.secret.fields.isEmpty && $0.draft.attributes.fields.isEmpty })
    }

    @Test("Notes an entry that cannot be decrypted, and keeps a file as an attachment")
    func others() throws {
        let found = try ImportedItems(passwordStore: [
            .init(path: "bad/entry", content: nil), .init(path: "bad/age", content: nil, reason: "no identity fits"),
            .init(path: "files/key.bin", content: SecretBytes(copying: [0xff, 0x00, 0xfe])),
            .init(path: "files/long", content: SecretBytes(copying: [UInt8](repeating: 0x61, count: 2 << 20))),
        ])
        #expect(
            found.notes(.skipped) == [
                "'bad/entry' cannot be decrypted", "'bad/age' cannot be decrypted: no identity fits",
            ])
        let file = try #require(found.item("key.bin"))
        #expect(
            file.draft.name.itemClass == .file
                && file.attachments.map { Array(bytes: $0.content) } == [[0xff, 0x00, 0xfe]])
        #expect(found.item("long")?.attachments.first?.content.count == 2 << 20)
        #expect(try Vault.inMemory().importItems(found).names(.added).count == 2)
    }
}
