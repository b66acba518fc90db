import ArcaCore
import ArcaContainers
import ArcaCrypto
import ArcaOTP
import ArcaSystem
import ArcaTestSupport
@testable import ArcaVault
@testable import ArcaVaultExchange
import Foundation
import Testing

@Suite("Export")
struct ExportTests {
    @Test("JSON round-trips everything but the contents of attachments")
    func json() throws {
        let contents = try TestContents.rich()
        var writer = MemoryWriter()
        let left = try ItemsJSON.write(contents, at: Vault.Timestamp(seconds: 1), to: &writer)
        #expect(left.count == 8 && left[0] == "example.com/alice: a.txt")
        let found = try ImportedItems(reading: writer.bytes)
        #expect(contents.differences(from: found.items).isEmpty)
        #expect(found.notes(.warning).count == 8)
        let root = try JSONReader.read(writer.bytes)
        #expect(root["exported"]?.string == "1970-01-01T00:00:01Z")
        #expect(root["items"]?[0]?["secret"]?.string == "p\"ass,\nwörd")
        #expect(root["items"]?[0]?["protectedFields"]?[1]?["value"]?["base64"]?.string == "AP+A")
        #expect(root["items"]?[0]?["history"]?[0]?["service"]?.string == "old name")
        var some = MemoryWriter()
        _ = try ItemsJSON.write(contents, matching: VaultQuery(service: "example.com"), to: &some)
        #expect(try ImportedItems(reading: some.bytes).items.count == 1)
    }

