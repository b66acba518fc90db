import ArcaCore
import ArcaContainers
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

@Suite("Damage to a few records")
struct VaultDamageTests {
    /// A vault of 600 items, and the neighbors of the first in its group; the first has an older version.
    static func make(_ fixture: VaultFixture) throws -> (vault: Vault, neighbors: [String]) {
        let vault = try fixture.create()
        let group = try vault.group("s", "0")
        let neighbor = try free(vault, in: group, from: 1000)
        try vault.add(((0..<599).map(String.init) + [neighbor]).map { ItemDraft("s", $0, "old") })
        try vault.set(ItemDraft("s", "0", "new"))
        return (vault, try [neighbor] + (1..<599).map(String.init).filter { try vault.group("s", $0) == group })
    }

    /// An unused name in a group.
    static func free(_ vault: Vault, in group: Int, from first: Int = 100_000) throws -> String {
        for number in first... where try vault.group("s", "\(number)") == group { return "\(number)" }
        return ""
    }

    static let flips: [(column: String, place: Int, bit: Int)] = [
        ("secret", 0, 0), ("secret", -1, 7), ("attrs", 40, 1), ("attrs", -1, 7), ("attrs", 0, 0), ("attrs", 39, 7),
        ("sn", 0, 3), ("sn", 39, 0), ("id", 0, 7), ("id", 15, 0), ("tag", 0, 7), ("tag", 0, 0), ("tag", 15, 5),
    ]

