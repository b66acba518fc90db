import ArcaCore
import ArcaTestSupport
import ArcaVaultExchange
import Foundation
import Testing

@testable import ArcaVault

@Suite("Repair of a damaged vault")
struct VaultRepairTests {
    /// Everything in a vault, as JSON.
    private static func content(_ vault: Vault) throws -> String {
        var writer = MemoryWriter()
        _ = try ItemsJSON.write(vault, at: Vault.Timestamp(text: "2026-01-01T00:00:00Z"), to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func zero(_ column: String, _ where: String, _ table: String = "item") -> String {
        "UPDATE \(table) SET \(column) = zeroblob(length(\(column))) WHERE \(`where`)"
    }

    private func openBackup(_ fixture: VaultFixture, _ name: String = "copy") throws -> Vault {
        try Vault.open(
            at: fixture.path(of: name), with: .keyFile(fixture.key), options: fixture.options { $0.isBackup = true })
    }

    @Test(
        "A flipped bit is repaired without a backup, and the vault is as before", .enabled(if: runsSlowTests, "slow"),
        arguments: VaultDamageTests.flips.indices)
    func oneBit(index: Int) throws {
        let (column, place, bit) = VaultDamageTests.flips[index]
        try VaultFixture.run { fixture in
            let (vault, _) = try VaultDamageTests.make(fixture)
            let content = try Self.content(vault)
            try fixture.flip(column, place, bit: bit, tag: vault.tag("s", "0"))
            let report = try vault.repair()
            #expect(report.steps.map(\.code) == [.corrected] && report.steps.first?.item?.account == "0")
            #expect(report.verification.findings.isEmpty, "\(report.verification.findings)")
            #expect(try Self.content(fixture.open()) == content)
            #expect(try vault.repair().steps.isEmpty)
        }
    }

    /// The vault of ``VaultDamageTests`` with an older version and an attachment, and a backup of it.
    private func makeWithBackup(_ fixture: VaultFixture) throws -> (vault: Vault, neighbors: [String]) {
        let (vault, neighbors) = try VaultDamageTests.make(fixture)
        try vault.attach("x", from: MemoryReader([UInt8](repeating: 7, count: 3000)), to: .init("s", "0"))
        try vault.backup(to: fixture.path(of: "copy"))
        // Some items are newer than the backup.
        try vault.set(ItemDraft("s", "500", "newer"))
        try vault.add(ItemDraft("t", "0", "newer"))
        try vault.remove(.init("s", "501"))
        return (vault, neighbors)
    }

    static let exactCases = [
        "UPDATE item SET attrs = zeroblob(length(attrs)) WHERE tag = $A",
        "UPDATE item SET secret = zeroblob(length(secret)), sn = zeroblob(40) WHERE tag = $A",
        "UPDATE item SET attrs = X'00' WHERE tag = $A",
        "DELETE FROM item WHERE tag = $A",
        "DELETE FROM item WHERE tag = $A;UPDATE item SET sn = zeroblob(40) WHERE tag = $B",
        "UPDATE item SET tag = zeroblob(16) WHERE tag = $A;UPDATE item SET tag = $A WHERE tag = $B;"
            + "UPDATE item SET tag = $B WHERE tag = zeroblob(16)",
        "UPDATE item SET (version, attrs, sn, secret) = (SELECT version, attrs, sn, secret FROM history ORDER BY version) "
            + "WHERE tag = $A",
        "DELETE FROM history WHERE version = 2",
        "UPDATE history SET secret = zeroblob(length(secret)) WHERE version = 2",
        "DELETE FROM piece",
        "UPDATE piece SET data = zeroblob(length(data))",
        "DELETE FROM item WHERE tag = $A;DELETE FROM piece;DELETE FROM history WHERE version = 2",
    ]

    @Test(
        "A backup restores exactly what was lost, and nothing that is older", .enabled(if: runsSlowTests, "slow"),
        arguments: exactCases)
    func fromBackup(edits: String) throws {
        try VaultFixture.run { fixture in
            let (vault, neighbors) = try makeWithBackup(fixture)
            let content = try Self.content(vault)
            let (a, b) = (try vault.tag("s", "0"), try vault.tag("s", neighbors[0]))
            for edit in edits.replacing("$A", with: a).replacing("$B", with: b).split(separator: ";") {
                try fixture.edit(String(edit))
            }
            #expect(try !vault.verify().isSound)
            let alone = try vault.repair()
            #expect(alone.steps.isEmpty && !alone.verification.isSound, "\(alone.steps)")
            let report = try vault.repair(from: openBackup(fixture))
            #expect(report.verification.findings.isEmpty, "\(report.steps) \(report.verification.findings)")
            #expect(Set(report.steps.map(\.code)) == [.restored])
            #expect(try Self.content(fixture.open()) == content)
        }
    }

    @Test("An item that cannot be restored exactly reverts to its newest older version, after a copy was kept")
    func older() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            for value in ["1", "2"] { try vault.set(ItemDraft("s", "a", value)) }
            try vault.set(ItemDraft("s", "b", "in the backup"))
            try vault.set(ItemDraft("s", "c", "nowhere"))
            try vault.backup(to: fixture.path(of: "copy"))
            try vault.set(ItemDraft("s", "a", "3"))
            try vault.set(ItemDraft("s", "b", "newer"))
            // Before the damage: a write that touches the damaged group would be refused.
            try vault.set(ItemDraft("s", "d", "new"))
            try fixture.edit("DELETE FROM history WHERE version = \(vault.history(of: .init("s", "b"))[0].version)")
            for account in ["a", "b", "d"] { try fixture.edit(Self.zero("attrs", "tag = \(vault.tag("s", account))")) }
            let damaged = try vault.repair(from: openBackup(fixture))
            #expect(damaged.steps.isEmpty && !damaged.verification.isSound)

            let report = try vault.repair(from: openBackup(fixture), keepingRestIn: fixture.path(of: "rest"))
            #expect(report.verification.findings.isEmpty, "\(report.steps) \(report.verification.findings)")
            let codes = Dictionary(grouping: report.steps, by: \.code).mapValues {
                $0.compactMap(\.item?.account).sorted()
            }
            #expect(codes[.reverted] == ["a", "b"] && codes[.removed] == [], "\(report.steps)")
            #expect(try vault.text("s", "a") == "2" && vault.text("s", "b") == "in the backup")
            #expect(try vault.text("s", "c") == "nowhere")
            #expect(try vault.item(.init("s", "d")) == nil)
            #expect(try vault.history(of: .init("s", "a")).count == 2)
            // The copy is a backup of the damaged state and remains.
            let rest = try openBackup(fixture, "rest")
            #expect(try !rest.verify().isSound && rest.text("s", "c") == "nowhere")
            #expect(throws: VaultError.code(.duplicate)) { try vault.repair(keepingRestIn: fixture.path(of: "rest")) }
            #expect(try fixture.open().text("s", "a") == "2")
        }
    }