    @Test("Every JSON member counts: one that is removed, renamed or of another type is rejected")
    func strictJSON() throws {
        let contents = try TestContents.rich()
        var writer = MemoryWriter()
        _ = try ItemsJSON.write(contents, at: Vault.Timestamp(seconds: 1), to: &writer)
        let root = try JSONReader.read(writer.bytes)
        for name in try #require(root["items"]?[0]?.object).names {
            var item = try #require(root["items"]?[0]?.object)
            let value = item[name]
            item[name] = nil
            item["x" + name] = value
            var document = try #require(root.object)
            document["items"] = .array([.object(item)])
            #expect(throws: VaultError.self, "\(name)") {
                try ImportedItems(reading: JSONValue.object(document).text().utf8)
            }
            item["x" + name] = nil
            item[name] = .bool(true)
            document["items"] = .array([.object(item)])
            #expect(throws: VaultError.self, "\(name)") {
                try ImportedItems(reading: JSONValue.object(document).text().utf8)
            }
        }
        for (text, code) in [
            ("{\"arca-vault-items\": 3, \"items\": []}", VaultError.Code.unsupported),
            ("{\"arca-vault-items\": 1}", .malformed),
            ("{\"arca-vault-items\": 1, \"items\": [], \"more\": 1}", .malformed),
            (
                "{\"arca-vault-items\": 1, \"items\": [{\"class\": \"note\", \"service\": \"\", \"secret\": \"\"}]}",
                .malformed
            ),
            (
                "{\"arca-vault-items\": 1, \"items\": [{\"class\": \"note\", \"service\": \"a\", \"port\": 1, \"secret\": \"\"}]}",
                .malformed
            ),
            (
                "{\"arca-vault-items\": 1, \"items\": [{\"class\": \"note\", \"service\": \"a\", \"secret\": \"\"}, "
                    + "{\"class\": \"note\", \"service\": \"a\", \"secret\": \"\"}]}", .malformed
            ),
        ] {
            do {
                _ = try ImportedItems(reading: text.utf8)
                Issue.record("took \(text)")
            } catch { #expect(error.code == code, "\(error)") }
        }
    }

    @Test("CSV is in KeePassXC's form, round-trips what it can hold and reports the rest")
    func csv() throws {
        let contents = try TestContents.rich()
        var writer = MemoryWriter()
        let left = try ItemsCSV.write(contents, to: &writer)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(
            text.hasPrefix(
                "\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\",\"TOTP\",\"Icon\",\"Last Modified\",\"Created\"\n"
            ))
        #expect(
            text.contains(
                "\"Root/Work/Servers\",\"Example, \"\"Inc\"\"\",\"alice\",\"p\"\"ass,\nwörd\",\"https://example.com/x\""
            ))
        #expect(left.count == 6)
        #expect(
            left[0] == "example.com/alice: field color, field pin, field raw, attachment a.txt, attachment empty, "
                + "attachment ../big, kind, expiry, time of the password, 2 older versions")
        let found = try ImportedItems(reading: writer.bytes)
        let item = try #require(found.item("example.com"))
        let original = contents.entries[0]
        #expect(item.draft.secret.value == original.secret.value)
        #expect(item.draft.attributes.label == original.item.attributes.label)
        #expect(item.protected("notes") == original.item.attributes.comment)
        // The former comment is a protected field now, written to the same column.
        var again = TestContents()
        again.add(item.draft)
        var second = MemoryWriter()
        #expect(try !ItemsCSV.write(again, to: &second).contains { $0.contains("notes") })
        #expect(try ImportedItems(reading: second.bytes).items[0].protected("notes") == item.protected("notes"))
        #expect(item.draft.attributes.group == original.item.attributes.group)
        #expect(item.draft.created?.seconds == original.item.created.seconds)
        #expect(item.draft.secret.oneTimePassword?.counter == .max)
    }

    @Test("An item without an address gets one from its name")
    func address() throws {
        var contents = TestContents()
        let name = VaultItem.Name(server: "[::1]", account: "a", scheme: "ssh", port: 2222, path: "/p")
        contents.add(ItemDraft(name, secret: ItemSecret(SecretBytes(copying: "=1+1".utf8))))
        var writer = MemoryWriter()
        #expect(try ItemsCSV.write(contents, to: &writer).isEmpty)
        let found = try ImportedItems(reading: writer.bytes)
        #expect(found.items[0].field("url") == "ssh://[::1]:2222/p")
        #expect(found.items[0].draft.name == VaultItem.Name(server: "[::1]", account: "a", scheme: "ssh", port: 2222))
        #expect(found.items[0].password == "=1+1")
    }

    @Test("CSV has the columns of keepassxc-cli's own export", .enabled(if: Peer.has("keepassxc-cli")))
    func columns() throws {
        try Peer.inFolder { folder in
            _ = try Peer.run(
                ["keepassxc-cli", "db-create", "-q", "-p", "-t", "100", "t.kdbx"], input: Array("a\na\n".utf8),
                in: folder)
            let theirs = try Peer.run(
                ["keepassxc-cli", "export", "-q", "-f", "csv", "t.kdbx"], input: Array("a\n".utf8), in: folder)
            var writer = MemoryWriter()
            _ = try ItemsCSV.write(TestContents(), to: &writer)
            #expect(theirs.output == writer.bytes)
        }
    }
}

@Suite("Archives of items")
struct VaultArchiveTests {
    private static func format(_ passphrase: String = "correct horse") throws -> Age {
        let identity = try Age.Passphrase(SecretBytes(copying: passphrase.utf8), logN: 10)
        return Age(recipients: [identity], identities: [identity])
    }

    private static func write(_ contents: TestContents) throws -> [UInt8] {
        var writer = MemoryWriter()
        try VaultArchive.write(contents, sealing: format(), at: Vault.Timestamp(seconds: 7), into: &writer)
        return writer.bytes
    }

