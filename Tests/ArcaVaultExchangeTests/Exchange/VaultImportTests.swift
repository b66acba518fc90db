import ArcaCore
import ArcaContainers
import ArcaCrypto
import ArcaSystem
import Foundation
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

@Suite("Import into a vault")
struct VaultImportTests {
    private static func items(_ text: String) throws -> ImportedItems { try ImportedItems(reading: text.utf8) }

    private static func lines(_ lines: String...) throws -> ImportedItems {
        try items(
            "service,account,password\n" + lines.joined(separator: "\n") + "\n", "service=service,account=account")
    }

    private static func items(_ text: String, _ columns: String) throws -> ImportedItems {
        try ImportedItems(
            reading: text.utf8, columns: ImportedItems.Columns("\(columns),password=password"))
    }

    private struct Stop: Error {}

    /// A vault with an item that has a history and an attachment, and an item of another class.
    private static func source() throws -> Vault {
        let vault = try Vault.inMemory()
        try vault.add(ItemDraft("site", "alice", "first"))
        try vault.set(ItemDraft("site", "alice", "second"))
        try vault.set(ItemDraft("site", "alice", "third"))
        try vault.attach(
            "a.txt", mediaType: "text/plain", from: MemoryReader(Array("attached".utf8)), to: .init("site", "alice"))
        try vault.add(ItemDraft(.init("a note", class: .note), secret: ItemSecret(SecretBytes(copying: "text".utf8))))
        return vault
    }

    private static func archive(_ vault: Vault, _ identity: Age.X25519Identity) throws -> [UInt8] {
        var bytes = MemoryWriter()
        try VaultArchive.write(vault, sealing: Age(recipients: [identity.recipient]), into: &bytes)
        return bytes.bytes
    }

    @Test("Adds new items, skips equal ones, and keeps or replaces the others")
    func outcomes() throws {
        let vault = try Vault.inMemory()
        try vault.add([ItemDraft("same", "a", "1"), ItemDraft("other", "a", "1")])
        let generation = try vault.status.generation
        let found = try Self.lines("new,a,1", "same,a,1", "other,a,2")
        let kept = try vault.importItems(found)
        #expect(kept.entries.map(\.outcome) == [.added, .unchanged, .kept])
        #expect(kept.names(.kept) == [.init("other", "a")])
        #expect(try vault.text("other", "a") == "1")
        #expect(try vault.status.generation == generation + 1)

        let replaced = try vault.importItems(found, existing: .replace)
        #expect(replaced.entries.map(\.outcome) == [.unchanged, .unchanged, .replaced])
        #expect(try vault.text("other", "a") == "2")
        #expect(try vault.history(of: .init("other", "a")).count == 1)

        // The same import again changes nothing, not even the generation.
        let again = try vault.importItems(found, existing: .replace)
        #expect(again.entries.allSatisfy { $0.outcome == .unchanged })
        #expect(try vault.status.generation == generation + 2)
        #expect(try vault.verify().isSound)
    }

