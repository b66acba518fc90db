import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Foundation
import Synchronization
import Testing

@testable import ArcaVault

@Suite("Rows changed by another program")
struct VaultTamperingTests {
    /// A vault with two accounts in separate groups, `a` with an older version and an attachment.
    static func make(_ fixture: VaultFixture) throws -> (vault: Vault, a: String, b: String) {
        let vault = try fixture.create()
        let first = try vault.group("s", "a0")
        let a = "a0"
        var b = "b0"
        while try vault.group("s", b) == first { b += "x" }
        try vault.add(ItemDraft("s", a, "1"))
        try vault.set(ItemDraft("s", a, "2"))
        try vault.set(ItemDraft("s", a, "3"))
        try vault.attach("x", from: MemoryReader([1, 2, 3]), to: .init("s", a))
        try vault.add(ItemDraft("s", b, "4"))
        return (vault, a, b)
    }

    /// An edit, the findings of `verify`, and whether reading the item detects it.
    struct Case: Sendable, CustomTestStringConvertible {
        let edit: String
        let codes: Set<VaultFinding.Code>
        var isFoundByReading = true
        var testDescription: String { edit }
    }

    /// `$A` and `$B` are replaced by the tags of the two items.
    static let cases = [
        // The history and attachment of the item remain.
        Case(edit: "DELETE FROM item WHERE tag = $A", codes: [.recordMissing, .unreferencedData]),
        Case(edit: "DELETE FROM item WHERE tag = $B", codes: [.recordMissing], isFoundByReading: false),
        Case(
            edit:
                "INSERT INTO item SELECT CAST(substr($A, 1, 15) || iif(substr($A, 16) = X'00', X'01', X'00') AS BLOB), "
                + "epoch, id, version, attrs, sn, secret FROM item WHERE tag = $A",
            codes: [.recordExtra, .recordMoved],
            isFoundByReading: false),
        Case(edit: "UPDATE item SET version = version + 1 WHERE tag = $A", codes: [.recordDamaged]),
        Case(edit: "UPDATE item SET id = zeroblob(16) WHERE tag = $A", codes: [.recordDamaged]),
        Case(edit: "UPDATE item SET epoch = 2 WHERE tag = $A", codes: [.recordDamaged, .recordMissing]),
        Case(
            edit: "UPDATE item SET attrs = (SELECT attrs FROM item WHERE tag = $B) WHERE tag = $A",
            codes: [.recordDamaged]),
        Case(
            edit: "UPDATE item SET sn = (SELECT sn FROM item WHERE tag = $B) WHERE tag = $A", codes: [.recordDamaged]),
        // The leaf covers nonce and tag of the secret, and its tag the rest.
        Case(
            edit: "UPDATE item SET secret = zeroblob(length(secret)) WHERE tag = $A", codes: [.recordDamaged],
            isFoundByReading: false),
        Case(
            edit: "UPDATE item SET (version, attrs, sn, secret) = "
                + "(SELECT version, attrs, sn, secret FROM history ORDER BY version DESC) WHERE tag = $A",
            codes: [.recordReplayed, .historyExtra, .unreferencedData]),
        Case(edit: "DELETE FROM history WHERE version = 2", codes: [.historyMissing], isFoundByReading: false),
        Case(edit: "DELETE FROM history", codes: [.historyMissing], isFoundByReading: false),
        Case(
            edit:
                "INSERT INTO history SELECT id, version + 100, epoch, tag, attrs, sn, secret FROM history WHERE version = 2",
            codes: [.recordDamaged, .historyExtra], isFoundByReading: false),
        Case(edit: "DELETE FROM piece", codes: [.attachmentMissing], isFoundByReading: false),
        Case(
            edit: "UPDATE piece SET data = zeroblob(length(data))", codes: [.attachmentDamaged], isFoundByReading: false
        ),
        Case(
            edit: "INSERT INTO piece SELECT zeroblob(16), n, data FROM piece", codes: [.unreferencedData],
            isFoundByReading: false),
        Case(edit: "UPDATE slot SET body = zeroblob(length(body))", codes: [.slotChanged], isFoundByReading: false),
        Case(
            edit: "INSERT INTO slot SELECT zeroblob(16), body FROM slot", codes: [.slotAdded], isFoundByReading: false),
        Case(edit: "DELETE FROM slot", codes: [.slotRemoved], isFoundByReading: false),
        Case(
            edit: "UPDATE item SET tag = zeroblob(16) WHERE tag = $A;UPDATE item SET tag = $A WHERE tag = $B;"
                + "UPDATE item SET tag = $B WHERE tag = zeroblob(16)", codes: [.recordMoved]),
        // An unreadable record does not suppress findings about the rest.
        Case(edit: "UPDATE item SET sn = X'00' WHERE tag = $A", codes: [.recordDamaged, .recordMissing]),
        Case(
            edit: "UPDATE item SET attrs = X'00' WHERE tag = $A;DELETE FROM log WHERE generation = 2",
            codes: [.recordDamaged, .recordMissing, .logDamaged]),
        Case(
            edit: "UPDATE history SET (version, attrs, sn, secret) = "
                + "(SELECT version, attrs, sn, secret FROM item WHERE tag = $A) WHERE version = 3",
            codes: [.historyReplayed], isFoundByReading: false),
        Case(
            edit: "INSERT INTO piece SELECT att, 7, data FROM piece", codes: [.attachmentExtra], isFoundByReading: false
        ),
        Case(edit: "UPDATE state SET sealed = X'00'", codes: [.stateDamaged]),
        Case(edit: "DELETE FROM log WHERE generation = 2", codes: [.logDamaged], isFoundByReading: false),
        Case(edit: "DELETE FROM log", codes: [.logDamaged], isFoundByReading: false),
        Case(
            edit: "UPDATE log SET digest = zeroblob(32) WHERE generation = 6", codes: [.logDamaged],
            isFoundByReading: false),
        Case(
            edit: "UPDATE log SET digest = zeroblob(32) WHERE generation = 3", codes: [.logDamaged],
            isFoundByReading: false),
        Case(
            edit: "UPDATE log SET generation = generation - 10;UPDATE log SET generation = generation + 11",
            codes: [.logDamaged], isFoundByReading: false),
        Case(
            edit: "INSERT INTO log SELECT 100, digest FROM log LIMIT 1", codes: [.logDamaged], isFoundByReading: false),
        Case(edit: "UPDATE state SET sealed = zeroblob(length(sealed))", codes: [.stateDamaged]),
        Case(edit: "UPDATE state SET epoch = epoch + 1", codes: [.stateDamaged]),
        Case(edit: "PRAGMA user_version = 1", codes: [.stateDamaged]),
        Case(edit: "UPDATE state SET generation = generation + 1", codes: [.stateDamaged]),
        Case(edit: "DELETE FROM state", codes: [.stateDamaged]),
    ]