    @Test("Restores everything: items, secrets, histories, attachments")
    func roundTrip() throws {
        let contents = try TestContents.rich()
        let bytes = try Self.write(contents)
        var attachments: [String: [UInt8]] = [:]
        var reader = MemoryReader(bytes)
        let read = try VaultArchive.read(&reader, opening: Self.format()) { attachment, content in
            var all: [UInt8] = []
            while true {
                let more = try [UInt8](capacity: 777) { output in try content.read(into: &output) }
                if more.isEmpty { break }
                all += more
            }
            #expect(attachment.byteCount == all.count && attachment.mediaType == "text/plain")
            attachments["\(attachment.item.itemClass) \(attachment.name)"] = all
        }
        #expect(contents.differences(from: read.items.items).isEmpty)
        #expect(read.summary == .init(exported: Vault.Timestamp(seconds: 7), itemCount: 6, attachmentCount: 8))
        for entry in contents.entries {
            for (name, content) in entry.attachments {
                #expect(attachments["\(entry.item.name.itemClass) \(name)"] == content)
            }
        }
    }

    @Test("Attachments can be read in part or skipped")
    func unread() throws {
        let contents = try TestContents.rich()
        var reader = MemoryReader(try Self.write(contents))
        let read = try VaultArchive.read(&reader, opening: Self.format()) { _, content in
            _ = try [UInt8](capacity: 3) { output in try content.read(into: &output) }
        }
        #expect(read.items.items.count == 6)
        var again = MemoryReader(try Self.write(contents))
        #expect(try VaultArchive.read(&again, opening: Self.format()).summary.attachmentCount == 8)
    }

    @Test("Spreads many items over several files of the archive")
    func many() throws {
        var contents = TestContents()
        for index in 0..<40 {
            let secret = ItemSecret(SecretBytes(copying: [UInt8](repeating: 0x61, count: 60_000)))
            contents.add(ItemDraft(.init("item \(index)"), secret: secret))
        }
        var reader = MemoryReader(try Self.write(contents))
        let read = try VaultArchive.read(&reader, opening: Self.format())
        #expect(contents.differences(from: read.items.items).isEmpty)
    }

    @Test("Archives an empty vault")
    func empty() throws {
        var reader = MemoryReader(try Self.write(TestContents()))
        #expect(try VaultArchive.read(&reader, opening: Self.format()).items.items.isEmpty)
    }