    @Test("A dry run reports the same and writes nothing, even for a vault opened read-only")
    func dryRun() throws {
        try VaultFolder.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("other", "a", "1"))
            let found = try Self.lines("new,a,1", "other,a,2")
            let before = try [UInt8](Data(contentsOf: fixture.file))
            let reading = try fixture.open(isReadOnly: true)
            let report = try reading.importItems(found, existing: .replace, isDryRun: true)
            #expect(report.entries.map(\.outcome) == [.added, .replaced])
            #expect(try [UInt8](Data(contentsOf: fixture.file)) == before)
            #expect(throws: VaultError.code(.readOnly)) { try reading.importItems(found) }
            #expect(try vault.importItems(found, existing: .replace) == report)
        }
    }

    @Test("Imports histories in order, up to the history limit, with the creation time")
    func history() throws {
        let source = try Vault.inMemory()
        for number in 0..<8 { try source.set(ItemDraft("site", "a", "\(number)")) }
        try source.set(ItemDraft("plain", "a", "x"))
        var json = MemoryWriter()
        _ = try ItemsJSON.write(source, to: &json)
        let found = try ImportedItems(reading: json.bytes)

        let vault = try Vault.inMemory()
        try vault.setHistoryLimit(3)
        let generation = try vault.status.generation
        let report = try vault.importItems(found)
        let dropped = report.entries.map { ($0.name.service, $0.droppedVersionCount) }
        #expect(dropped.map(\.0) == ["plain", "site"] && dropped.map(\.1) == [0, 4])
        let name = VaultItem.Name("site", "a")
        let versions = try vault.history(of: name)
        #expect(try versions.map { try vault.secret(of: name, version: $0.version).text } == ["6", "5", "4"])
        #expect(try vault.text("site", "a") == "7")
        #expect(try vault.item(name)?.created == source.item(name)?.created)
        #expect(Set(versions.map(\.version)).count == 3)
        // Four versions take four generations in one transaction.
        #expect(try vault.status.generation == generation + 4)
        #expect(try vault.verify().isSound)
        #expect(try vault.importItems(found).entries.allSatisfy { $0.outcome == .unchanged })
    }

    @Test("Drops an item's older name that now belongs to another item")
    func olderNames() throws {
        let source = try Vault.inMemory()
        try source.add(ItemDraft("old", "a", "1"))
        try source.update(.init("old", "a")) { $0.name = .init("new", "a") }
        try source.add(ItemDraft("old", "a", "2"))
        var json = MemoryWriter()
        _ = try ItemsJSON.write(source, to: &json)
        let vault = try Vault.inMemory()
        let report = try vault.importItems(ImportedItems(reading: json.bytes))
        #expect(report.names(.added).count == 2)
        #expect(try vault.history(of: .init("new", "a")).map(\.name) == [.init("new", "a")])
        #expect(try vault.text("old", "a") == "2")
        #expect(try vault.verify().isSound)
    }

    @Test("An invalid item stops the import before anything is written")
    func invalidItem() throws {
        let vault = try Vault.inMemory()
        let found = try Self.lines("good,a,1", "\(String(repeating: "x", count: 300_000)),a,1")
        #expect(throws: VaultError.code(.malformed)) { try vault.importItems(found) }
        #expect(try vault.items().isEmpty)
    }

    @Test("An archive restores everything, and importing it again changes nothing")
    func archive() throws {
        let identity = try Age.X25519Identity()
        let source = try Self.source()
        let bytes = try Self.archive(source, identity)
        let vault = try Vault.inMemory()
        let age = Age(identities: [identity])
        let (found, report) = try vault.importArchive(opening: age) { MemoryReader(bytes) }
        #expect(found.items.count == 2)
        #expect(report.attachmentCount == 1)
        let name = VaultItem.Name("site", "alice")
        #expect(try vault.history(of: name).count == source.history(of: name).count)
        #expect(try vault.extract("a.txt", of: name, to: MemoryWriter()).bytes == Array("attached".utf8))
        #expect(try vault.verify().isSound)
        let generation = try vault.status.generation
        let again = try vault.importArchive(opening: age, existing: .replace) { MemoryReader(bytes) }.report
        #expect(again.entries.allSatisfy { $0.outcome == .unchanged })
        #expect(try vault.status.generation == generation)
    }

    @Test("An archive of the same vault: newer versions stay, renamed items are recognized, removed ones stay away")
    func ownArchive() throws {
        let identity = try Age.X25519Identity()
        let vault = try Self.source()
        try vault.add([
            ItemDraft("renamed", "", "r"), ItemDraft("purged", "", "p"), ItemDraft("trashed", "", "t"),
            ItemDraft("replaced", "", "before"),
        ])
        let bytes = try Self.archive(vault, identity)
        try vault.set(ItemDraft("site", "alice", "fourth"))
        try vault.update(.init("renamed")) { $0.name.service = "new name" }
        try vault.remove(.init("purged"))
        try vault.moveToTrash(.init("trashed"))
        // An item that took over a name in the archive after its own item was removed.
        try vault.remove(.init("replaced"))
        var draft = ItemDraft("replaced", "", "after")
        draft.modified = Vault.Timestamp(seconds: 0)
        try vault.add(draft)
        let age = Age(identities: [identity])
        func outcomes(_ report: Vault.ImportReport) -> [String: Vault.ImportReport.Outcome] {
            Dictionary(uniqueKeysWithValues: report.entries.map { ($0.name.service, $0.outcome) })
        }
        let generation = try vault.status.generation
        let dry = try vault.importArchive(opening: age, existing: .replace, isDryRun: true) { MemoryReader(bytes) }
        let report = try vault.importArchive(opening: age, existing: .replace) { MemoryReader(bytes) }.report
        #expect(dry.report == report)
        #expect(
            outcomes(report) == [
                "site": .newer, "a note": .unchanged, "new name": .unchanged, "purged": .removed, "trashed": .removed,
                "replaced": .replaced,
            ])
        #expect(try vault.text("site", "alice") == "fourth" && vault.text("replaced") == "before")
        // The replaced version is in the history.
        let versions = try vault.history(of: .init("replaced"))
        #expect(try versions.map { try vault.secret(of: .init("replaced"), version: $0.version).text } == ["after"])
        #expect(try vault.status.generation == generation + 1)
        let back = try vault.importArchive(opening: age, withRemoved: true) { MemoryReader(bytes) }.report
        #expect(outcomes(back)["purged"] == .added && outcomes(back)["trashed"] == .added)
        // The same item is restored from the trash.
        #expect(try vault.items(matching: VaultQuery(isInTrash: true)).isEmpty && vault.verify().isSound)
        #expect(try vault.text("trashed") == "t")
    }

    @Test("A replaced attachment stays, under a name with a number")
    func replacedAttachment() throws {
        let identity = try Age.X25519Identity()
        let bytes = try Self.archive(Self.source(), identity)
        let vault = try Vault.inMemory()
        let name = VaultItem.Name("site", "alice")
        try vault.add(ItemDraft("site", "alice", "third"))
        try vault.attach("a.txt", mediaType: "text/plain", from: MemoryReader(Array("mine".utf8)), to: name)
        let age = Age(identities: [identity])
        for _ in 0..<2 {
            _ = try vault.importArchive(opening: age, existing: .replace) { MemoryReader(bytes) }
            #expect(try vault.item(name)?.attachments.map(\.name) == ["a.txt (2)", "a.txt"])
            #expect(try vault.extract("a.txt", of: name, to: MemoryWriter()).bytes == Array("attached".utf8))
            #expect(try vault.extract("a.txt (2)", of: name, to: MemoryWriter()).bytes == Array("mine".utf8))
        }
        #expect(try vault.verify().isSound)
    }

    @Test("A failure on the second pass over the archive leaves nothing")
    func failureInTheMiddle() throws {
        try VaultFolder.run { fixture in
            let identity = try Age.X25519Identity()
            let bytes = try Self.archive(Self.source(), identity)
            let vault = try fixture.create()
            try vault.add(ItemDraft("present", "", "x"))
            let generation = try vault.status.generation
            var openings = 0
            #expect(throws: Stop.self) {
                try vault.importArchive(opening: Age(identities: [identity])) {
                    openings += 1
                    if openings == 2 { throw Stop() }
                    return MemoryReader(bytes)
                }
            }
            #expect(openings == 2)
            #expect(try vault.items().map(\.name) == [.init("present")])
            #expect(try vault.status.generation == generation)
            let database = try Database(fixture.path(of: "test.vault"), .readOnly)
            for table in ["piece", "history"] {
                #expect(try database.read { try database.integer("SELECT count(*) FROM \(table)") } == 0)
            }
            #expect(try vault.verify().isSound)
        }
    }

    @Test("Rejects an archive that changed between the two passes")
    func changedArchive() throws {
        let identity = try Age.X25519Identity()
        let source = try Self.source()
        let first = try Self.archive(source, identity)
        let name = VaultItem.Name("site", "alice")
        try source.detach("a.txt", from: name)
        let without = try Self.archive(source, identity)
        try source.attach("a.txt", mediaType: "text/plain", from: MemoryReader(Array("ATTACHED".utf8)), to: name)
        let other = try Self.archive(source, identity)
        for second in [without, other] {
            let vault = try Vault.inMemory()
            var archives = [first, second]
            #expect(throws: VaultError.code(.tampered)) {
                try vault.importArchive(opening: Age(identities: [identity])) { MemoryReader(archives.removeFirst()) }
            }
            #expect(try vault.items().isEmpty)
        }
    }
}
