internal import ArcaCore
import ArcaCrypto
import ArcaOTP
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

@Suite("KeePass databases and keepassxc-cli", .enabled(if: Peer.has("keepassxc-cli")))
struct KDBXPeerTests {
    private static func run(_ words: [String], _ input: String, in folder: URL) throws -> Peer.Answer {
        let answer = try Peer.run(["keepassxc-cli"] + words, input: Array(input.utf8), in: folder)
        #expect(answer.status == 0, "\(words): \(answer.errors)")
        return answer
    }

    private static func read(
        _ name: String, _ passphrase: String?, keyFile: String? = nil, in folder: URL
    ) throws -> ImportedItems {
        func bytes(_ name: String) throws -> [UInt8] {
            try [UInt8](Data(contentsOf: folder.appendingPathComponent(name)))
        }
        return try ImportedItems(
            reading: bytes(name), passphrase: passphrase.map { SecretBytes(copying: $0.utf8) },
            keyFile: keyFile.map { SecretBytes(copying: try bytes($0)) }, limits: KDBXSamples.limits)
    }

    @Test("reads a database that it created, with passphrase, key file, or both", arguments: ["p", "k", "pk"])
    func created(keys: String) throws {
        try Peer.inFolder { folder in
            let hasPassphrase = keys.contains("p")
            let keyFile = keys.contains("k") ? "key.keyx" : nil
            // It makes the key file.
            let create = (hasPassphrase ? ["-p"] : []) + (keyFile.map { ["-k", $0] } ?? [])
            let open = (hasPassphrase ? [] : ["--no-password"]) + (keyFile.map { ["-k", $0] } ?? [])
            let line = hasPassphrase ? "pä ss\n" : ""
            func run(_ words: [String], _ input: String = "") throws {
                _ = try Self.run(words, line + input, in: folder)
            }
            try run(["db-create", "-q", "-t", "100"] + create + ["t.kdbx"], line)
            try run(["mkdir", "-q"] + open + ["t.kdbx", "Work"])
            try run(
                ["add", "-q", "-p", "-u", "alice", "--url", "https://example.com/x", "--notes", "line 1\nline 2 ü"]
                    + open + ["t.kdbx", "Work/Example"], "old&<>\"1\n")
            try run(["edit", "-q", "-p"] + open + ["t.kdbx", "Work/Example"], "new ä\n")
            try Data(0...255).write(to: folder.appendingPathComponent("a.bin"))
            try run(["attachment-import", "-q"] + open + ["t.kdbx", "Work/Example", "a.bin", "a.bin"])
            try run(["add", "-q", "-p"] + open + ["t.kdbx", "Gone"], "gone\n")
            try run(["rm", "-q"] + open + ["t.kdbx", "Gone"])
            let found = try Self.read("t.kdbx", hasPassphrase ? "pä ss" : nil, keyFile: keyFile, in: folder)
            let item = try #require(found.item("example.com", "alice"))
            #expect(found.items.count == 1 && found.notes(.skipped) == ["1 entry of the recycle bin"])
            #expect(item.password == "new ä" && item.protected("notes") == "line 1\nline 2 ü")
            #expect(item.draft.attributes.label == "Example" && item.draft.attributes.group == "Work")
            #expect(item.attachments.map { Array(bytes: $0.content) } == [Array(0...255)])
            #expect(item.history.first.map { text($0.secret.value) } == "old&<>\"1")
            #expect(throws: VaultError.code(.wrongCredential)) {
                try Self.read("t.kdbx", "wrong", keyFile: keyFile, in: folder)
            }
        }
    }

    @Test(
        "reads the databases that it changed and wrote again, in its version, encryption and key derivation",
        arguments: [
            "3.1-aes-aeskdf-salsa20", "3.1-chacha20-aeskdf-salsa20", "4.0-aes-aeskdf-chacha20",
            "4.0-chacha20-aeskdf-salsa20", "4.0-aes-argon2d-chacha20", "4.0-chacha20-argon2d-chacha20",
            "4.0-aes-argon2id-salsa20", "4.0-chacha20-argon2id-chacha20",
        ])
    func changed(name: String) throws {
        let samples = try KDBXSamples()
        try Peer.inFolder { folder in
            try Data(samples.file(name + "-none")).write(to: folder.appendingPathComponent("t.kdbx"))
            let line = text(KDBXSamples.passphrase) + "\n"
            _ = try Self.run(["add", "-q", "-p", "-u", "new", "t.kdbx", "End/Added"], line + "added ü\n", in: folder)
            let found = try Self.read("t.kdbx", text(KDBXSamples.passphrase), in: folder)
            let before = try samples.open(name + "-none")
            #expect(found.item("Added", "new")?.password == "added ü" && found.items.count == before.items.count + 1)
            for item in before.items {
                let again = try #require(found.items.first { $0.draft.name == item.draft.name })
                #expect(again.draft.secret.value == item.draft.secret.value, "\(item.draft.name)")
                // It sorts the tags.
                let tags = item.field("tags").map { _ in "web, work" }
                #expect(again.field("tags") == tags && again.field("Color") == item.field("Color"))
                #expect(again.draft.attributes.fields.count == item.draft.attributes.fields.count)
                #expect(again.draft.secret.oneTimePassword == item.draft.secret.oneTimePassword)
                #expect(again.attachments.count == item.attachments.count && again.history.count == item.history.count)
            }
        }
    }

    @Test("opens an export and shows every field, as entries and as XML")
    func exported() throws {
        var contents = TestContents()
        var attributes = VaultItem.Attributes()
        attributes.label = "Example & <Co>"
        attributes.group = "Work/Servers"
        attributes.expires = Vault.Timestamp(seconds: 1_900_000_000)
        attributes.fields = [
            .init("url", "https://example.com/x"), .init("url (2)", "https://b.example"), .init("color", "blue"),
            .init("tags", "a, b"),
        ]
        var draft = ItemDraft(
            .init(server: "example.com", account: "alice"), attributes,
            secret: ItemSecret(
                SecretBytes(copying: "pä\"ss".utf8),
                fields: [
                    .init("notes", SecretBytes(copying: "line 1\nline 2".utf8)),
                    .init("pin", SecretBytes(copying: "1234".utf8)),
                ],
                oneTimePassword: try OTPGenerator(
                    .time, key: SecretBytes(copying: "12345678901234567890".utf8), digits: 8, period: 60)))
        draft.modified = Vault.Timestamp(seconds: 1_700_000_000)
        var older = draft
        older.secret.value = SecretBytes(copying: "older".utf8)
        contents.add(draft, history: [older], attachments: [("a.txt", Array("attached".utf8))])
        var writer = MemoryWriter()
        #expect(try ItemsKDBX.write(contents, passphrase: SecretBytes(copying: "pw".utf8), to: &writer).isEmpty)
        try Peer.inFolder { folder in
            try Data(writer.bytes).write(to: folder.appendingPathComponent("t.kdbx"))
            let path = "Work/Servers/Example & <Co>"
            let shown = try Self.run(["show", "-q", "-s", "--all", "t.kdbx", path], "pw\n", in: folder).lines
            for line in [
                "Title: Example & <Co>", "UserName: alice", "Password: pä\"ss", "URL: https://example.com/x",
                "Notes: line 1", "line 2", "Tags: a,b", "KP2A_URL_1: https://b.example", "color: blue", "pin: 1234",
            ] { #expect(shown.contains(Substring(line)), "\(line): \(shown)") }
            let code = try Self.run(["show", "-q", "-t", "t.kdbx", path], "pw\n", in: folder).text
            #expect(code.count == 9)
            let attached = try Self.run(
                ["attachment-export", "-q", "--stdout", "t.kdbx", path, "a.txt"], "pw\n", in: folder)
            #expect(attached.text == "attached")
            let xml = try ImportedItems(reading: Self.run(["export", "-q", "t.kdbx"], "pw\n", in: folder).output)
            let item = try #require(xml.items.first)
            #expect(xml.items.count == 1 && item.draft.attributes.expires == attributes.expires)
            #expect(item.draft.secret.oneTimePassword?.digits == 8 && item.draft.modified == draft.modified)
            #expect(item.history.map { text($0.secret.value) } == ["older"])
        }
    }
}