    @Test(
        "One flipped bit hides that item alone, wherever it is", .enabled(if: runsSlowTests, "slow"),
        arguments: flips.indices)
    func oneBit(index: Int) throws {
        let (column, place, bit) = Self.flips[index]
        try VaultFixture.run { fixture in
            let (vault, neighbors) = try Self.make(fixture)
            let name = VaultItem.Name("s", "0")
            let identifier = try #require(try vault.item(name)).identifier
            let group = try vault.group("s", "0")
            try fixture.flip(column, place, bit: bit, tag: vault.tag("s", "0"))

            #expect(throws: VaultError.code(.tampered)) { try vault.secret(of: name) }
            // The attributes do not depend on the secret.
            let isListed = column == "secret"
            #expect(throws: VaultError(isListed ? .duplicate : .tampered, "")) {
                try vault.add(ItemDraft("s", "0", "x"))
            }
            #expect(throws: VaultError.code(.tampered)) { try vault.set(ItemDraft("s", "0", "x")) }
            // Everything else is unchanged, both in its group and in the group of a flipped tag.
            for neighbor in neighbors { #expect(try vault.text("s", neighbor) == "old") }
            let listing = try vault.listing()
            #expect(listing.items.count == (isListed ? 600 : 599))
            #expect(listing.items.contains { $0.name.account == "0" } == isListed)
            #expect(listing.findings.isEmpty == isListed)
            #expect(listing.items.allSatisfy { $0.isProven })
            if !isListed {
                #expect(throws: VaultError.code(.tampered)) { try vault.items() }
                #expect(listing.findings.contains { $0.group == group })
            }

            // Writing next to it works and does not hide it.
            try vault.set(ItemDraft("s", neighbors[0], "changed"))
            try vault.add(ItemDraft("s", Self.free(vault, in: group), "added"))
            try vault.add(ItemDraft("s", "n\u{e9}w", "added"))
            try vault.remove(.init("s", neighbors[0]))
            let other = try fixture.open()
            #expect(throws: VaultError.code(.tampered)) { try other.item(name).map { try other.secret(of: $0.name) } }
            let report = try other.verify()
            #expect(!report.isSound)
            #expect(
                report.findings.contains { $0.identifier == identifier && $0.group == group },
                "\(report.findings)")
        }
    }

    @Test("Damage to a version or an epoch is located as well")
    func numbers() throws {
        for edit in ["version = version | 1024", "epoch = 3"] {
            try VaultFixture.run { fixture in
                let (vault, neighbors) = try Self.make(fixture)
                try fixture.edit("UPDATE item SET \(edit) WHERE tag = \(vault.tag("s", "0"))")
                #expect(try vault.text("s", neighbors[0]) == "old")
                #expect(try vault.listing().items.count == 599)
                #expect(throws: VaultError.code(.tampered)) { try vault.item(.init("s", "0")) }
            }
        }
    }

    @Test("An unproven group is withheld, and salvaging marks its items")
    func unproven() throws {
        try VaultFixture.run { fixture in
            let (vault, neighbors) = try Self.make(fixture)
            let group = try vault.group("s", "0")
            try fixture.edit("DELETE FROM item WHERE tag = \(vault.tag("s", "0"))")
            let listing = try vault.listing()
            #expect(listing.items.count == 599 - neighbors.count)
            #expect(listing.findings.map(\.code) == [.groupUnproven] && listing.findings[0].group == group)
            for account in ["0"] + neighbors {
                #expect(throws: VaultError.code(.tampered)) { try vault.item(.init("s", account)) }
            }
            // Whether the name is free is unknown as well.
            #expect(throws: VaultError.code(.tampered)) {
                try vault.add(ItemDraft("s", Self.free(vault, in: group), "x"))
            }
            try vault.add(ItemDraft("s", Self.free(vault, in: group ^ 1), "x"))
            #expect(throws: VaultError.code(.tampered)) { try vault.item(.init("n\u{e9}w")) }

            let salvaged = try fixture.open { $0.salvages = true }
            let all = try salvaged.listing()
            #expect(all.items.count == 600 && all.findings.map(\.code) == [.groupUnproven])
            #expect(Set(all.items.filter { !$0.isProven }.map(\.name.account)) == Set(neighbors))
            #expect(try salvaged.items() == all.items)
            #expect(try salvaged.text("s", neighbors[0]) == "old")
            #expect(try salvaged.item(.init("s", neighbors[0]))?.isProven == false)
            #expect(throws: VaultError.code(.tampered)) { try salvaged.item(.init("s", "0")) }
            #expect(throws: VaultError.code(.readOnly)) { try salvaged.set(ItemDraft("t", "0", "x")) }
        }
    }

    /// An attack: an older version is restored under cover of damage to another item.
    @Test(
        "A restored older version never passes for the newest",
        arguments: ["flip", "delete", "duplicate", "both"])
    func replay(cover: String) throws {
        try VaultFixture.run { fixture in
            let (vault, neighbors) = try Self.make(fixture)
            let (tag, other) = (try vault.tag("s", "0"), try vault.tag("s", neighbors[0]))
            try fixture.edit(
                "UPDATE item SET (version, attrs, sn, secret) = (SELECT version, attrs, sn, secret FROM history) "
                    + "WHERE tag = \(tag)")
            switch cover {
            case "flip": try fixture.flip("attrs", 3, tag: other)
            case "delete": try fixture.edit("DELETE FROM item WHERE tag = \(other)")
            case "duplicate":
                try fixture.edit(
                    "INSERT INTO item SELECT CAST(substr(\(other), 1, 15) || X'00' AS BLOB), epoch, id, version, attrs, sn, "
                        + "secret FROM item WHERE tag = \(other)")
            default:
                try fixture.flip("attrs", 3, tag: other)
                try fixture.flip("sn", 3, tag: tag)
            }
            #expect(throws: VaultError.code(.tampered)) { try vault.text("s", "0") }
            #expect(!(try vault.listing().items.contains { $0.name.account == "0" }))
            #expect(throws: VaultError.code(.tampered)) { try vault.set(ItemDraft("s", "0", "x")) }
            let salvaged = try fixture.open { $0.salvages = true }
            #expect(try salvaged.listing().items.allSatisfy { $0.name.account != "0" || !$0.isProven })
        }
    }

    @Test("A removed item that was put back hides only itself")
    func putBack() throws {
        try VaultFixture.run { fixture in
            let (vault, neighbors) = try Self.make(fixture)
            let copy = try Data(contentsOf: fixture.file)
            try vault.remove(.init("s", "0"))
            let old = fixture.folder.appendingPathComponent("old")
            try copy.write(to: old)
            let database = try Database(fixture.path(of: "old"), .readOnly)
            let row = try database.read {
                try database.items.row(LookupTag(value: vault.read { $0.keys.lookupTag(.init("s", "0")).value }))
            }
            var found = try #require(row)
            found.secret = try database.read { try database.items.secret(found.key.tag) } ?? []
            let live = try Database(fixture.path, .readWrite)
            try live.write { try live.items.insert(found) }
            #expect(throws: VaultError.code(.tampered)) { try vault.item(.init("s", "0")) }
            #expect(try vault.text("s", neighbors[0]) == "old")
            let listing = try vault.listing()
            #expect(listing.items.count == 599 && listing.findings.map(\.code) == [.recordExtra])
        }
    }

    @Test("Salvaging writes the readable parts of each item and names the rest")
    func salvage() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            for account in ["a", "b", "c", "d"] {
                for value in ["1", "2", "3"] { try vault.set(ItemDraft("s", account, value)) }
            }
            for account in ["b", "c"] {
                try vault.attach("x", from: MemoryReader([UInt8](repeating: 1, count: 5000)), to: .init("s", account))
            }
            try fixture.flip("secret", 5, tag: vault.tag("s", "a"))
            let piece = try #require(try vault.item(.init("s", "b"))).attachments[0].identifier
            let hex = piece.map { String(format: "%02x", $0) }.joined()
            try fixture.edit("UPDATE piece SET data = zeroblob(length(data)) WHERE att = X'\(hex)'")
            let identifier = try #require(try vault.item(.init("s", "d"))).identifier
            let item = identifier.map { String(format: "%02x", $0) }.joined()
            try fixture.edit(
                "UPDATE history SET secret = zeroblob(length(secret)) WHERE id = X'\(item)' AND version = "
                    + "(SELECT min(version) FROM history WHERE id = X'\(item)')")

            let (text, findings) = try vault.withSnapshot { snapshot in
                let salvage = try VaultSalvage(snapshot)
                var writer = MemoryWriter()
                _ = try ItemsJSON.write(salvage, to: &writer)
                return (writer.bytes, salvage.findings)
            }
            let read = try ItemsJSON.read(text.span)
            #expect(read.items.map(\.draft.name.account) == ["b", "c", "d"])
            #expect(read.items.map(\.history.count) == [3, 3, 1])
            #expect(
                findings.map { "\($0.code.rawValue) \($0.item?.account ?? "")" }.sorted() == [
                    "attachment-damaged b", "history-missing d", "record-damaged a",
                ])
            // Incomplete output requires an explicit request.
            #expect(throws: VaultError.code(.tampered)) {
                var writer = MemoryWriter()
                _ = try ItemsJSON.write(vault, to: &writer)
            }
            let audit = try VaultAudit(vault)
            #expect(audit.itemCount == 4 && audit.passwordCount == 3)
            #expect(audit.damage.map(\.item?.account) == ["a"])
        }
    }

    @Test("Damage prevents a new backup, and the existing one stays")
    func backup() throws {
        try VaultFixture.run { fixture in
            let (vault, _) = try Self.make(fixture)
            try vault.attach("x", from: MemoryReader([1, 2, 3]), to: .init("s", "0"))
            let copy = fixture.folder.appendingPathComponent("copy")
            let path = fixture.path(of: "copy")
            try vault.backup(to: path)
            let good = try Data(contentsOf: copy)
            let file = try Data(contentsOf: fixture.file)
            for edit in [
                "UPDATE item SET secret = zeroblob(length(secret)) WHERE tag = \(try vault.tag("s", "7"))",
                "UPDATE item SET attrs = CAST(substr(attrs, 1, 50) || X'0000' || substr(attrs, 53) AS BLOB) "
                    + "WHERE tag = \(try vault.tag("s", "8"))",
                "UPDATE history SET secret = zeroblob(length(secret))",
                "UPDATE piece SET data = zeroblob(length(data))",
                "DELETE FROM item WHERE tag = \(try vault.tag("s", "9"))",
            ] {
                try fixture.edit(edit)
                for existing in [Vault.ExistingBackup.replace, .keep(3)] {
                    #expect(throws: VaultError.code(.tampered)) { try vault.backup(to: path, existing: existing) }
                    #expect(throws: VaultError.code(.invalidArgument)) {
                        try vault.backup(to: path, existing: existing, acceptsDamage: true)
                    }
                }
                #expect(try Data(contentsOf: copy) == good, "\(edit)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).count == 3)
                try vault.backup(to: fixture.path(of: "damaged"), acceptsDamage: true)
                #expect(
                    try !Vault.verify(
                        at: fixture.path(of: "damaged"), with: .keyFile(fixture.key),
                        options: fixture.options { $0.isBackup = true }
                    ).isSound)
                try FileManager.default.removeItem(at: fixture.folder.appendingPathComponent("damaged"))
                try file.write(to: fixture.file)
            }
            try vault.backup(to: path, existing: .replace)
        }
    }

    @Test("Older backups are numbered, and nothing else is removed")
    func generations() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let path = fixture.path(of: "copy")
            for value in 1...5 {
                try vault.set(ItemDraft("s", "a", "\(value)"))
                try vault.backup(to: path, existing: .keep(2))
            }
            func value(_ name: String) throws -> String {
                try Vault.open(
                    at: fixture.path(of: name), with: .keyFile(fixture.key),
                    options: fixture.options { $0.isBackup = true }
                ).text("s", "a")
            }
            #expect(try value("copy") == "5")
            #expect(try value("copy.1") == "4")
            #expect(try value("copy.2") == "3")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted() == [
                    "copy", "copy.1", "copy.2", "state", "test.vault",
                ])
            try Data("notes".utf8).write(to: fixture.folder.appendingPathComponent("copy.2"))
            #expect(throws: VaultError.code(.duplicate)) { try vault.backup(to: path, existing: .keep(2)) }
            #expect(throws: VaultError.code(.invalidArgument)) { try vault.backup(to: path, existing: .keep(0)) }
            #expect(try value("copy") == "5" && value("copy.1") == "4")
            #expect(throws: VaultError.code(.invalidArgument)) {
                try Vault.create(
                    at: fixture.path(of: "v.1"), slots: [.keyFile(fixture.key)], options: fixture.options()
                ).backup(to: fixture.path(of: "v"), existing: .keep(1))
            }
        }
    }
}