    @Test("Rejects a wrong passphrase, a changed byte and a truncated file")
    func damage() throws {
        let bytes = try Self.write(TestContents.rich())
        var reader = MemoryReader(bytes)
        #expect(throws: ContainerError.code(.wrongKey)) {
            try VaultArchive.read(&reader, opening: Self.format("other"))
        }
        for place in [bytes.count / 2, bytes.count - 1] {
            var changed = bytes
            changed[place] ^= 1
            var reader = MemoryReader(changed)
            #expect(throws: ContainerError.self) { try VaultArchive.read(&reader, opening: Self.format()) }
        }
        for count in [bytes.count - 1, bytes.count / 2, 0] {
            var reader = MemoryReader(Array(bytes.prefix(count)))
            #expect(throws: (any Error).self) { try VaultArchive.read(&reader, opening: Self.format()) }
        }
    }

    @Test("Passes on errors of callbacks and writers unchanged")
    func failures() throws {
        struct Stop: Error {}
        var contents = try TestContents.rich()
        var reader = MemoryReader(try Self.write(contents))
        #expect(throws: Stop.self) {
            try VaultArchive.read(&reader, opening: Self.format()) { _, _ in throw Stop() }
        }
        contents.entries[0].attachments["a.txt"] = [1, 2]
        #expect(throws: VaultError.code(.tampered)) { try Self.write(contents) }
        contents.entries[0].attachments["a.txt"] = [UInt8](repeating: 1, count: 5000)
        #expect(throws: VaultError.code(.tampered)) { try Self.write(contents) }
        contents.entries[0].attachments = [:]
        #expect(throws: VaultError.code(.notFound)) { try Self.write(contents) }
        struct Full: ByteWriter {
            mutating func write(_ bytes: borrowing some Bytes) throws(any Error) { throw Stop() }
        }
        var full = Full()
        #expect(throws: Stop.self) { try VaultArchive.write(TestContents(), sealing: Self.format(), into: &full) }
    }

    @Test("Rejects other age files and archives that contradict their header")
    func otherFiles() throws {
        func read(_ plain: [UInt8]) throws -> VaultArchive.Summary {
            var reader = MemoryReader(plain)
            var sealed = MemoryWriter()
            try Self.format().seal(&reader, into: &sealed)
            var file = MemoryReader(sealed.bytes)
            return try VaultArchive.read(&file, opening: Self.format()).summary
        }
        func tar(_ files: [(String, String)]) throws -> [UInt8] {
            try files.flatMap { name, text in
                let header = try TarWriter.header(
                    of: TarEntry(path: .init(name), kind: .file, byteCount: text.utf8.count))
                return header + Array(text.utf8) + TarWriter.padding(behind: text.utf8.count)
            } + TarWriter.end
        }
        let head = "{\"arca-vault-archive\":1,\"exported\":\"2026-01-01T00:00:00Z\",\"items\":1,\"attachments\":1}"
        let items = """
            {"arca-vault-items":1,"items":[{"class":"note","service":"a","secret":"x",
            "attachments":[{"name":"n","mediaType":"","byteCount":2,"path":"attachments/1"}]}]}
            """
        let good = [("vault.json", head), ("items/1.json", items), ("attachments/1", "hi")]
        #expect(try read(tar(good)).itemCount == 1)
        #expect(throws: ContainerError.self) { try read(Array("hello".utf8)) }
        for wrong in [
            [], [good[0]], [good[1]], [good[0], good[1]], good + [good[2]], [good[0], good[2], good[1]],
            [("vault.json", head.replacingOccurrences(of: "\"items\":1", with: "\"items\":2")), good[1], good[2]],
            [good[0], good[1], ("attachments/1", "h")], good + [("other", "")], [good[0], good[1], good[1], good[2]],
            [("vault.json", "{}"), good[1], good[2]], [good[0], ("items/1.json", "{}"), good[2]],
        ] {
            #expect(throws: VaultError.code(.malformed), "\(wrong.map(\.0))") { try read(tar(wrong)) }
        }
        let newer = head.replacingOccurrences(of: "archive\":1", with: "archive\":3")
        #expect(throws: VaultError.code(.unsupported)) { try read(tar([("vault.json", newer)])) }
    }

    @Test("age and tar alone can extract an archive", .enabled(if: Peer.has("age") && Peer.has("tar")))
    func peers() throws {
        try Peer.inFolder { folder in
            let made = try Peer.output(["age-keygen"])
            try Data(made.utf8).write(to: folder.appendingPathComponent("key"))
            let recipient = try #require(made.split { $0.isWhitespace }.first { $0.hasPrefix("age1") })
            var writer = MemoryWriter()
            try VaultArchive.write(
                TestContents.rich(), sealing: Age(recipients: [Age.recipient(named: String(recipient))]), into: &writer)
            try Data(writer.bytes).write(to: folder.appendingPathComponent("archive.age"))
            let plain = try Peer.run(["age", "-d", "-i", "key", "archive.age"], in: folder)
            let list = try Peer.run(["tar", "-tf", "-"], input: plain.output)
            #expect(list.status == 0)
            #expect(
                list.lines.map(String.init).prefix(3) == ["vault.json", "items/00000001.json", "attachments/00000001"])
            let script = """
                import sys, tarfile, json
                tar = tarfile.open(fileobj=sys.stdin.buffer, mode="r|")
                for entry in tar:
                    content = tar.extractfile(entry).read()
                    if entry.name.startswith("items/"):
                        print(len(json.loads(content)["items"]))
                    elif entry.name == "attachments/00000001":
                        print(content.decode())
                """
            #expect(try Peer.python(script, input: plain.output).text == "6\nattached\n")
        }
    }
}