    @Test("Items of an unproven group are accepted by name only, and removed ones do not return")
    func accepted() throws {
        try VaultFixture.run { fixture in
            let (vault, neighbors) = try makeWithBackup(fixture)
            try fixture.edit("DELETE FROM item WHERE tag = \(vault.tag("s", "0"))")
            try fixture.edit("DELETE FROM history", "DELETE FROM piece")
            #expect(throws: VaultError.code(.tampered)) { try vault.text("s", neighbors[0]) }
            let report = try vault.repair(keepingRestIn: fixture.path(of: "rest"))
            #expect(report.verification.findings.contains { !$0.code.isWarning } == false, "\(report)")
            // The item t/0 may be in this group too: the place of a name depends on the vault's key.
            let accepted = report.steps.filter { $0.code == .accepted && $0.item?.service == "s" }
            #expect(Set(accepted.compactMap(\.item?.account)) == Set(neighbors).subtracting(["501"]))
            #expect(try vault.text("s", neighbors[0]) == "old")
            #expect(try vault.item(.init("s", "0")) == nil && vault.item(.init("s", "501")) == nil)
        }
    }

    @Test("Unreadable attachments and older versions are removed only if a copy was kept")
    func parts() throws {
        try VaultFixture.run { fixture in
            let (vault, _) = try makeWithBackup(fixture)
            try fixture.edit("UPDATE piece SET data = zeroblob(length(data))")
            let version = try vault.history(of: .init("s", "0"))[0].version
            try fixture.edit(Self.zero("secret", "version = \(version)", "history"))
            #expect(try vault.repair().steps.isEmpty)
            let report = try vault.repair(keepingRestIn: fixture.path(of: "rest"))
            #expect(report.verification.findings.isEmpty, "\(report.verification.findings)")
            #expect(Set(report.steps.map(\.code)) == [.trimmed, .detached])
            let item = try #require(try vault.item(.init("s", "0")))
            #expect(item.attachments.isEmpty)
            #expect(try vault.text("s", "0") == "new")
        }
    }

    @Test("A backup of another vault is rejected")
    func otherBackup() throws {
        try VaultFixture.run { fixture in
            let (vault, _) = try VaultDamageTests.make(fixture)
            let other = try Vault.create(
                at: fixture.path(of: "other"), slots: [.keyFile(fixture.key)], options: fixture.options())
            try other.backup(to: fixture.path(of: "copy"))
            let backup = try openBackup(fixture)
            #expect(throws: VaultError.code(.invalidArgument)) { try vault.repair(from: backup) }
        }
    }

    @Test("works during an interrupted rotation")
    func rotation() throws {
        try VaultFixture.run { fixture in
            let (vault, neighbors) = try VaultDamageTests.make(fixture)
            let content = try Self.content(vault)
            let (a, b) = (try vault.tag("s", "0"), try vault.tag("s", neighbors[0]))
            var plan = Vault.RotationPlan()
            for slot in try vault.slots { plan[slot.identifier] = .rewrap(.keyFile(fixture.key)) }
            var isFirst = true
            #expect(throws: VaultError.code(.tampered)) {
                try vault.rotate(plan) { _ in
                    if isFirst {
                        try? fixture.flip("sn", 4, tag: a)
                        try? fixture.flip("attrs", 60, tag: b)
                    }
                    isFirst = false
                }
            }
            #expect(try vault.listing().items.count == 598)
            #expect(try vault.repair().steps.map(\.code) == [.corrected, .corrected])
            try vault.resumeRotation()
            #expect(try vault.verify().findings.isEmpty && Self.content(vault) == content)
        }
    }
}