    @Test("are found by the read that touches them, and named by verify", arguments: cases)
    func edits(found: Case) throws {
        try VaultFixture.run { fixture in
            let (vault, a, b) = try Self.make(fixture)
            #expect(try vault.verify().findings.isEmpty)
            let edit = try found.edit.replacing("$A", with: vault.tag("s", a)).replacing("$B", with: vault.tag("s", b))
            for statement in edit.split(separator: ";") { try fixture.edit(String(statement)) }
            if found.isFoundByReading {
                // Never "not found": absence is proven like presence.
                #expect(throws: VaultError.code(.tampered)) { try vault.item(.init("s", a)) }
                #expect(throws: VaultError.code(.tampered)) { try vault.items() }
                #expect(throws: VaultError.code(.tampered)) { try vault.set(ItemDraft("s", a, "5")) }
                #expect(throws: VaultError.code(.tampered)) { try vault.remove(.init("s", a)) }
            }
            let report = try vault.verify()
            #expect(Set(report.findings.map(\.code)) == found.codes, "\(report.findings)")
            #expect(!report.isSound)
        }
    }

    @Test("that truncate an attachment are named")
    func truncatedAttachment() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "1"))
            try vault.attach("x", from: MemoryReader([UInt8](repeating: 7, count: 40_000)), to: .init("s", "a"))
            // Whole chunks, so the remainder is valid by itself.
            try fixture.edit("UPDATE piece SET data = substr(data, 1, 24 + 32 + 16400)")
            #expect(try vault.verify().findings.map(\.code) == [.attachmentTruncated])
        }
    }

    @Test("of a truncated log are found locally, and other machines do not report a fork")
    func longLog() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let elsewhere = fixture.options { $0.stateFolder = Vault.StateFolder(fixture.path(of: "elsewhere")) }
            func openElsewhere() throws -> Vault {
                try Vault.open(at: fixture.path, with: .keyFile(fixture.key), options: elsewhere)
            }
            for number in 0..<100 { try vault.set(ItemDraft("s", "a", "\(number)")) }
            let other = try openElsewhere()
            for number in 100..<299 { try vault.set(ItemDraft("s", "a", "\(number)")) }
            #expect(try fixture.number("SELECT min(generation) FROM log") == 45)
            #expect(try vault.verify().findings.isEmpty)
            let sound = try Data(contentsOf: fixture.file)
            let edits = [
                "UPDATE log SET digest = zeroblob(32) WHERE generation = 150",
                "UPDATE log SET digest = (SELECT digest FROM log WHERE generation = 77) WHERE generation = 250",
                "DELETE FROM log WHERE generation < 100", "DELETE FROM log WHERE generation = 90",
                "INSERT INTO log SELECT 40, digest FROM log WHERE generation = 50",
            ]
            for (index, edit) in edits.enumerated() {
                try sound.write(to: fixture.file)
                // Each edit needs a different change counter, or SQLite uses its cached pages.
                for _ in 0..<index { try fixture.edit("UPDATE state SET one = one") }
                try fixture.edit(edit)
                #expect(try vault.verify().findings.map(\.code) == [.logDamaged], "\(edit)")
                for open in [{ try fixture.open() }, openElsewhere] {
                    #expect(throws: VaultError.code(.tampered), "\(edit)") { try open() }
                }
                #expect(throws: VaultError.code(.tampered), "\(edit)") { try other.set(ItemDraft("s", "a", "x")) }
            }
            // Readable on request, and writable once accepted.
            let accepted = try fixture.open { $0.acceptsOlder = true }
            #expect(try accepted.text("s", "a") == "298")
            #expect(try accepted.verify(acceptsOlder: true).isSound)
            #expect(try fixture.open().verify().findings.isEmpty)
        }
    }

    @Test("of the epoch alone are damage, not a vault that was locked or rotated")
    func epoch() throws {
        for edit in ["UPDATE state SET epoch = epoch + 1", "UPDATE state SET epoch = 1"] {
            try VaultFixture.run { fixture in
                let vault = try fixture.create()
                var plan = Vault.RotationPlan()
                plan[try vault.slots[0].identifier] = .rewrap(.keyFile(fixture.key))
                try vault.rotate(plan)
                try fixture.edit(edit)
                #expect(throws: VaultError.code(.tampered)) { try vault.items() }
                #expect(throws: VaultError.code(.tampered)) { try fixture.open() }
                #expect(try vault.verify().findings.map(\.code) == [.stateDamaged])
            }
        }
    }

    @Test("in thousands are reported quickly, without trying each record in every place")
    func manyDamaged() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add((0..<2_000).map { ItemDraft("s", "\($0)", "1") })
            try fixture.edit(
                "UPDATE item SET attrs = CAST(substr(attrs, 1, 100) || X'00' || substr(attrs, 102) AS BLOB)")
            let report = try vault.verify()
            #expect(Set(report.findings.map(\.code)) == [.recordDamaged])
            // One byte in 256 was zero before.
            #expect((1_900...2_000).contains(report.findings.count))
        }
    }

    @Test("Warnings are reported and do not make the vault unsound")
    func warnings() throws {
        try VaultFixture.run { fixture in
            let (vault, _, _) = try Self.make(fixture)
            try vault.write { transaction in
                transaction.stage(9)
                try transaction.database.pieces.insert([1], 0, of: 9)
            }
            try Data("x".utf8).write(to: fixture.folder.appendingPathComponent("test.vault-wal"))
            let rowCount = Mutex((done: 0, total: 0))
            let report = try vault.verify { done, total in rowCount.withLock { $0 = (done, total) } }
            #expect(Set(report.findings.map(\.code)) == [.stagingLeftover, .foreignSidecar])
            #expect(report.isSound)
            // Two items, three older versions, one piece of an item, and one orphaned piece.
            #expect(rowCount.withLock { $0 } == (6, 7))
        }
    }

    @Test("A foreign schema is reported, even next to another file's journal")
    func schema() throws {
        try VaultFixture.run { fixture in
            let (vault, _, _) = try Self.make(fixture)
            vault.lock()
            try Data([0xff]).write(to: fixture.folder.appendingPathComponent("test.vault-wal"))
            let database = try Database(fixture.path, .readWrite)
            try database.write { try database.execute("CREATE TABLE t(x)") }
            let report = try Vault.verify(
                at: fixture.path, with: .keyFile(fixture.key), options: fixture.options())
            #expect(report.findings.map(\.code) == [.schemaChanged, .foreignSidecar])
        }
    }

    @Test("leave other groups readable, and a write elsewhere does not hide them")
    func otherGroups() throws {
        try VaultFixture.run { fixture in
            let (vault, a, b) = try Self.make(fixture)
            try fixture.edit("DELETE FROM item WHERE tag = \(vault.tag("s", a))")
            #expect(try vault.text("s", b) == "4")
            try vault.set(ItemDraft("s", b, "5"))
            #expect(throws: VaultError.code(.tampered)) { try vault.text("s", a) }
            #expect(throws: VaultError.code(.tampered)) { try vault.items() }
            #expect(throws: VaultError.code(.tampered)) { try vault.add(ItemDraft("s", a, "1")) }
            let other = try fixture.open()
            #expect(throws: VaultError.code(.tampered)) { try other.item(.init("s", a)) }
            #expect(try other.text("s", b) == "5")
        }
    }

    @Test("of the history or the secret block what depends on them")
    func history() throws {
        try VaultFixture.run { fixture in
            let (vault, a, _) = try Self.make(fixture)
            let name = VaultItem.Name("s", a)
            try fixture.edit("DELETE FROM history WHERE version = 2")
            #expect(try vault.text("s", a) == "3")
            #expect(throws: VaultError.code(.tampered)) { try vault.history(of: name) }
            #expect(throws: VaultError.code(.tampered)) { try vault.set(ItemDraft("s", a, "4")) }
            #expect(throws: VaultError.code(.tampered)) { try vault.remove(name) }
            #expect(throws: VaultError.code(.tampered)) { try vault.secret(of: name, version: 3) }
        }
        try VaultFixture.run { fixture in
            let (vault, a, _) = try Self.make(fixture)
            try fixture.edit("UPDATE item SET secret = zeroblob(length(secret)) WHERE tag = \(vault.tag("s", a))")
            #expect(throws: VaultError.code(.tampered)) { try vault.text("s", a) }
            #expect(throws: VaultError.code(.tampered)) { try vault.set(ItemDraft("s", a, "4")) }
        }
    }
}
