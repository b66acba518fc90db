import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import ArcaVaultExchange
import Foundation
import Testing

@testable import ArcaVault

@Suite("The trash of a vault")
struct VaultTrashTests {
    private static let name = VaultItem.Name("site", "alice")
    private static let day: Int64 = 86_400_000

    /// A vault with an item that has a history and an attachment.
    private static func fill(_ vault: Vault) throws {
        try vault.add(ItemDraft("site", "alice", "first"))
        try vault.set(ItemDraft("site", "alice", "second"))
        try vault.attach("a.txt", from: MemoryReader(Array("attached".utf8)), to: name)
        try vault.add(ItemDraft("other", "bob", "x"))
    }

    private static var trash: VaultQuery { VaultQuery(isInTrash: true) }

    @Test("A removed item is not found, and comes back as it was")
    func roundTrip() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try Self.fill(vault)
            let before = try #require(try vault.item(Self.name))
            let versions = try vault.history(of: Self.name)
            let removed = try vault.moveToTrash(Self.name)
            #expect(removed.removed != nil && removed.identifier == before.identifier)
            for vault in [vault, try fixture.open()] {
                #expect(try vault.item(Self.name) == nil)
                #expect(throws: VaultError.code(.notFound)) { try vault.secret(of: Self.name) }
                #expect(throws: VaultError.code(.notFound)) { try vault.history(of: Self.name) }
                #expect(throws: VaultError.code(.notFound)) { try vault.moveToTrash(Self.name) }
                #expect(throws: VaultError.code(.notFound)) { try vault.value(of: VaultReference("arca://site/alice")) }
                #expect(try vault.items().map(\.name.service) == ["other"])
                #expect(try vault.items(matching: VaultQuery(text: "site")).isEmpty)
                #expect(try vault.items(matching: Self.trash) == [removed])
                #expect(try VaultAudit(vault).itemCount == 1)
                #expect(try (vault.status.itemCount, vault.status.trashCount) == (1, 1))
                #expect(try vault.verify().isSound)
                var json = MemoryWriter()
                _ = try ItemsJSON.write(vault, to: &json)
                #expect(!String(decoding: json.bytes, as: UTF8.self).contains("site"))
            }
            let back = try vault.takeFromTrash(Self.name)
            #expect(back.attributes == before.attributes)
            #expect(back.modified == before.modified)
            #expect(back.removed == nil)
            #expect(try vault.history(of: Self.name) == versions && vault.text("site", "alice") == "second")
            #expect(try vault.extract("a.txt", of: Self.name, to: MemoryWriter()).bytes == Array("attached".utf8))
            #expect(try vault.items(matching: Self.trash).isEmpty && vault.status.trashCount == 0)
            #expect(throws: VaultError.code(.notFound)) { try vault.takeFromTrash(Self.name) }
            #expect(try vault.verify().isSound)
        }
    }

    @Test("A name in the trash is free; the last one removed comes back first, and never over another item")
    func names() throws {
        let vault = try Vault.inMemory()
        for text in ["one", "two"] {
            try vault.add(ItemDraft("Zürich", "a", text))
            try vault.moveToTrash(.init("Zürich", "a"))
        }
        try vault.add(ItemDraft("Zürich", "a", "three"))
        #expect(try vault.items(matching: Self.trash).count == 2)
        #expect(throws: VaultError.code(.duplicate)) { try vault.takeFromTrash(.init("Zürich", "a")) }
        try vault.update(.init("Zürich", "a")) { $0.name.account = "b" }
        // In another Unicode form.
        try vault.takeFromTrash(.init("Zu\u{308}rich", "a"))
        #expect(try vault.text("Zürich", "a") == "two")
        try vault.update(.init("Zürich", "a")) { $0.name.account = "c" }
        try vault.takeFromTrash(.init("Zürich", "a"))
        #expect(try vault.text("Zürich", "a") == "one")
        #expect(try vault.items().count == 3 && vault.verify().isSound)
    }

    @Test("After 30 days, and not before, the next change removes an item permanently")
    func expiry() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try Self.fill(vault)
            try vault.add(ItemDraft("young", "", "y"))
            try vault.write { transaction in
                let now = transaction.now
                try transaction.setRemoved(
                    now.advanced(byMilliseconds: -31 * Self.day), of: transaction.item(Self.name))
                try transaction.setRemoved(
                    now.advanced(byMilliseconds: -29 * Self.day), of: transaction.item(.init("young")))
            }
            #expect(try vault.items(matching: Self.trash).count == 2)
            try vault.set(ItemDraft("other", "bob", "changed"))
            #expect(try vault.items(matching: Self.trash).map(\.name.service) == ["young"])
            #expect(try fixture.number("SELECT count(*) FROM piece") == 0)
            #expect(try fixture.number("SELECT count(*) FROM history") == 1)
            #expect(try vault.verify().isSound)
            try vault.set(ItemDraft("other", "bob", "again"))
            #expect(try vault.takeFromTrash(.init("young")).name.service == "young")
        }
    }

    @Test("Purging removes the trash, one of its items or a history from the file")
    func purging() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try Self.fill(vault)
            #expect(try vault.removeHistory(of: Self.name) == 2)
            #expect(try vault.history(of: Self.name).isEmpty && vault.text("site", "alice") == "second")
            #expect(try vault.removeHistory(of: Self.name) == 0)
            try vault.moveToTrash(Self.name)
            try vault.moveToTrash(.init("other", "bob"))
            #expect(try vault.emptyTrash(of: [.init("nothing")]).isEmpty)
            #expect(try vault.emptyTrash(of: [Self.name]).map(\.name) == [Self.name])
            #expect(try fixture.number("SELECT count(*) FROM piece") == 0)
            #expect(try vault.emptyTrash().count == 1)
            #expect(try fixture.number("SELECT count(*) FROM item") == 0)
            #expect(try vault.status.trashCount == 0 && vault.verify().isSound)
        }
    }

    @Test("A rotation includes the trash")
    func rotation() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try Self.fill(vault)
            try vault.moveToTrash(Self.name)
            var plan = Vault.RotationPlan()
            for slot in try vault.slots { plan[slot.identifier] = .rewrap(.keyFile(fixture.key)) }
            try vault.rotate(plan)
            #expect(try vault.items(matching: Self.trash).map(\.name) == [Self.name])
            #expect(try vault.verify().isSound)
            try vault.takeFromTrash(Self.name)
            #expect(try vault.text("site", "alice") == "second" && vault.history(of: Self.name).count == 2)
            #expect(try fixture.open().verify().isSound)
        }
    }

    @Test("A trash row removed by another program is detected")
    func tampering() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try Self.fill(vault)
            let removed = try vault.moveToTrash(Self.name)
            try fixture.edit("DELETE FROM item WHERE id = X'\(hexText(removed.identifier))'")
            #expect(throws: VaultError.code(.tampered)) { try fixture.open().takeFromTrash(Self.name) }
            #expect(throws: VaultError.code(.tampered)) { try fixture.open().items(matching: Self.trash) }
        }
    }
}
